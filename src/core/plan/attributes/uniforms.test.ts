import { describe, expect, it } from 'vitest';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { ReflectedType } from '#core/plan/reflection/reflection.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { planParameter } from './planParameter.ts';

const planner = await createPlanner();

const components = (declarations: string, body = '') =>
  uniformComponents(planner.descriptor(shaderOf(declarations, body)));

const slider = (least: number, start: number, most: number) => ({
  ...{ type: 'SLIDER', elementSize: 4, default: start, min: least, max: most },
});
const color = (elementCount: number) => ({
  ...{ type: 'COLOR_PICK', elementSize: 4, elementCount, default: [1, 0.5, 0] },
});

const WRITTEN = [
  ['TIME', 'float', { type: 'TIME', scalarType: 'float32' }],
  ['FRAME_ID', 'int', { type: 'FRAME_ID', scalarType: 'int32' }],
  ['KEY("a")', 'uint', { type: 'KEY', key: 'a', scalarType: 'uint32' }],
  ['KEY("ArrowLeft")', 'float', { type: 'KEY', key: 'ArrowLeft', scalarType: 'float32' }],
  ['KEY(" ")', 'float', { type: 'KEY', key: ' ', scalarType: 'float32' }],
  ['MOUSE_POSITION', 'float4', { type: 'MOUSE_POSITION', scalarType: 'float32' }],
  ['MOUSE_POSITION', 'int4', { type: 'MOUSE_POSITION', scalarType: 'int32' }],
  ['SLIDER(0.5, -1, 2)', 'float', slider(-1, 0.5, 2)],
  ['SLIDER(0, 0, 1e-7)', 'float', slider(0, 0, Math.fround(1e-7))],
  ['COLOR_PICK(1, 0.5, 0)', 'float3', color(3)],
  ['COLOR_PICK(1, 0.5, 0)', 'float4', color(4)],
] as const;

describe('uniforms that are written each frame', () => {
  it.each(WRITTEN)('are planned for [playground::%s] on %s', (attribute, type, component) => {
    const value = /\d$/.test(type) ? 'value.x' : 'value';
    const declarations = `uniform float4 first; [playground::${attribute}] uniform ${type} value;`;
    expect(components(declarations, `result[0] = ${value} + first.x;`)).toEqual([
      { ...component, name: 'value', offset: 16 },
    ]);
  });

  it('may be any number but half and 64-bit integers, for TIME, FRAME_ID and KEY', () => {
    const types = ['float', 'double', 'int8_t', 'int16_t', 'int', 'uint8_t', 'uint16_t', 'uint'];
    const names = 'float32 float64 int8 int16 int32 uint8 uint16 uint32'.split(' ');
    for (const attribute of ['TIME', 'FRAME_ID', 'KEY("k")']) {
      const declarations = types.map(
        (type, at) => `[playground::${attribute}] uniform ${type} x${at};`,
      );
      const planned = components(declarations.join('\n'));
      expect(planned.map((one) => 'scalarType' in one && one.scalarType)).toEqual(names);
    }
  });

  it('are at the offsets of the compiler, in a block with a multiple of 16 bytes', () => {
    const source = shaderOf(
      `[playground::TIME] uniform float time;
       [playground::COLOR_PICK(0, 0, 0)] uniform float3 color;
       [playground::SLIDER(0, 0, 1)] uniform float size;
       [playground::FRAME_ID] uniform uint frame;`,
      'result[0] = time + color.x + size + frame;',
    );
    const { uniformBlocks, shader } = planner.descriptor(source);
    expect(uniformBlocks).toMatchObject([
      { name: 'uniforms', slot: { group: 0, binding: 0 }, size: 48 },
    ]);
    const places = uniformBlocks[0]?.components.map(({ name, offset }) => `${name} ${offset}`);
    expect(places).toEqual(['time 0', 'color 16', 'size 28', 'frame 32']);
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
      { ...slider(0, 1, 2), name: 'scene.brush.size', offset: 36 },
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

/** Attributes with what they support and types that do not fit. */
const MISFITS = [
  ['TIME', SCALAR, 'float2 bool half int64_t RWStructuredBuffer<float> ConstantBuffer<float>'],
  ['FRAME_ID', SCALAR, 'uint2 float[2]'],
  ['SLIDER(0, 0, 1)', SCALAR, 'int half double float2'],
  ['MOUSE_POSITION', MOUSE, 'float3 half4 float SamplerState'],
  ['COLOR_PICK(0, 0, 0)', COLOR, 'float2 half3 uint4 Texture2D<float4>'],
  ['KEY("a")', KEY, 'float4 bool Texture2D<float4>'],
] as const;

describe('an unsuitable uniform attribute', () => {
  it.each(MISFITS)('is rejected: [playground::%s]; %s fits', (attribute, fitting, types) => {
    const name = attribute.replace(/\(.*/, '');
    for (const type of types.split(' ')) {
      const source = shaderOf(`[playground::${attribute}] uniform ${type} x;`);
      const message = `${name} attribute cannot be applied to x, it only supports ${fitting}`;
      expect([type, planner.refusal(source)]).toEqual([type, message]);
    }
  });

  it('is rejected on an array that is too long for controls', () => {
    const S =
      'struct S { [playground::TIME] float time; [playground::SLIDER(0, 0, 1)] float size; };';
    expect(planner.refusal(shaderOf(`${S} uniform S many[257];`))).toBe(
      `TIME attribute cannot be applied to many.time, it only supports ${SCALAR}`,
    );
    const alone = '[playground::SLIDER(0, 0, 1)] uniform float many[257];';
    expect(planner.refusal(shaderOf(alone))).toBe(
      `SLIDER attribute cannot be applied to many, it only supports ${SCALAR}`,
    );
  });

  const MINE =
    '[__AttributeUsage(_AttributeTargets.Var)] struct playground_MINEAttribute { int a; };';
  const WRONG = {
    '[playground::TIME] [playground::FRAME_ID] uniform float x;':
      'x has both a TIME and a FRAME_ID attribute, but a parameter can follow only one: remove the other.',
    '[playground::SLIDER(0, 1, 1)] uniform float x;':
      'SLIDER attribute of x: its maximum is 1, but has to be greater than its minimum 1.',
    '[playground::SLIDER(0, 2, -1)] uniform float x;':
      'SLIDER attribute of x: its maximum is -1, but has to be greater than its minimum 2.',
    '[playground::KEY("")] uniform float x;':
      'KEY attribute of x: its key name is "", but has to be a KeyboardEvent.key or .code.',
    [`${MINE} [playground_MINE(3)] uniform float x;`]:
      'MINE attribute of x is unknown. Parameters can have ZEROS, SAMPLER, BLACK, BLACK_3D, ' +
      'BLACK_SCREEN, URL, DATA, RAND, TIME, FRAME_ID, MOUSE_POSITION, SLIDER, COLOR_PICK, KEY, ' +
      'VIEW, PROJECTION, VIEW_PROJECTION, CAMERA_POSITION.',
  };

  it.each(Object.entries(WRONG))('is rejected for its arguments: %s', (declaration, message) => {
    expect(planner.refusal(shaderOf(declaration))).toBe(message);
  });

  it('does not affect attributes that are not the playground’s', () => {
    expect(
      components(`[__AttributeUsage(_AttributeTargets.Var)] struct NoteAttribute { int a; };
        [Note(3)] [playground::TIME] uniform float x;`),
    ).toEqual([{ type: 'TIME', name: 'x', offset: 0, scalarType: 'float32' }]);
  });
});

const scalarOf = (scalarType: string): ReflectedType => ({ kind: 'scalar', scalarType });
const vectorOf = (elementCount: number, scalarType: string): ReflectedType => ({
  ...{ kind: 'vector', elementCount, elementType: scalarOf(scalarType) },
});

/** A uniform that the compiler would not reflect for any source. */
function reflected(
  name: string,
  args: readonly (number | string)[],
  type = scalarOf('float32'),
): BoundParameter {
  const place = { kind: 'uniform', block: 'uniforms', offset: 0 } as const;
  const attributes = [{ name: `playground_${name}`, arguments: args }];
  return { name: 'x', fullName: 'x', type, place, attributes };
}

describe('arguments that the compiler itself rejects', () => {
  it.each([[[]], [[3]], [['a', 'b']]])('are rejected for KEY: %j', (args) => {
    expect(planParameter(reflected('KEY', args))).toEqual({
      ok: false,
      error: 'KEY attribute requires a single string argument (the key name)',
    });
  });

  it('are rejected for SLIDER and COLOR_PICK', () => {
    expect(planParameter(reflected('SLIDER', [0, 1]))).toEqual({
      ok: false,
      error: 'SLIDER attribute of x: its maximum is missing, but has to be a number.',
    });
    expect(planParameter(reflected('COLOR_PICK', [0, 'red', 1], vectorOf(3, 'float32')))).toEqual({
      ok: false,
      error: 'COLOR_PICK attribute of x: its green is "red", but has to be a number.',
    });
  });

  it.each(['float64', 'int8', 'uint16'])('do not make a mouse vector of %s fail', (scalarType) => {
    const vector = vectorOf(8, scalarType);
    const component = { type: 'MOUSE_POSITION', name: 'x', offset: 0, scalarType };
    expect(planParameter(reflected('MOUSE_POSITION', [], vector))).toEqual({
      ok: true,
      value: { kind: 'uniform', component },
    });
  });
});
