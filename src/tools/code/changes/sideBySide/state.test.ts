import { describe, expect, it } from 'vitest';
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

describe('the first side', () => {
  it('has the entry point of the target code', () => {
    expect(leftOf('one', ['two', 'one'])).toEqual({
      ...{ target: 'HLSL', entryPoint: 'one', version: 'now' },
    });
  });

  it('gets another entry point if the source no longer has the compiled one', () => {
    expect(leftOf('gone', ['one', 'two']).entryPoint).toBe('two');
    expect(leftOf('gone', ['one']).entryPoint).toBe('one');
    expect(leftOf('gone', []).entryPoint).toBeNull();
  });
});
