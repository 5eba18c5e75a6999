import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { createExaminer, type Examiner } from '#tools/reduce/oracle/examiner.ts';
import { reduceFault } from '#tools/reduce/reduceFault.ts';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { readBinary } from '../support/compiler.ts';
import { FAULTY_SOURCES } from '../support/compilerFaults.ts';
import { startNodeWorker } from '../support/nodeTransport.ts';

let examiner: Examiner;

beforeAll(async () => {
  examiner = createExaminer({
    start: startNodeWorker,
    binary: { kind: 'module', module: await readBinary() },
    // Chromium's message for `case true`; there is no browser here.
    checkWgsl: async (code) =>
      /case \(?(?:true|false)/.test(code)
        ? 'the case selector values must have the same type'
        : null,
  });
});

afterAll(() => examiner.dispose());

describe.each(FAULTY_SOURCES)('$name', ({ source, target, entrypoint, kind }) => {
  it('shrinks to under 15 lines with the same fault', { timeout: 120_000 * SLOWNESS }, async () => {
    expect(linesOf(source)).toBeGreaterThanOrEqual(40);
    const request = { ...runRequest(source), target, entrypoint };
    const result = await reduceFault(request, {
      examiner,
      signal: new AbortController().signal,
      // Each reproduced hang or crash costs a worker, which is slow to start.
      maxTests: { hang: 60, crash: 35, 'internal-error': 2000, 'invalid-wgsl': 2000 }[kind],
      // Each successful hang waits as long. A busy machine must not make a crash look like a hang.
      limits: kind === 'hang' ? { likely: 600, sure: 2000 } : { likely: 9000, sure: 30_000 },
    });
    if (result.kind !== 'reduced') throw new Error(result.kind);
    const [main] = result.files;
    expect(result.fault.kind).toBe(kind);
    expect(linesOf(main?.text ?? '')).toBeLessThan(15);
  });
});

function linesOf(text: string): number {
  return text.trim().split('\n').length;
}
