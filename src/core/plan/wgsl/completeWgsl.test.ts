import { describe, expect, it } from 'vitest';
import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { STORED_BOOLS, UNDECLARED } from '../../../../tests/support/repairedWgsl.ts';
import { completeWgsl } from './completeWgsl.ts';

const compiler = await createTestCompiler();

function compile(source: string): CompiledProgram {
  const answer = compiler.compile(runRequest(source));
  if (!answer.succ) throw new Error(answer.log);
  return answer.result;
}

const undeclared = (code: string) => {
  const declared = new Set(code.match(/\b_S\d+(?= [:=]|\()/g));
  return [...new Set(code.match(/\b_S\d+\b/g))].filter((name) => !declared.has(name));
};

/** Whether an expression stands alone as a statement. */
const hasExpressionAlone = (code: string) => /^ +\w+[.[][^=\n]*;$/m.test(code);

describe('values that the compiler fails to declare', () => {
  it.each(UNDECLARED)('get declarations: $body', ({ source }) => {
    const { code } = compile(source);
    expect([undeclared(code), hasExpressionAlone(code)]).toEqual([[], false]);
  });

  const [{ source } = { source: '' }] = UNDECLARED.filter(({ body }) =>
    body.includes('y[2], y[1]'),
  );

  it('match the elements that GLSL has in the same positions', () => {
    expect(compile(source).code).toContain(`{
    let _S1 = s_0.w_0.data_0[i32(2)].x;
    let _S2 = s_0.w_0.data_0[i32(1)].x;
    var z_0 : array<f32, i32(3)>;
    z_0[i32(0)] = s_0.w_0.data_0[i32(0)].x;
    z_0[i32(1)] = _S1;
    z_0[i32(2)] = _S2;
`);
  });

  it('stay undeclared if GLSL does not identify them', () => {
    const program = compile(source);
    const code = program.code.replaceAll(/let _S\d+ = /g, '');
    const assigned = (...from: number[]) => {
      const lines = from.map((index, at) => `    z_0[${at}] = s_0.w_0[${index}];\n`);
      return () => `void main()\n{\n${lines.join('')}}\n`;
    };
    const unclear = [assigned(0, 2), assigned(2, 0, 1), assigned(0, 2, 2)];
    for (const compileGlsl of [() => undefined, ...unclear]) {
      expect(completeWgsl({ ...program, code }, compileGlsl).code).toBe(code);
    }
    expect(completeWgsl({ ...program, code }, assigned(0, 1, 2)).code).toContain(
      '    let _S2 = s_0.w_0.data_0[i32(2)].x;\n    let _S1 = s_0.w_0.data_0[i32(1)].x;\n',
    );
  });
});

describe('bools of uniform blocks', () => {
  it.each(STORED_BOOLS)('are stored as numbers: $body', ({ source }) => {
    const { code } = compile(source);
    const structs = code.match(/^struct \w+_std140_\d+\n\{[^}]*\}/gm) ?? [];
    expect(structs.join('')).toContain('yes_0 : u32');
    expect(structs.join('')).not.toMatch(/\bbool\b/);
  });

  it('are compared with zero when read, also as whole blocks', () => {
    const { code } = compile(`
      ConstantBuffer<bool> on; ConstantBuffer<bool4> four; RWStructuredBuffer<float> result;
      [shader("compute")] [numthreads(1, 1, 1)] void main() { result[0] = on && four.w ? 1 : 0; }`);
    expect(code).toContain('var<uniform> on_0 : u32;');
    expect(code).toContain('var<uniform> four_0 : vec4<u32>;');
    expect(code).toContain('if((on_0 != u32(0)) && ((four_0.w != u32(0))))');
  });

  it('do not change code without them', () => {
    const program = compile(`
      uniform float x; RWStructuredBuffer<float> result;
      [shader("compute")] [numthreads(1, 1, 1)] void main() { result[0] = x > 0 ? 1 : 0; }`);
    expect(completeWgsl(program, () => undefined).code).toBe(program.code);
  });
});

describe('buffer strides', () => {
  const source = `
    RWStructuredBuffer<column_major float2x3> byColumn; RWStructuredBuffer<float3> vectors;
    [shader("compute")] [numthreads(1, 1, 1)] void main() { byColumn[0] = byColumn[1]; vectors[0] = 1; }`;

  it('are read only from code with column-major matrices', () => {
    expect(compile(source).strides).toEqual({ byColumn_0: 24, vectors_0: 16 });
    expect(compile(source.replace('column_major ', '')).strides).toBeUndefined();
  });
});
