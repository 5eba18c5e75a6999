import { describe, expect, it } from 'vitest';
import { createPlanner, shaderOf } from '../../../tests/support/planner.ts';
import type { ElementLayout } from './columns.ts';
import { parameterLayouts } from './parameterLayouts.ts';

const planner = await createPlanner();

/** The layouts of elements of each type, from a single compile because that is faster. */
function layoutsOf(types: readonly string[], declarations = ''): (ElementLayout | null)[] {
  const buffers = types.map((type, index) => `RWStructuredBuffer<${type}> x${index};`);
  const uses = types.map((_, index) => `x${index}[0] = x${index}[1];`);
  const source = shaderOf(`${declarations} ${buffers.join(' ')}`, uses.join(' '));
  const layouts = parameterLayouts(planner.compile(source), source);
  return types.map((_, index) => layouts.buffer(`x${index}`));
}

function layoutOf(type: string, declarations = ''): ElementLayout | null {
  return layoutsOf([type], declarations)[0] ?? null;
}

function blockOf(fields: string, use: string): ElementLayout | null {
  const source = shaderOf(`struct U { ${fields} }; ConstantBuffer<U> u;`, `result[0] = ${use};`);
  return parameterLayouts(planner.compile(source), source).block('u', 256);
}

/** `name type scalar @offset: components`, one for each column. */
function described(layout: ElementLayout | null): string[] {
  return (layout?.columns ?? []).map(
    ({ name, typeName, scalar, offset, components }) =>
      `${name} ${typeName} ${scalar} @${offset}: ${components.join(' ')}`,
  );
}

describe('the columns of an element', () => {
  const cases: [type: string, stride: number, columns: string[]][] = [
    ['float', 4, ['value float float32 @0: 0']],
    ['int', 4, ['value int int32 @0: 0']],
    ['uint2', 8, ['value uint2 uint32 @0: 0 4']],
    ['float3', 16, ['value float3 float32 @0: 0 4 8']],
    ['half', 2, ['value half float16 @0: 0']],
    ['half3', 8, ['value half3 float16 @0: 0 2 4']],
    ['half4', 8, ['value half4 float16 @0: 0 2 4 6']],
    ['float2x2', 16, ['value float2x2 float32 @0: 0 4 8 12']],
    ['float2x3', 32, ['value float2x3 float32 @0: 0 4 8 16 20 24']],
    ['float3x2', 24, ['value float3x2 float32 @0: 0 4 8 12 16 20']],
    ['half2x3', 16, ['value half2x3 float16 @0: 0 2 4 8 10 12']],
    ['column_major float2x3', 24, ['value float2x3 float32 @0: 0 8 16 4 12 20']],
    ['float[2]', 8, ['value[0] float float32 @0: 0', 'value[1] float float32 @4: 0']],
    ['float3[2]', 32, ['value[0] float3 float32 @0: 0 4 8', 'value[1] float3 float32 @16: 0 4 8']],
    ['Tuple<float, float3>', 32, ['_0 float float32 @0: 0', '_1 float3 float32 @16: 0 4 8']],
  ];

  it('match what the shader stores', () => {
    const layouts = layoutsOf(cases.map(([type]) => type));
    const found = layouts.map((layout, at) => [cases[at]?.[0], layout?.stride, described(layout)]);
    expect(found).toEqual(cases);
  });

  it('include the members of nested structs and arrays', () => {
    const declarations =
      'struct I { float3 color; half h; }; struct E {}; struct S { E none; float a; I light; I lights[2]; };';
    const layout = layoutOf('S', declarations);
    expect(layout?.stride).toBe(64);
    expect(described(layout)).toEqual([
      'a float float32 @0: 0',
      'light.color float3 float32 @16: 0 4 8',
      'light.h half float16 @28: 0',
      'lights[0].color float3 float32 @32: 0 4 8',
      'lights[0].h half float16 @44: 0',
      'lights[1].color float3 float32 @48: 0 4 8',
      'lights[1].h half float16 @60: 0',
    ]);
  });

  it('follow the column-major matrices of the compiler, which arrays do not have', () => {
    const I = 'struct I { column_major float2x2 m; float2x2 r; };';
    const layout = layoutOf('S', `${I} struct S { I i[2]; column_major float3x3 c[1]; };`);
    expect(described(layout)).toEqual([
      'i[0].m float2x2 float32 @0: 0 8 4 12',
      'i[0].r float2x2 float32 @16: 0 4 8 12',
      'i[1].m float2x2 float32 @32: 0 8 4 12',
      'i[1].r float2x2 float32 @48: 0 4 8 12',
      'c[0] float3x3 float32 @64: 0 4 8 16 20 24 32 36 40',
    ]);
  });

  it('include each of 200 fields', () => {
    const fields = Array.from({ length: 200 }, (_, index) => `float f${index};`).join(' ');
    const layout = layoutOf('S', `struct S { ${fields} };`);
    const names = layout?.columns.map(({ name }) => name);
    expect([layout?.stride, names?.length, names?.at(-1)]).toEqual([800, 200, 'f199']);
  });

  it('include the first elements of long arrays only, and name the omitted ranges', () => {
    const layout = layoutOf('S', 'struct S { float a[256]; float2 b; uint c[65]; };');
    const names = layout?.columns.map(({ name }) => name) ?? [];
    const ends = names.filter((name) => /\b(?:0|63)\]|b/.test(name));
    expect(ends).toEqual(['a[0]', 'a[63]', 'b', 'c[0]', 'c[63]']);
    expect(layout?.omitted).toEqual([
      { name: 'a[64…255]', offset: 256, bytes: 768 },
      { name: 'c[64]', offset: 1032 + 256, bytes: 4 },
    ]);
  });

  it('name the cases of enums', () => {
    const declarations = `
      static const int FIRST = 3;
      enum Kind { None, Ray = 5, Sphere, Last = FIRST * 10 + 1 };
      [Flags] enum Flags : uint { A, B, C = 1 << 4, D };
      enum class Unknown { X = sizeof(int), Y };
      struct S { Kind kind; Flags flags[2]; Unknown u; int plain; };`;
    const [layout, plain] = layoutsOf(['S', 'Kind'], declarations);
    const [kind, flags] = layout?.columns ?? [];
    const types = layout?.columns.map(({ typeName }) => typeName);
    expect(types).toEqual(['Kind', 'Flags', 'Flags', 'Unknown', 'int']);
    expect(kind?.cases).toEqual({ 0: 'None', 5: 'Ray', 6: 'Sphere', 31: 'Last' });
    expect(flags?.cases).toEqual({ 1: 'A', 2: 'B', 16: 'C', 32: 'D' });
    expect(layout?.columns.at(-2)?.cases).toEqual({});
    expect(layout?.columns.at(-1)?.cases).toBeNull();
    expect(plain?.columns[0]?.cases).toEqual(kind?.cases);
  });

  it('do not exist for byte-address buffers and textures', () => {
    const source = shaderOf(
      'RWByteAddressBuffer raw; [format("r32f")] RWTexture2D<float> texture;',
      'raw.Store(0, 1u); texture[uint2(0)] = 1;',
    );
    const layouts = parameterLayouts(planner.compile(source), source);
    const found = ['raw', 'texture', 'nothing'].map((name) => layouts.buffer(name));
    expect(found).toEqual([null, null, null]);
  });
});

describe('the columns of a uniform block', () => {
  it('follow the strides of uniform memory', () => {
    const layout = blockOf(
      'float2x2 m; float a[3]; float3 v; float b; half2x3 h; column_major float2x3 c;',
      'u.m[0][1] + u.a[1] + u.v.x + u.b + u.h[1][2] + u.c[0][1]',
    );
    expect(described(layout)).toEqual([
      'u.m float2x2 float32 @0: 0 4 16 20',
      'u.a[0] float float32 @32: 0',
      'u.a[1] float float32 @48: 0',
      'u.a[2] float float32 @64: 0',
      'u.v float3 float32 @80: 0 4 8',
      'u.b float float32 @92: 0',
      'u.h half2x3 float16 @96: 0 2 4 16 18 20',
      'u.c float2x3 float32 @128: 0 16 32 4 20 36',
    ]);
  });

  it('include the loose uniforms', () => {
    const source = shaderOf(
      'enum Mode { Off, On }; uniform float3x3 turn; uniform Mode mode; [playground::TIME] uniform float time;',
      'result[0] = turn[1][2] + time + int(mode);',
    );
    const layout = parameterLayouts(planner.compile(source), source).block('uniforms', 64);
    expect(described(layout)).toEqual([
      'turn float3x3 float32 @0: 0 4 8 16 20 24 32 36 40',
      'mode Mode int32 @48: 0',
      'time float float32 @52: 0',
    ]);
  });

  it('name the cases of enums in a cbuffer and in a struct', () => {
    const source = shaderOf(
      'enum Mode { Off, On }; struct S { Mode own[2]; }; cbuffer Settings { Mode mode; S s; }; ConstantBuffer<S> t;',
      'result[0] = int(mode) + int(s.own[1]) + int(t.own[0]);',
    );
    const layouts = parameterLayouts(planner.compile(source), source);
    const names = ['Settings', 't'].flatMap((block) =>
      layouts.block(block, 64)?.columns.map(({ name, typeName }) => `${name} ${typeName}`),
    );
    expect(names).toEqual([
      ...['mode Mode', 's.own[0] Mode', 's.own[1] Mode', 't.own[0] Mode', 't.own[1] Mode'],
    ]);
  });
});
