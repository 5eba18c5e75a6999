import { expect, it } from 'vitest';
import { detailsOf, SKIPPED, UNFINISHED } from './details.ts';
import type { OutputResult, ShownResult } from './state.ts';

const needing = (...needs: readonly string[]): OutputResult => ({
  ...{ kind: 'compiled', bytes: 1, lines: 1, milliseconds: null, needs },
});
const failing = (reason: string): OutputResult => ({ kind: 'failed', reason });

function details(entryPoints: readonly string[], results: Readonly<Record<string, OutputResult>>) {
  const shown = Object.entries(results).map(([key, result]): [string, ShownResult] => [
    key,
    { result, isOld: false },
  ]);
  return detailsOf({ entryPoints, results: new Map(shown) });
}

it('lists each target’s needs and failures, and names the entry points unless all are affected', () => {
  expect(
    details(['a', 'b', 'c', 'd'], {
      WGSL: needing('f16'),
      'HLSL a': needing('double', 'wave intrinsics (6.0)'),
      'HLSL b': needing('double'),
      'HLSL c': needing('double'),
      'HLSL d': needing(),
      'CUDA a': failing('no vertex stage'),
      'CUDA b': failing('no vertex stage'),
      'CUDA c': failing('no fragment stage'),
      'CUDA d': failing('no vertex stage'),
      'GLSL a': { kind: 'unfinished' },
      'GLSL b': needing(),
      'GLSL c': { kind: 'skipped' },
    }),
  ).toEqual([
    {
      ...{ target: 'HLSL', failures: [] },
      needs: ['double (3 of 4 entry points)', 'wave intrinsics (6.0) (a)'],
    },
    {
      ...{ target: 'GLSL', needs: [] },
      failures: [`${UNFINISHED} (a)`, `${SKIPPED} (c)`],
    },
    { target: 'WGSL', needs: ['f16'], failures: [] },
    {
      ...{ target: 'CUDA', needs: [] },
      failures: ['no vertex stage (3 of 4 entry points)', 'no fragment stage (c)'],
    },
  ]);
});

it('lists nothing for targets without needs and failures', () => {
  expect(details(['a'], { WGSL: needing(), 'HLSL a': { kind: 'waiting' } })).toEqual([]);
});
