import { expect, it } from 'vitest';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';
import {
  EDIT_PAUSE,
  type KeptVersions,
  MAX_BYTES,
  outputKey,
  withCompile,
} from './changesSession.ts';

function compiledTo(code: string, target: CompileTarget = 'WGSL', entryPoint = 'main') {
  const entrypoint = target === 'WGSL' ? null : entryPoint;
  const request = { target, entrypoint, sourceCode: `of ${code}`, shaderPath: '/user.slang' };
  return { request, code: code.replace(/ .*/, ''), reflection: {} } satisfies CompiledCode;
}

type Step = string | readonly [code: string, liveAt: number];

/** The versions after successive live-mode compiles at the given times. */
function versionsAfter(...steps: readonly Step[]) {
  let kept: KeptVersions = new Map();
  for (const step of steps) {
    const [code, at] = typeof step === 'string' ? [step, null] : step;
    kept = withCompile(kept, { compiled: compiledTo(code), at: at ?? 0, isLive: at !== null });
  }
  const versions = kept.get(outputKey('WGSL', null));
  const all = [versions?.newest, versions?.base, versions?.previous];
  return all.map((version) => version?.code).join(' ');
}

it.each<[string, readonly Step[], newestBasePrevious: string]>([
  ['keeps the comparison when the same source is compiled again', ['a', 'b', 'b'], 'b a a'],
  [
    'finds no change after a comment edit, and keeps the last version that differed',
    ['a', 'b', 'b with a comment'],
    'b b a',
  ],
  [
    'compares in live mode with the code from before the user started typing',
    ['a', ['b', 0], ['c', 1000], ['d', 1000 + EDIT_PAUSE]],
    'd a a',
  ],
  ['starts another edit after a pause', ['a', ['b', 0], ['c', EDIT_PAUSE + 1]], 'c b b'],
  ['finds no change when the typing is undone', ['a', ['b', 0], ['a again', 1000]], 'a a b'],
  [
    'starts from live mode’s first compile if nothing was compiled before',
    [
      ['a', 0],
      ['b', 1000],
      ['c', 2000],
    ],
    'c a a',
  ],
])('%s', (_, steps, versions) => {
  expect(versionsAfter(...steps)).toBe(versions);
});

const keysAfter = (...compiles: readonly CompiledCode[]) => {
  let kept: KeptVersions = new Map();
  for (const compiled of compiles) kept = withCompile(kept, { compiled, at: 0, isLive: false });
  return [...kept.keys()];
};

it('remembers the 12 most recently compiled outputs', () => {
  const names = Array.from({ length: 14 }, (_, index) => `entry${index}`);
  const first = compiledTo('b', 'HLSL', 'entry0');
  const compiles = names.map((name) => compiledTo('a', 'HLSL', name));
  const keys = keysAfter(...compiles.slice(0, 12), first, ...compiles.slice(12));
  expect(keys).toHaveLength(12);
  expect(keys).toContain('HLSL entry0');
  expect(keys).not.toContain('HLSL entry1');
});

it('remembers at most 16 MB', () => {
  const large = 'x'.repeat(MAX_BYTES / 2 - 1000);
  expect(keysAfter(compiledTo('a'), compiledTo(large, 'HLSL'))).toEqual(['WGSL']);
  const half = 'x'.repeat(MAX_BYTES / 10);
  const names = ['one', 'two', 'three'];
  expect(keysAfter(...names.map((name) => compiledTo(half, 'HLSL', name)))).toEqual([
    'HLSL two',
    'HLSL three',
  ]);
});
