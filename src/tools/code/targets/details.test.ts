import { expect, it } from 'vitest';
import { detailsOf, SKIPPED, UNFINISHED } from './details.ts';
import { type Output, type OutputResult, outputKey, outputsOf, type ShownResult } from './state.ts';
import { summaryText } from './targets.tsx';

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

const row = (target: string, needs: readonly string[], failures: readonly string[]) => ({
  ...{ target, needs, failures },
});

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
    row('HLSL', ['double (3 of 4 entry points)', 'wave intrinsics (6.0) (a)'], []),
    row('GLSL', [], [`${UNFINISHED} (a)`, `${SKIPPED} (c)`]),
    row('WGSL', ['f16'], []),
    row('CUDA', [], ['no vertex stage (3 of 4 entry points)', 'no fragment stage (c)']),
  ]);
});

it('lists nothing for targets without needs and failures', () => {
  expect(details(['a'], { WGSL: needing(), 'HLSL a': { kind: 'waiting' } })).toEqual([]);
});

function summary(entryPoints: readonly string[], fails: (output: Output) => boolean): string {
  const results = outputsOf(entryPoints).map((output): [string, ShownResult] => [
    outputKey(output),
    { result: fails(output) ? failing('no') : needing(), isOld: false },
  ]);
  return summaryText({ entryPoints, results: new Map(results) });
}

const THREE = ['draw', 'blur', 'show'];
it.each<[readonly string[], (output: Output) => boolean, string]>([
  [THREE, () => false, '3 entry points compile to all 6 targets.'],
  [['draw'], () => false, '1 entry point compiles to all 6 targets.'],
  [
    THREE,
    ({ target }) => target === 'CUDA',
    '3 entry points compile to 5 of 6 targets. CUDA fails.',
  ],
  [
    THREE,
    ({ target }) => /CUDA|WGSL|METAL/.test(target),
    '3 entry points compile to 3 of 6 targets. METAL, WGSL and CUDA fail.',
  ],
  [THREE, () => true, '3 entry points compile to none of the 6 targets.'],
  [
    THREE,
    ({ target, entryPoint }) => target === 'HLSL' && entryPoint === 'blur',
    '3 entry points compile to 5 of 6 targets. HLSL fails for blur.',
  ],
  [
    [...THREE, 'end'],
    ({ target, entryPoint }) => target === 'WGSL' || (target === 'HLSL' && entryPoint !== 'blur'),
    '4 entry points compile to 4 of 6 targets. WGSL fails. HLSL fails for 3 of 4 entry points.',
  ],
])('summarizes the results for %j', (entryPoints, fails, text) => {
  expect(summary(entryPoints, fails)).toBe(text);
});
