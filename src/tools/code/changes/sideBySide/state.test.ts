import { expect, it } from 'vitest';
import type { TargetCode } from '#workspace/state.ts';
import { firstChoices } from './state.ts';

const compiled = (entrypoint: string): TargetCode => ({
  target: 'HLSL',
  request: { target: 'HLSL', entrypoint, sourceCode: '', shaderPath: '/user.slang' },
  text: 'float x;',
  succeeded: true,
  binary: null,
});

const leftOf = (compiledEntryPoint: string, entryPoints: readonly string[]) =>
  firstChoices(
    { targetCode: compiled(compiledEntryPoint), target: 'WGSL', entryPoint: 'two' },
    entryPoints,
    () => null,
  ).left;

it.each<[string, string[], string | null]>([
  ['one', ['two', 'one'], 'one'],
  ['gone', ['one', 'two'], 'two'],
  ['gone', ['one'], 'one'],
  ['gone', [], null],
])(
  'after a compile of %s, the first side of %j has the entry point %s',
  (name, all, entryPoint) => {
    expect(leftOf(name, all)).toEqual({ target: 'HLSL', entryPoint, version: 'now' });
  },
);
