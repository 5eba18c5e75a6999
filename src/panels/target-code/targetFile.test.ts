import { expect, it } from 'vitest';
import { COMPILE_TARGETS } from '#program/compileTarget.ts';
import { targetFile } from './targetFile.ts';

it('each target has its file name extension', () => {
  const names = COMPILE_TARGETS.map(
    (target) => targetFile({ target, text: 'code', succeeded: true, binary: null }).name,
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

it('SPIRV is saved as the module’s bytes, not as the text that is shown', async () => {
  const binary = new Uint8Array([3, 2, 35, 7]);
  const file = targetFile({
    target: 'SPIRV',
    text: 'OpCapability Shader',
    succeeded: true,
    binary,
  });
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(binary);
});

it('other targets are saved as their text', async () => {
  const file = targetFile({ target: 'WGSL', text: 'fn main() {}', succeeded: true, binary: null });
  expect(await file.text()).toBe('fn main() {}');
});
