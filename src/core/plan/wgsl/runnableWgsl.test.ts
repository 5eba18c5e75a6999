import { describe, expect, it } from 'vitest';
import { runnableWgsl } from './runnableWgsl.ts';

const entryPoint = (name: string, body = '') =>
  `@compute\n@workgroup_size(8, 8, 1)\nfn ${name}()\n{\n    ${body}\n}\n`;

describe('WGSL for WebGPU', () => {
  const NAMES = ['move', 'loop', 'fn', 'self', 'null', 'override', '_', '__main', 'set', 'main'];
  it.each(NAMES)('has a valid name for the entry point %s', (name) => {
    const { code, nameOf } = runnableWgsl(entryPoint(name));
    expect(nameOf(name)).toBe(`entry_${name}`);
    expect(code).toBe(entryPoint(`entry_${name}`));
  });

  it('leaves other uses of an entry point’s name unchanged', () => {
    const wgsl = `fn f_0() -> f32\n{\n    return max(1.0f, 2.0f);\n}\n${entryPoint('max', 'f_0();')}${entryPoint('f_0', 'f_0();')}`;
    const { code } = runnableWgsl(wgsl);
    expect(code).toContain('fn f_0() -> f32\n{\n    return max(1.0f, 2.0f);');
    expect(code).toContain('fn entry_max()\n{\n    f_0();');
    expect(code).toContain('fn entry_f_0()\n{\n    f_0();');
  });

  it('renames entry points of other stages too, because one invalid name breaks the module', () => {
    const wgsl =
      '@vertex\nfn move() -> @builtin(position) vec4<f32>\n{\n}\n@fragment\nfn pass()\n{\n}\n';
    expect(runnableWgsl(wgsl).code).toMatch(/fn entry_move\(\)[\s\S]*fn entry_pass\(\)/);
  });

  it('does not reuse an existing name', () => {
    const { nameOf } = runnableWgsl(`fn entry_main_0()\n{\n}\n${entryPoint('main_0')}`);
    expect(nameOf('main_0')).toBe('entry_main_0_');
  });

  it('keeps the number of lines, and restores the program’s names in messages', () => {
    const wgsl = entryPoint('move');
    const { code, inUserNames } = runnableWgsl(wgsl);
    expect(code.split('\n')).toHaveLength(wgsl.split('\n').length);
    expect(inUserNames('[EntryPoint "entry_move"] \'entry_moved\'')).toBe(
      '[EntryPoint "move"] \'entry_moved\'',
    );
  });
});
