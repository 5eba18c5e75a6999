import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkConverted,
  compileConverted,
  converted,
  shader,
} from '../../../../tests/support/conversions.ts';
import { threadTime } from '../../../../tests/support/threadTime.ts';
import { convert } from './convert.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../tests/support');
const SHADERTOY = readdirSync(path.join(FOLDER, 'shadertoy'));
const FRAGMENTS = readdirSync(path.join(FOLDER, 'fragments'));

const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

type Losses = Readonly<Record<string, number>>;

/** Number of places that cannot be converted. */
const LOST_IN_KERNEL: Losses = { 'water.glsl': 3, 'lens.glsl': 1 };
const LOST_IN_FRAGMENT: Losses = { ...LOST_IN_KERNEL, 'water.glsl': 1 };
const LOST: Losses = { 'lamps.glsl': 1, 'photo.glsl': 4, 'truchet.glsl': 1 };

it('has at least 40 Shadertoy shaders and 14 fragment shaders to convert', () => {
  expect(SHADERTOY.length).toBeGreaterThanOrEqual(40);
  expect(FRAGMENTS.length).toBeGreaterThanOrEqual(14);
});

describe('a Shadertoy shader', () => {
  it.each(SHADERTOY)('becomes a kernel that compiles and can run: %s', async (name) => {
    const { text, notConverted } = converted(read(`shadertoy/${name}`), 'kernel');
    await checkConverted(text);
    expect(notConverted).toHaveLength(LOST_IN_KERNEL[name] ?? 0);
  });

  it.each(SHADERTOY)('becomes a fragment shader that compiles: %s', async (name) => {
    const { text, notConverted } = converted(read(`shadertoy/${name}`), 'fragment');
    expect((await compileConverted(text)).code).toContain('@fragment');
    expect(notConverted).toHaveLength(LOST_IN_FRAGMENT[name] ?? 0);
  });

  it('becomes a fragment shader by itself only if it needs one', () => {
    const forms = SHADERTOY.filter(
      (name) => converted(read(`shadertoy/${name}`)).otherForm === 'kernel',
    );
    expect(forms).toEqual(['water.glsl']);
  });
});

it.each(FRAGMENTS)('converts %s to a fragment shader that compiles', async (name) => {
  const { text, notConverted, otherForm } = converted(read(`fragments/${name}`));
  expect((await compileConverted(text)).code).toContain('@fragment');
  expect(notConverted).toHaveLength(LOST[name] ?? 0);
  expect(otherForm).toBeNull();
});

it('converts a large source quickly', () => {
  const body = read('shadertoy/cube.glsl');
  const more = Array.from({ length: 20 }, (_, index) =>
    body.replaceAll(/\b(rotation|view|segment|project|mainImage)\b/g, `$1${index}`),
  );
  const source = more.join('\n') + body;
  expect(source.length).toBeGreaterThan(40_000);
  const { text } = converted(source);
  expect(text.match(/mainImage/g)?.length).toBeGreaterThan(20);
});

/** Macros A1 to A30 that each double the text of the previous one. */
const doubling = (params = '') =>
  Array.from(
    { length: 30 },
    (_, i) => `#define A${i + 1}${params} A${i}${params} A${i}${params}\n`,
  ).join('');

const HLSL = 'RWTexture2D<float4> t; [numthreads(1, 1, 1)] void f(uint i : SV_GroupIndex) { ';
const entry = (i: number) =>
  `float2 size${i};[numthreads(1,1,1)]void f${i}(uint i:SV_GroupIndex){t[i]=1;}`;

describe('invalid or foreign GLSL', () => {
  it.each([
    [shader('    color = vec4(1;'), 'There is “;” where “,” is expected in line 4.'],
    [shader('    color = (vec4(1);'), 'There is “;” where “)” is expected in line 4.'],
    [
      'void mainImage(out vec4 c, in vec2 p) { c = vec4(1);',
      'The source ends where “}” is expected',
    ],
    [shader(`color = (at ${'ab'.repeat(99)});`), `There is “${'ab'.repeat(40)}…” where “)”`],
    [shader(`    color = ${'('.repeat(5000)};`), 'Brackets are more than 200 deep in line 4.'],
    [shader(`#if ${'('.repeat(40_000)}`), 'Brackets are more than 200 deep in line 4.'],
    ['void main() { vec4 color = vec4(gl_FragCoord); }', 'Its main() writes no colour'],
    ['#if 0\nvoid main() { gl_FragColor = vec4(1); }\n#endif', 'no “void main()” that is compiled'],
    ['void main() {\n#if 0\ngl_FragColor;\n#endif\n}', 'no “gl_FragColor” that is compiled'],
    ['void main() { gl_Position = vec4(1); }', 'It is a vertex shader'],
    [shader('color = vec4(1);') + shader('color = vec4(1);'), 'It has several buffers'],
    ['void mainSound(in float t) { }', 'It makes no picture'],
    ['int x;', 'neither a Shadertoy image shader'],
    [' '.repeat(100_001), 'has 100,001 characters; at most 100,000 are converted'],
  ])('is rejected with the reason (%#)', (text, reason) => {
    const result = convert(text);
    expect(result.ok ? '' : result.error).toContain(reason);
  });

  it.each([
    ['blank lines', '\n'.repeat(99_000)],
    ['brackets', shader('(['.repeat(49_000))],
    ['comments', shader('/*'.repeat(49_000))],
    ['directives', '#define '.repeat(12_000)],
    ['precisions in conditions', `#if 1\n${'precision\n#else\n'.repeat(6000)}${shader('')}`],
    ['lists of uniforms', `uniform float a${', uniform'.repeat(10_000)}; ${shader('')}`],
    ['uniforms', `${'uniform vec2 a_resolution;'.repeat(3700)}${shader('')}`],
    ['layouts', `${'layout('.repeat(14_000)}${shader('')}`],
    ['blank lines in a fragment shader', `void main() {${'\n'.repeat(90_000)}out vec4 a;`],
    ['outputs', `void main() {${'out '.repeat(24_000)}`],
    ['textures in textures', HLSL + 't['.repeat(49_000)],
    ['more than the limit', shader(' '.repeat(100_000))],
    ['brackets in a condition', `#if ${'('.repeat(40_000)}\n#endif\n${shader('')}`],
    ['operators in a condition', `#if ${'!'.repeat(90_000)}1\n#endif\n${shader('')}`],
    ['conditions in conditions', `${'#if 1\n'.repeat(14_000)}${shader('')}`],
    ['macros in a condition', `#define A0 1\n${doubling()}#if A30\n#endif\n${shader('')}`],
    ['macros with arguments', `#define A0(x) x\n${doubling('(x)')}${shader('at.x = A30(1);')}`],
    ['uses in arguments', `#define F(x) x\n${shader(`${'F('.repeat(4000)}1${')'.repeat(4000)};`)}`],
    ['products', shader(`mat2 m = mat2(1${'*m'.repeat(40_000)});`)],
    ['entry points', `uint i : SV_GroupIndex; ${'[numthreads(1,1,1)]'.repeat(5200)}`],
    ['constants and entry points', Array.from({ length: 800 }, (_, i) => entry(i)).join('\n')],
    ['assignments in assignments', HLSL + 't[i]='.repeat(15_000)],
  ])('is handled quickly (%s)', (_, text) => {
    const start = threadTime();
    const result = convert(text);
    expect(result.ok ? result.value.text.length : 0).toBeLessThanOrEqual(1_000_000);
    expect(result.ok ? 'A sentence.' : result.error).toMatch(/[.!?]$/);
    expect(threadTime() - start).toBeLessThan(4000);
  });
});

describe('HLSL', () => {
  it('gets attributes, and its texture becomes the picture', async () => {
    const { text, notConverted } = converted(`#pragma kernel CSMain
RWTexture2D<float4> Result : register(u0);
cbuffer Params : register(b0)
{
    float time; // seconds
    float2 resolution;
    float strength;
};

[numthreads(8, 8, 1)]
void CSMain(uint3 id : SV_DispatchThreadID)
{
    float2 uv = id.xy / resolution;
    if (uv.x > strength)
        Result[id.xy] = float4(uv, sin(time), max(1.0, 0.0));
    else
        Result[id.xy] = 0.0;
}`);
    expect(notConverted).toEqual([]);
    expect(text).toContain('[playground::TIME]\nuniform float time;');
    expect(text).toContain('[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform float strength;');
    expect(text).toContain('resolution = float2(screenWidth, screenHeight);');
    expect(text).toContain('{\n    readScreenSize();\n    float2 uv');
    expect(text).toContain('drawTexel(id.xy, float4(uv, sin(time), max(1.0, 0.0)));');
    const call = '[playground::CALL::SIZE_OF("outputTexture")]';
    expect(text).toContain(`[shader("compute")]\n${call}\n[numthreads(8, 8, 1)]`);
    await checkConverted(text);
  });

  it('gets contents for buffers, images and samplers', async () => {
    const { text, notConverted, images } = converted(`
RWTexture2D<float3> image : register(u0);
RWStructuredBuffer<uint> counts : register(u1);
StructuredBuffer<float4> colors : register(t0);
Texture2D<float4> photo : register(t1);
SamplerState linearSampler : register(s0);
groupshared float shared_[64];
float time;
struct Pair { float a; float b; };
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    shared_[index] = time;
    GroupMemoryBarrierWithGroupSync();
    counts[index] += 1;
    image[id.xy] = (photo.SampleLevel(linearSampler, id.xy / 512.0, 0) * colors[id.x % 16]).rgb + shared_[63 - index];
}`);
    expect(text).toContain('[playground::ZEROS(65536)]\nRWStructuredBuffer<uint> counts ;');
    expect(text).toContain('drawTexel(id.xy, float4((photo');
    expect(notConverted.map(({ reason }) => reason)).toEqual([
      'the image of “photo”. Mountains stand in for it: choose an image, or name another in URL.',
    ]);
    expect(images).toEqual(['photo']);
    await checkConverted(text);
  });

  it('without a picture, or with atomics, is reported', () => {
    const { notConverted } = converted(`
RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    InterlockedAdd(data[id.x], 2);
}`);
    expect(notConverted.map(({ reason }) => reason)).toEqual([
      'what is shown. Store colours in outputTexture, or print.',
      'InterlockedAdd. WebGPU needs elements of a type such as Atomic<uint>, which have methods such as add.',
    ]);
  });
});
