import { describe, expect, it } from 'vitest';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { createPlanner, shaderOf } from '../../../../tests/support/planner.ts';
import { readLayoutJson } from './layout.ts';

const planner = await createPlanner();

const components = (declarations: string) =>
  uniformComponents(planner.descriptor(shaderOf(declarations)));

describe('constant expressions as arguments of attributes', () => {
  it('are evaluated on globals, on members and in namespaces', () => {
    const found = components(`
        static const float MAX = 4;
        #define MIN -1
        namespace Knobs { [playground::SLIDER(1.0 / 4, MIN, MAX)] uniform float gain; }
        struct Brush { [playground::SLIDER(MAX / 2, 0, MAX * 2)] float size; };
        uniform Brush brush;
        cbuffer Scene { [playground::COLOR_PICK(1.0 / 2, 0.25 * 2, MAX / 8)] float3 sky; }`);
    expect(found).toMatchObject([
      { name: 'brush.size', default: 2, min: 0, max: 8 },
      { name: 'gain', default: 0.25, min: -1, max: 4 },
      { name: 'sky', default: [0.5, 0.5, 0.5] },
    ]);
  });

  it('are rejected with their position if they are not constant', () => {
    const slider = '[playground::SLIDER(start + 1, 0, 4)] uniform float x;';
    expect(planner.refusal(shaderOf(`uniform float start;\n${slider}`))).toBe(
      'SLIDER attribute of x: its default, "start + 1" in line 5, is not a constant. Write a number as a literal.',
    );
  });

  it('may equal the compiler’s placeholder for unevaluated expressions', () => {
    expect(components('[playground::KEY("invalid value")] uniform float x;')).toMatchObject([
      { key: 'invalid value' },
    ]);
  });
});

describe('floats in attributes', () => {
  it.each([
    ['-2.5e-7f, -.5, 1.', [-2.5e-7, -0.5, 1]],
    ['0.123456789, 0, 123456.789', [0.123456789, 0, 123456.789]],
    ['16777217, 0, 33554432', [16_777_216, 0, 33_554_432]],
  ])('keep all digits in SLIDER(%s)', (written, numbers) => {
    const [initial = 0, min = 0, max = 0] = numbers.map(Math.fround);
    const slider = `[playground::SLIDER(${written})] uniform float level;`;
    expect(components(slider)).toMatchObject([{ default: initial, min, max }]);
  });
});

describe('parameters with the same name in several namespaces', () => {
  const BUFFERS = `
    namespace A { [playground::ZEROS(4)] RWStructuredBuffer<float> data; [playground::SLIDER(1, 0, 2)] uniform float gain; }
    namespace B::C { [playground::ZEROS(8)] RWStructuredBuffer<float> data; [playground::SLIDER(0, 0, 1)] uniform float gain; }`;
  const USE = 'result[0] = A::data[0] + B::C::data[0] + A::gain + B::C::gain;';

  it('are distinguished by their full names', () => {
    const descriptor = planner.descriptor(shaderOf(BUFFERS, USE));
    const counts = descriptor.resourceCommands.flatMap(
      ({ resourceName, parsedCommand: command }) =>
        command.type === 'ZEROS' ? [`${resourceName} ${command.count}`] : [],
    );
    expect(counts).toEqual(['result 4', 'A::data 4', 'B::C::data 8']);
    const names = uniformComponents(descriptor).map(({ name }) => name);
    expect(names).toEqual(['A::gain', 'B::C::gain']);
  });

  it('are called by their full names', () => {
    const call = '[playground::CALL::SIZE_OF("B::C::data")]';
    expect(planner.descriptor(shaderOf(BUFFERS, USE, call)).callCommands).toMatchObject([
      { type: 'RESOURCE_BASED', resourceName: 'B::C::data' },
    ]);
  });

  it('are distinguished in nested and reopened namespaces', () => {
    const buffer = (type: string) => `[playground::ZEROS(4)] RWStructuredBuffer<${type}> data;`;
    const source = shaderOf(
      `namespace A { namespace B { ${buffer('float2')} } ${buffer('float')} }
       namespace C { ${buffer('float4')} }
       ${buffer('float4x4')}
       namespace A { namespace D { ${buffer('float4[2]')} } }`,
    );
    const sizeOf = (name: string) => {
      const { command } = planner.resource(source, name);
      return command?.type === 'ZEROS' && command.elementSize;
    };
    const names = ['data', 'A::data', 'A::B::data', 'C::data', 'A::D::data'];
    expect(names.map(sizeOf)).toEqual([64, 4, 8, 16, 32]);
  });

  it('keep unique short names', () => {
    const source = shaderOf(
      'namespace A { [playground::ZEROS(4)] RWStructuredBuffer<float> data; }',
      'result[0] = A::data[0];',
    );
    expect(Object.keys(planner.descriptor(source).layout)).toContain('data');
  });
});

/** A layout that calls `JSON.parse` on this text, like the binary. */
const layoutOf = (text: string) => ({ toJsonObject: () => JSON.parse(text) as unknown });

describe('reading the layout', () => {
  it('restores JSON.parse, even if the binary throws', () => {
    const { parse } = JSON;
    const broken = {
      toJsonObject() {
        throw new Error('broken');
      },
    };
    expect(() => readLayoutJson(broken)).toThrow('broken');
    expect(JSON.parse).toBe(parse);
  });

  it('reads infinite floats, which JSON cannot express, as their names', () => {
    expect(readLayoutJson(layoutOf('{ "arguments": [1.5, inf, -inf], "inf": "-inf" }'))).toEqual({
      arguments: [1.5, 'inf', '-inf'],
      inf: '-inf',
    });
  });

  it.each([
    [String.raw`it\'s`, "it's"],
    [String.raw`a\nb\tc\"d\\e`, 'a\nb\tc"d\\e'],
    [String.raw`\a\v\0x`, '\x07\v\0x'],
    [String.raw`caf\303\251 \360\237\230\200`, 'café 😀'],
    ['plain', 'plain'],
  ])('reads the C string %s', (written, text) => {
    expect(readLayoutJson(layoutOf(`{ "strings": { "${written}": -7 } }`))).toEqual({
      strings: { [text]: -7 },
    });
  });
});
