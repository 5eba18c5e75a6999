import { expect, it, vi } from 'vitest';
import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import { countCurrent } from './fillOutline.tsx';

const files = [{ id: 2, path: 'a.slang', text: 'int a;' }];
const workspace = {
  project: () => ({ text: 'void f() {}', files }),
  store: { getState: () => ({ opened: { revision: 3 } }) },
} as unknown as Parameters<typeof countCurrent>[0]['workspace'];

async function outcomeOf(report: object | string | null, count = vi.fn(async () => {})) {
  const compile = vi.fn(async (_request: CompileRequest) => report as CompileReport);
  const costs = { count } as unknown as Parameters<typeof countCurrent>[0]['costs'];
  const { signal } = new AbortController();
  const outcome = await countCurrent({ workspace, compiles: { compile }, costs }, signal);
  return { outcome, request: compile.mock.calls[0]?.[0], counted: count.mock.calls };
}

it('counts the current text, compiled as a whole program', async () => {
  const { outcome, request, counted } = await outcomeOf({ succ: true, result: { code: 'spirv' } });
  expect(outcome).toEqual({ kind: 'counted' });
  expect(request).toMatchObject({
    ...{ target: 'SPIRV', entrypoint: null, sourceCode: 'void f() {}', files },
  });
  expect(counted).toEqual([[{ opened: 3, request }, 'spirv']]);
});

it('reports why nothing is counted', async () => {
  const reasons = [
    await outcomeOf({ succ: false, result: null }),
    await outcomeOf('no-answer'),
    await outcomeOf(
      { succ: true, result: { code: 'spirv' } },
      vi.fn(async () => Promise.reject(new Error('The code could not be analysed: no memory.'))),
    ),
  ].map(({ outcome }) => (outcome.kind === 'failed' ? outcome.reason : outcome.kind));
  expect(reasons).toEqual([
    'Nothing is counted, because the source does not compile to SPIR-V.',
    'Nothing is counted, because the compiler does not finish this source.',
    'The code could not be analysed: no memory.',
  ]);
});

it('counts nothing for a closed list', async () => {
  expect(await outcomeOf(null)).toMatchObject({ outcome: { kind: 'counting' }, counted: [] });
});
