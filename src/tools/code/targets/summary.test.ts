import { expect, it } from 'vitest';
import { type Output, type OutputResult, outputKey, outputsOf, type ShownResult } from './state.ts';
import { summaryText } from './targets.tsx';

const COMPILED: OutputResult = {
  ...{ kind: 'compiled', bytes: 1, lines: 1, milliseconds: null, needs: [] },
};
const FAILED: OutputResult = { kind: 'failed', reason: 'no' };

function summary(entryPoints: readonly string[], fails: (output: Output) => boolean): string {
  const results = outputsOf(entryPoints).map((output): [string, ShownResult] => [
    outputKey(output),
    { result: fails(output) ? FAILED : COMPILED, isOld: false },
  ]);
  return summaryText({ entryPoints, results: new Map(results) });
}

const THREE = ['draw', 'blur', 'show'];
const isOf =
  (...targets: readonly string[]) =>
  ({ target }: Output) =>
    targets.includes(target);

it.each<[readonly string[], (output: Output) => boolean, string]>([
  [THREE, () => false, '3 entry points compile to all 6 targets.'],
  [['draw'], () => false, '1 entry point compiles to all 6 targets.'],
  [THREE, isOf('CUDA'), '3 entry points compile to 5 of 6 targets. CUDA fails.'],
  [
    THREE,
    isOf('CUDA', 'WGSL', 'METAL'),
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
