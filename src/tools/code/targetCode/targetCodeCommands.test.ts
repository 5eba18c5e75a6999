import { expect, it } from 'vitest';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { targetFile } from './targetCodeCommands.ts';

it('gives each target its file name extension', () => {
  const names = COMPILE_TARGETS.map(
    (target) =>
      targetFile({ target, request: null, text: 'code', succeeded: true, binary: null }).name,
  );
  expect(names).toEqual([
    'user.spv',
    'user.hlsl',
    'user.glsl',
    'user.metal',
    'user.wgsl',
    'user.cu',
  ]);
});

it('saves SPIRV as the module’s bytes instead of its text', async () => {
  const binary = new Uint8Array([3, 2, 35, 7]);
  const file = targetFile({
    target: 'SPIRV',
    request: null,
    text: 'OpCapability Shader',
    succeeded: true,
    binary,
  });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(binary);
});

it('saves other targets as text', async () => {
  const file = targetFile({
    target: 'WGSL',
    request: null,
    text: 'fn main() {}',
    succeeded: true,
    binary: null,
  });
  expect(await file.text()).toBe('fn main() {}');
});
