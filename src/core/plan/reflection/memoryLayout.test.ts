import { describe, expect, it } from 'vitest';
import { readTypeSizes } from '#core/plan/wgsl/wgslLayout.ts';
import { dataStruct, declareType } from '../../../../tests/support/dataTypes.ts';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { fc } from '../../../../tests/support/property.ts';
import { elementSize } from './memoryLayout.ts';
import { type ReflectedType, readReflection } from './reflection.ts';

const planner = await createPlanner();

/** The stride of `x` that the shader uses, from the declarations in the compiler's WGSL. */
function wgslStride(code: string): number | undefined {
  const [, type = ''] = /var<storage, read_write> x_\d+ : (array<.+>);$/m.exec(code) ?? [];
  return readTypeSizes(code)(type);
}

function reflectedElement(reflection: Parameters<typeof readReflection>[0]): ReflectedType {
  const { parameters } = readReflection(reflection);
  const type = parameters.find(({ name }) => name === 'x')?.type;
  if (type?.kind !== 'resource') throw new Error('x is no resource.');
  return type.resultType;
}

describe('the size of an element', () => {
  const PLAIN = {
    ...{ float: 4, float2: 8, float3: 16, float4: 16, uint3: 16, 'Atomic<uint>': 4 },
    ...{ half: 2, half2: 4, half3: 8, half4: 8, 'float[3]': 12, 'float3[2]': 32 },
    ...{ float2x2: 16, float3x3: 48, float2x3: 32, float4x4: 64, float3x4: 48, float4x3: 64 },
    ...{ half3x3: 24, 'Tuple<float, float3>': 32 },
  };

  it.each<readonly [string, string, number]>([
    ...Object.entries(PLAIN).map(([type, size]) => [type, '', size] as const),
    ['S', 'struct S { float3 a; float b; };', 16],
    ['S', 'struct S { float b; float3 a; };', 32],
    ['S', 'struct S { float2 a; float b; };', 16],
    ['S', 'struct S { half a; float b; half c; };', 12],
    ['S', 'struct S { half a; half b; half c; };', 6],
    ['S', 'struct S { float a[3]; float4 b; float c; };', 48],
    ['S', 'struct S { float3 a[2]; float b; };', 48],
    ['S', 'struct S { float2x3 a; float b; };', 48],
    ['S', 'struct I { float3 a; half h; }; struct S { I i; float b; I c[2]; };', 64],
    ['S', 'struct E {}; struct S { E e; float a; };', 4],
    ['S<half>', 'struct S<T> { T a; float3 b; };', 32],
  ])('matches the shader’s stride: %s %s', (type, declarations, size) => {
    const body = type.startsWith('Atomic') ? 'x[0].add(1);' : 'x[0] = x[1];';
    const source = shaderOf(`${declarations} RWStructuredBuffer<${type}> x;`, body);
    const { code, reflection } = planner.compile(source);
    expect([elementSize(reflectedElement(reflection)), wgslStride(code)]).toEqual([size, size]);
  });

  it('matches the shader’s stride for any struct', () => {
    fc.assert(
      fc.property(dataStruct, (type) => {
        const declarations: string[] = [];
        const name = declareType(type, declarations);
        const buffer = `${declarations.join(' ')} RWStructuredBuffer<${name}> x;`;
        const { code, reflection } = planner.compile(shaderOf(buffer, 'x[0] = x[1];'));
        expect(elementSize(reflectedElement(reflection))).toBe(wgslStride(code));
      }),
      { numRuns: 5 },
    );
  });

  it('is that of a uint for a bool, which WGSL cannot store', () => {
    const source = shaderOf('struct S { bool a; float b; bool3 c; }; RWStructuredBuffer<S> x;');
    expect(elementSize(reflectedElement(planner.compile(source).reflection))).toBe(32);
  });

  const FLOAT = { kind: 'scalar', scalarType: 'float32' } as const;

  it.each<[string, ReflectedType]>([
    ['a resource', { kind: 'samplerState' }],
    ['an endless array', { kind: 'array', elementCount: 0, stride: 4, elementType: FLOAT }],
    ['an empty struct', { kind: 'struct', name: 'E', fields: [] }],
    ['an invalid scalar', { kind: 'scalar', scalarType: 'void' }],
    ['an unknown kind', { kind: 'unknown', name: 'existential' }],
  ])('does not exist for %s', (_, type) => {
    expect(elementSize(type)).toBeUndefined();
  });

  it('covers a 64-bit integer, which WGSL lacks', () => {
    expect(elementSize({ kind: 'scalar', scalarType: 'uint64' })).toBe(8);
  });
});
