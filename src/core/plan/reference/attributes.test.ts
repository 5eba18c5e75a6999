import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { planRun } from '#core/plan/planRun.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { ATTRIBUTES, exampleLines, sampleOf, signatureOf } from './attributes.ts';
import printing from './examples/printing.slang?raw';
import rendering from './examples/rendering.slang?raw';

/** The attributes that playground.slang declares, in order, with the fields of their structs. */
async function declaredAttributes() {
  const file = path.resolve(import.meta.dirname, '../../slang/playground.slang');
  const source = await readFile(file, 'utf8');
  const structs = source.matchAll(/struct playground_(\w+)Attribute\s*\{([^}]*)\}/g);
  return [...structs].map(([, name = '', fields = '']) => ({
    name,
    arguments: [...fields.matchAll(/(\w+) (\w+);/g)].map(([, type, field]) => ({
      type,
      name: field,
    })),
  }));
}

/** `CALL::SIZE_OF` is declared as `CALL_SIZE_OF`. */
const declaredName = (name: string) => name.replace('::', '_');

it('has one entry for each attribute of playground.slang, with its arguments in order', async () => {
  const declared = await declaredAttributes();
  expect(declared).toHaveLength(18);
  expect(
    ATTRIBUTES.map(({ name, arguments: taken }) => ({
      name: declaredName(name),
      arguments: taken.map((argument) => ({ type: argument.type, name: argument.name })),
    })),
  ).toEqual(declared);
});

it('formats an attribute with the names of its arguments', () => {
  expect(ATTRIBUTES.map(signatureOf)).toMatchInlineSnapshot(`
    [
      "[playground::ZEROS(count)]",
      "[playground::RAND(count)]",
      "[playground::DATA(url)]",
      "[playground::BLACK(width, height)]",
      "[playground::BLACK_3D(width, height, depth)]",
      "[playground::BLACK_SCREEN(widthScale, heightScale)]",
      "[playground::URL(url)]",
      "[playground::SAMPLER]",
      "[playground::TIME]",
      "[playground::FRAME_ID]",
      "[playground::MOUSE_POSITION]",
      "[playground::KEY(key)]",
      "[playground::SLIDER(initial, minimum, maximum)]",
      "[playground::COLOR_PICK(red, green, blue)]",
      "[playground::CALL(x, y, z)]",
      "[playground::CALL::SIZE_OF(resourceName)]",
      "[playground::CALL_INDIRECT(bufferName, offset)]",
      "[playground::CALL::ONCE]",
    ]
  `);
});

it('has a sample of the right type for each argument', () => {
  const patterns = { int: /^\d+$/, float: /^\d+\.\d+$/, string: /^"[^"]+"$/ };
  const wrong = ATTRIBUTES.flatMap(({ name, arguments: taken }) =>
    taken.filter(({ type, sample }) => !patterns[type].test(sample)).map((one) => [name, one.name]),
  );
  expect(wrong).toEqual([]);
  expect(ATTRIBUTES.slice(0, 3).map(sampleOf)).toEqual([
    '[playground::ZEROS(1024)]',
    '[playground::RAND(1024)]',
    '[playground::DATA("data:text/plain,Hello, Slang!")]',
  ]);
});

it('cuts two lines from the example: the attribute and the declaration', () => {
  expect(ATTRIBUTES.map((attribute) => exampleLines(attribute).join('\n'))).toMatchInlineSnapshot(`
    [
      "[playground::ZEROS(32)]
    RWStructuredBuffer<float> heights;",
      "[playground::RAND(768)]
    RWStructuredBuffer<float> noise;",
      "[playground::DATA("data:text/plain,Hello from DATA!")]
    StructuredBuffer<uint> letters;",
      "[playground::BLACK(64, 64)]
    RWTexture2D<float> pattern;",
      "[playground::BLACK_3D(32, 32, 32)]
    RWTexture3D<float> volume;",
      "[playground::BLACK_SCREEN(0.125, 0.125)]
    RWTexture2D<float> trail;",
      "[playground::URL("data:image/gif;base64,R0lGODlhCAAIAIEAABIYMOtGWv++vpYeRiwAAAAACAAIAAACEoR/EaYQotRQME4Xw0gSue15BQA7")]
    Texture2D<float4> image;",
      "[playground::SAMPLER]
    SamplerState smooth;",
      "[playground::TIME]
    uniform float time;",
      "[playground::FRAME_ID]
    uniform uint frame;",
      "[playground::MOUSE_POSITION]
    uniform float4 mouse;",
      "[playground::KEY("ArrowRight")]
    uniform float right;",
      "[playground::SLIDER(0.5, 0.1, 0.9)]
    uniform float radius;",
      "[playground::COLOR_PICK(0.3, 0.6, 0.9)]
    uniform float3 tint;",
      "[playground::CALL(6, 1, 1)]
    void report(uint thread : SV_DispatchThreadID, uint group : SV_GroupID)",
      "[playground::CALL::SIZE_OF("outputTexture")]
    void draw(uint2 pixel : SV_DispatchThreadID)",
      "[playground::CALL_INDIRECT("groups", 0)]
    void work(uint group : SV_GroupID)",
      "[playground::CALL::ONCE]
    void raise(uint at : SV_DispatchThreadID)",
    ]
  `);
});

it('has matching backticks in its texts', () => {
  const texts = ATTRIBUTES.flatMap(({ appliesTo, meaning, arguments: taken }) => [
    appliesTo,
    meaning,
    ...taken.map((argument) => argument.meaning),
  ]);
  expect(texts.filter((text) => text.split('`').length % 2 === 0)).toEqual([]);
});

describe('an example', () => {
  let compiler: Compiler;
  beforeAll(async () => {
    compiler = await createTestCompiler();
  });

  /** The attributes that the source's plan uses. Throws on any diagnostic. */
  async function attributesInUse(sourceCode: string): Promise<string[]> {
    const request = { target: 'WGSL', entrypoint: null, shaderPath: USER_SHADER_PATH } as const;
    const answer = await compiler.compile({ ...request, sourceCode });
    if (!answer.succ || answer.log !== '') throw new Error(answer.log || answer.message);
    const planned = planRun(answer.result, 'https://example.test/');
    if (!planned.ok) throw new Error(planned.error);
    const { resourceCommands, callCommands } = planned.value;
    return [
      ...resourceCommands.map(({ parsedCommand }) => parsedCommand.type),
      ...uniformComponents(planned.value).map(({ type }) => type),
      ...callCommands.map(({ type }) => CALL_NAMES[type]),
      ...callCommands.filter(({ callOnce }) => callOnce).map(() => 'CALL::ONCE'),
    ];
  }

  it.each(ATTRIBUTES)(
    'compiles without a diagnostic and runs with its attribute: $name',
    async ({ name, example }) => {
      expect(await attributesInUse(example)).toContain(name);
    },
  );

  it.each([
    { name: 'printing', example: printing },
    { name: 'rendering', example: rendering },
  ])('compiles without a diagnostic and runs: $name', async ({ name, example }) => {
    expect(example).toContain(`import ${name};`);
    expect(await attributesInUse(example)).not.toEqual([]);
  });
});

const CALL_NAMES = {
  FIXED_SIZE: 'CALL',
  RESOURCE_BASED: 'CALL::SIZE_OF',
  INDIRECT: 'CALL_INDIRECT',
} as const;
