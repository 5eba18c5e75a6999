import { beforeAll, describe, expect, it } from 'vitest';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { createPlanner, type Planner, shaderOf } from '../../../../tests/support/planner.ts';
import { planParameter } from './planParameter.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

const components = (declarations: string, body = '') =>
  uniformComponents(planner.descriptor(shaderOf(declarations, body)));

const WRITTEN = [
  ['TIME', 'float', { type: 'TIME', scalarType: 'float32' }],
  ['FRAME_ID', 'int', { type: 'FRAME_ID', scalarType: 'int32' }],
  ['KEY("a")', 'uint', { type: 'KEY', key: 'a', scalarType: 'uint32' }],
  ['KEY("ArrowLeft")', 'float', { type: 'KEY', key: 'ArrowLeft', scalarType: 'float32' }],
  ['KEY(" ")', 'float', { type: 'KEY', key: ' ', scalarType: 'float32' }],
  ['MOUSE_POSITION', 'float4', { type: 'MOUSE_POSITION', scalarType: 'float32' }],
  ['MOUSE_POSITION', 'int4', { type: 'MOUSE_POSITION', scalarType: 'int32' }],
  [
    'SLIDER(0.5, -1, 2)',
    'float',
    { type: 'SLIDER', elementSize: 4, default: 0.5, min: -1, max: 2 },
  ],
  [
    'SLIDER(0, 0, 1e-7)',
    'float',
    { type: 'SLIDER', elementSize: 4, default: 0, min: 0, max: Math.fround(1e-7) },
  ],
  [
    'COLOR_PICK(1, 0.5, 0)',
    'float3',
    { type: 'COLOR_PICK', elementSize: 4, elementCount: 3, default: [1, 0.5, 0] },
  ],
  [
    'COLOR_PICK(1, 0.5, 0)',
    'float4',
    { type: 'COLOR_PICK', elementSize: 4, elementCount: 4, default: [1, 0.5, 0] },
  ],
] as const;

describe('uniforms that are written each frame', () => {
  it.each(WRITTEN)('are planned for [playground::%s] on %s', (attribute, type, component) => {
    const value = /\d$/.test(type) ? 'value.x' : 'value';
    expect(
      components(
        `uniform float4 first; [playground::${attribute}] uniform ${type} value;`,
        `result[0] = ${value} + first.x;`,
      ),
    ).toEqual([{ ...component, name: 'value', offset: 16 }]);
  });

  it.each([
    ['float', 'float32'],
    ['double', 'float64'],
    ['int8_t', 'int8'],
    ['int16_t', 'int16'],
    ['int', 'int32'],
    ['uint8_t', 'uint8'],
    ['uint16_t', 'uint16'],
    ['uint', 'uint32'],
  ])('may be %s for TIME, FRAME_ID and KEY', (type, scalarType) => {
    const [first, ...rest] = components(`[playground::TIME] uniform ${type} time;
      [playground::FRAME_ID] uniform ${type} frame;
      [playground::KEY("k")] uniform ${type} key;`);
    expect(first).toEqual({ type: 'TIME', name: 'time', offset: 0, scalarType });
    expect(rest).toMatchObject([
      { type: 'FRAME_ID', scalarType },
      { type: 'KEY', scalarType },
    ]);
  });

  it('are at the offsets of the compiler, in a block with a multiple of 16 bytes', () => {
    const { uniformBlocks, shader } = planner.descriptor(
      shaderOf(
        `[playground::TIME] uniform float time;
         [playground::COLOR_PICK(0, 0, 0)] uniform float3 color;
         [playground::SLIDER(0, 0, 1)] uniform float size;
         [playground::FRAME_ID] uniform uint frame;`,
        'result[0] = time + color.x + size + frame;',
      ),
    );
    const [block] = uniformBlocks;
    expect(block?.components.map(({ name, offset }) => [name, offset])).toEqual([
      ['time', 0],
      ['color', 16],
      ['size', 28],
      ['frame', 32],
    ]);
    expect(uniformBlocks).toEqual([
      { ...block, name: 'uniforms', slot: { group: 0, binding: 0 }, size: 48 },
    ]);
    expect(shader.code).toMatch(
      /@align\(16\) time_0 : f32,\s+@align\(16\) color_0 : vec3<f32>,\s+@align\(4\) size_0 : f32,\s+@align\(16\) frame_0 : u32,/,
    );
  });

  it('may be in a struct, and are named by their path', () => {
    expect(
      components(
        `struct Brush { [playground::TIME] float time; [playground::SLIDER(1, 0, 2)] float size; };
         struct Scene { float4 ground; Brush brush; };
         uniform float4 first; uniform Scene scene;`,
        'result[0] = scene.brush.size + first.x;',
      ),
    ).toEqual([
      { type: 'TIME', name: 'scene.brush.time', offset: 32, scalarType: 'float32' },
      {
        type: 'SLIDER',
        name: 'scene.brush.size',
        offset: 36,
        elementSize: 4,
        default: 1,
        min: 0,
        max: 2,
      },
    ]);
  });

  it('keep defaults outside the range of a slider or a colour picker', () => {
    expect(
      components(`[playground::SLIDER(5, 0, 1)] uniform float high;
        [playground::SLIDER(-5, 0, 1)] uniform float low;
        [playground::COLOR_PICK(-1, 2, 0.5)] uniform float3 color;`),
    ).toMatchObject([{ default: 5 }, { default: -5 }, { default: [-1, 2, 0.5] }]);
  });
});

const SCALAR = 'a float scalar in the uniform block';
const MOUSE = 'a float vector of 4 or more elements in the uniform block';
const COLOR = 'a float vector of 3 or more elements in the uniform block';
const KEY =
  'a scalar of float32, float64, int8, int16, int32, uint8, uint16, uint32 in the uniform block';

const MISFITS = [
  ['TIME', 'uniform float2 x', SCALAR],
  ['TIME', 'uniform bool x', SCALAR],
  ['TIME', 'uniform half x', SCALAR],
  ['TIME', 'uniform int64_t x', SCALAR],
  ['TIME', 'RWStructuredBuffer<float> x', SCALAR],
  ['TIME', 'ConstantBuffer<float> x', SCALAR],
  ['FRAME_ID', 'uniform uint2 x', SCALAR],
  ['FRAME_ID', 'uniform float x[2]', SCALAR],
  ['SLIDER(0, 0, 1)', 'uniform int x', SCALAR],
  ['SLIDER(0, 0, 1)', 'uniform half x', SCALAR],
  ['SLIDER(0, 0, 1)', 'uniform double x', SCALAR],
  ['SLIDER(0, 0, 1)', 'uniform float2 x', SCALAR],
  ['MOUSE_POSITION', 'uniform float3 x', MOUSE],
  ['MOUSE_POSITION', 'uniform half4 x', MOUSE],
  ['MOUSE_POSITION', 'uniform float x', MOUSE],
  ['MOUSE_POSITION', 'SamplerState x', MOUSE],
  ['COLOR_PICK(0, 0, 0)', 'uniform float2 x', COLOR],
  ['COLOR_PICK(0, 0, 0)', 'uniform half3 x', COLOR],
  ['COLOR_PICK(0, 0, 0)', 'uniform uint4 x', COLOR],
  ['COLOR_PICK(0, 0, 0)', 'Texture2D<float4> x', COLOR],
  ['KEY("a")', 'uniform float4 x', KEY],
  ['KEY("a")', 'uniform bool x', KEY],
  ['KEY("a")', 'Texture2D<float4> x', KEY],
] as const;

describe('an unsuitable uniform attribute', () => {
  it.each(MISFITS)('is rejected: [playground::%s] on %s', (attribute, declaration, supported) => {
    const name = attribute.replace(/\(.*/, '');
    expect(planner.refusal(shaderOf(`[playground::${attribute}] ${declaration};`))).toBe(
      `${name} attribute cannot be applied to x, it only supports ${supported}`,
    );
  });

  it('is rejected on an array that is too long for controls', () => {
    const fields = '{ [playground::TIME] float time; [playground::SLIDER(0, 0, 1)] float size; }';
    expect(planner.refusal(shaderOf(`struct S ${fields}; uniform S many[257];`))).toBe(
      `TIME attribute cannot be applied to many.time, it only supports ${SCALAR}`,
    );
    expect(
      planner.refusal(shaderOf('[playground::SLIDER(0, 0, 1)] uniform float many[257];')),
    ).toBe(`SLIDER attribute cannot be applied to many, it only supports ${SCALAR}`);
  });

  it.each([
    [
      '[playground::TIME] [playground::FRAME_ID] uniform float x;',
      'x has both a TIME and a FRAME_ID attribute, but a parameter can follow only one: remove the other.',
    ],
    [
      '[playground::SLIDER(0, 1, 1)] uniform float x;',
      'SLIDER attribute of x: its maximum is 1, but has to be greater than its minimum 1.',
    ],
    [
      '[playground::SLIDER(0, 2, -1)] uniform float x;',
      'SLIDER attribute of x: its maximum is -1, but has to be greater than its minimum 2.',
    ],
    [
      '[playground::KEY("")] uniform float x;',
      'KEY attribute of x: its key name is "", but has to be a KeyboardEvent.key or .code.',
    ],
    [
      `[__AttributeUsage(_AttributeTargets.Var)] struct playground_MINEAttribute { int a; };
       [playground_MINE(3)] uniform float x;`,
      'MINE attribute of x is unknown. Parameters can have ZEROS, SAMPLER, BLACK, BLACK_3D, ' +
        'BLACK_SCREEN, URL, DATA, RAND, TIME, FRAME_ID, MOUSE_POSITION, SLIDER, COLOR_PICK, KEY.',
    ],
  ])('is rejected for its arguments: %s', (declaration, message) => {
    expect(planner.refusal(shaderOf(declaration))).toBe(message);
  });

  it('does not affect attributes that are not the playground’s', () => {
    expect(
      components(`[__AttributeUsage(_AttributeTargets.Var)] struct NoteAttribute { int a; };
        [Note(3)] [playground::TIME] uniform float x;`),
    ).toEqual([{ type: 'TIME', name: 'x', offset: 0, scalarType: 'float32' }]);
  });
});

/** A uniform that the compiler would not reflect for any source. */
function reflected(
  name: string,
  args: readonly (number | string)[],
  type: ReflectedType = { kind: 'scalar', scalarType: 'float32' },
): BoundParameter {
  return {
    name: 'x',
    fullName: 'x',
    type,
    place: { kind: 'uniform', block: 'uniforms', offset: 0 },
    attributes: [{ name: `playground_${name}`, arguments: args }],
  };
}

describe('arguments that the compiler itself rejects', () => {
  it.each([
    ['no argument', []],
    ['a number', [3]],
    ['two strings', ['a', 'b']],
  ])('are rejected for KEY: %s', (_, args) => {
    expect(planParameter(reflected('KEY', args))).toEqual({
      ok: false,
      error: 'KEY attribute requires a single string argument (the key name)',
    });
  });

  it('are rejected for SLIDER and COLOR_PICK', () => {
    const vector: ReflectedType = {
      kind: 'vector',
      elementCount: 3,
      elementType: { kind: 'scalar', scalarType: 'float32' },
    };
    expect(planParameter(reflected('SLIDER', [0, 1]))).toEqual({
      ok: false,
      error: 'SLIDER attribute of x: its maximum is missing, but has to be a number.',
    });
    expect(planParameter(reflected('COLOR_PICK', [0, 'red', 1], vector))).toEqual({
      ok: false,
      error: 'COLOR_PICK attribute of x: its green is "red", but has to be a number.',
    });
  });

  it.each(['float64', 'int8', 'uint16'])('do not make a mouse vector of %s fail', (scalarType) => {
    const elementType: ReflectedType = { kind: 'scalar', scalarType };
    const vector: ReflectedType = { kind: 'vector', elementCount: 8, elementType };
    expect(planParameter(reflected('MOUSE_POSITION', [], vector))).toEqual({
      ok: true,
      value: {
        kind: 'uniform',
        component: { type: 'MOUSE_POSITION', name: 'x', offset: 0, scalarType },
      },
    });
  });
});
