import { describe, expect, it } from 'vitest';
import { type EntryPointsRequest, runRequest } from '#core/output/compileResult.ts';
import { unanswered } from './compilerClient.ts';

const timeOut = (isAskedFor: boolean, elapsed: number, part: Partial<EntryPointsRequest> = {}) => {
  const milliseconds = isAskedFor ? 60_000 : 10_000;
  const reason = { kind: 'time-out', isAskedFor, milliseconds, elapsed } as const;
  return unanswered(reason, { ...runRequest(''), ...part });
};
const logOf = async (part: Partial<EntryPointsRequest>) => (await timeOut(true, 60_000, part)).log;

describe('the message for a stopped compile', () => {
  it('does not blame the source alone', async () => {
    const { message, log } = await timeOut(true, 60_100);
    expect(message).toBe('Compilation took longer than 60 s and was stopped.');
    expect(log).toMatch(/^A slow or busy computer may need more time for this source\./);
    expect(log).toMatch(/Your text is untouched, and the compiler is ready again\.$/);
  });

  it('does not blame the source at all if the computer was busy', async () => {
    const { log } = await timeOut(true, 95_000);
    expect(log).toMatch(/^This computer was busy or asleep for part of that: 95 s went by\./);
    expect(log).not.toMatch(/generics|loops/);
  });

  it('names a switch on a bool, which never finishes for SPIR-V', async () => {
    const text = 'int f(bool b)\n{\n    switch (b) { case true: return 1; default: return 2; }\n}';
    expect(await logOf({ target: 'SPIRV', sourceCode: text })).toMatch(
      /^Line 3 has a case of true or false: for SPIR-V, this compiler never finishes a switch over a bool\./,
    );
    expect(await logOf({ target: 'METAL', sourceCode: text })).not.toContain('switch');
    const inFile = await logOf({ target: 'SPIRV', files: [{ path: 'lib/a.slang', text }] });
    expect(inFile).toMatch(/^Line 3 of \/lib\/a\.slang has a case of true or false: /);
  });

  it('names files that include each other, unless a condition ends the recursion', async () => {
    const text = '#ifndef NEVER\n#include "a.slang"\n#endif';
    const files = [{ path: 'a.slang', text }];
    expect(await logOf({ sourceCode: '#include "a.slang"', files })).toMatch(
      /^The files include each other without end, \/a\.slang → \/a\.slang\. Begin \/a\.slang with #pragma once\./,
    );
  });

  it('says how to extend the time if the user did not ask for the compile', async () => {
    const { message, log } = await timeOut(false, 10_000);
    expect(message).toBe('Compilation took longer than 10 s and was stopped.');
    expect(log).toMatch(/Press Run to wait longer\./);
  });
});
