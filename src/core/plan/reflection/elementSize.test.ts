import { beforeAll, describe, expect, it } from 'vitest';
import { createPlanner, type Planner, shaderOf } from '../../../../tests/support/planner.ts';
import { elementSize } from './elementSize.ts';
import { type ReflectedType, readReflection } from './reflection.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

/** The bytes of WGSL scalars without an `@align` (WGSL, "Alignment and size"). */
const WGSL_SIZES: Readonly<Record<string, number>> = { f16: 2, f32: 4, i32: 4, u32: 4 };

/**
 * The stride of `array<T>` in the compiler's WGSL, computed from the code by WGSL's rules: an
 * independent check of the stride that the shader uses.
 */
function wgslRoom(code: string, type: string): { size: number; align: number } {
  const scalar = WGSL_SIZES[type];
  if (scalar !== undefined) return { size: scalar, align: scalar };
  const atomic = /^atomic<(.+)>$/.exec(type)?.[1];
  if (atomic !== undefined) return wgslRoom(code, atomic);
  const [, width, element = ''] = /^vec(\d)<(\w+)>$/.exec(type) ?? [];
  if (width !== undefined) {
    const { size } = wgslRoom(code, element);
    return { size: size * Number(width), align: size * (width === '2' ? 2 : 4) };
  }
  const [, item, count] = /^array<(.+), i32\((\d+)\)>$/.exec(type) ?? [];
  if (item !== undefined) {
    const { size, align } = wgslRoom(code, item);
    return { size: Math.ceil(size / align) * align * Number(count), align };
  }
  const [, body] = new RegExp(`^struct ${type}\n\\{\n([^}]*)\\}`, 'm').exec(code) ?? [];
  if (body === undefined) throw new Error(`The WGSL has no type ${type}.`);
  let end = 0;
  let structAlign = 1;
  for (const [, align, member = ''] of body.matchAll(/@align\((\d+)\) \w+ : (.+),\n/g)) {
    end = Math.ceil(end / Number(align)) * Number(align) + wgslRoom(code, member).size;
    structAlign = Math.max(structAlign, Number(align));
  }
  return { size: Math.ceil(end / structAlign) * structAlign, align: structAlign };
}

function wgslStride(code: string): number {
  const [, type = ''] = /var<storage, read_write> x_\d+ : array<(.+)>;$/m.exec(code) ?? [];
  const { size, align } = wgslRoom(code, type);
  return Math.ceil(size / align) * align;
}

function reflectedElement(reflection: Parameters<typeof readReflection>[0]): ReflectedType {
  const { parameters } = readReflection(reflection);
  const type = parameters.find(({ name }) => name === 'x')?.type;
  if (type?.kind !== 'resource') throw new Error('x is no resource.');
  return type.resultType;
}

describe('the size of an element', () => {
  it.each([
    ['float', '', 4],
    ['float2', '', 8],
    ['float3', '', 16],
    ['float4', '', 16],
    ['uint3', '', 16],
    ['half', '', 2],
    ['half2', '', 4],
    ['half3', '', 8],
    ['half4', '', 8],
    ['Atomic<uint>', '', 4],
    ['float2x2', '', 16],
    ['float3x3', '', 48],
    ['float2x3', '', 32],
    ['float4x4', '', 64],
    ['float3x4', '', 48],
    ['float4x3', '', 64],
    ['half3x3', '', 24],
    ['float[3]', '', 12],
    ['float3[2]', '', 32],
    ['S', 'struct S { float3 a; };', 16],
    ['S', 'struct S { float3 a; float b; };', 16],
    ['S', 'struct S { float b; float3 a; };', 32],
    ['S', 'struct S { float2 a; float b; };', 16],
    ['S', 'struct S { half a; float b; half c; };', 12],
    ['S', 'struct S { half a; half b; half c; };', 6],
    ['S', 'struct S { float a[3]; float4 b; float c; };', 48],
    ['S', 'struct S { float3 a[2]; float b; };', 48],
    ['S', 'struct S { float4x4 a; float b; };', 80],
    ['S', 'struct S { float2x3 a; float b; };', 48],
    ['S', 'struct I { float3 a; half h; }; struct S { I i; float b; I c[2]; };', 64],
    ['S', 'struct E {}; struct S { E e; float a; };', 4],
    ['S<half>', 'struct S<T> { T a; float3 b; };', 32],
    ['Tuple<float, float3>', '', 32],
  ])('matches the shader’s stride: %s %s', (type, declarations, size) => {
    const body = type.startsWith('Atomic') ? 'x[0].add(1);' : 'x[0] = x[1];';
    const { code, reflection } = planner.compile(
      shaderOf(`${declarations} RWStructuredBuffer<${type}> x;`, body),
    );
    expect([elementSize(reflectedElement(reflection)), wgslStride(code)]).toEqual([size, size]);
  });

  it('is that of a uint for a bool, which WGSL cannot store', () => {
    const { reflection } = planner.compile(
      shaderOf('struct S { bool a; float b; bool3 c; }; RWStructuredBuffer<S> x;'),
    );
    expect(elementSize(reflectedElement(reflection))).toBe(32);
  });

  it.each([
    ['a resource', { kind: 'samplerState' }],
    [
      'an array without a length',
      {
        kind: 'array',
        elementCount: 0,
        stride: 4,
        elementType: { kind: 'scalar', scalarType: 'float32' },
      },
    ],
    ['an empty struct', { kind: 'struct', name: 'E', fields: [] }],
    ['an invalid scalar', { kind: 'scalar', scalarType: 'void' }],
    ['an unknown kind', { kind: 'unknown', name: 'existential' }],
  ] satisfies [string, ReflectedType][])('does not exist for %s', (_, type) => {
    expect(elementSize(type)).toBeUndefined();
  });

  it('covers a 64-bit integer, which WGSL lacks', () => {
    expect(elementSize({ kind: 'scalar', scalarType: 'uint64' })).toBe(8);
  });
});
