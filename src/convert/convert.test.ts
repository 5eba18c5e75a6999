import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Compiler } from '#compiler/core/compiler.ts';
import { runRequest } from '#program/compileResult.ts';
import { planRun } from '#program/plan/planRun.ts';
import { createTestCompiler } from '../../tests/support/compiler.ts';
import { convert } from './convert.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../tests/support/shadertoy');
const SOURCES = readdirSync(FOLDER);

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

function converted(text: string) {
  const result = convert(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** Fails with what the compiler or the planner says. */
function check(text: string): void {
  const answer = compiler.compile(runRequest(text));
  if (!answer.succ) throw new Error(answer.log);
  const planned = planRun(answer.result, 'https://example.test/a.slang', []);
  if (!planned.ok) throw new Error(planned.error);
}

/** The text of a shader of which `body` is the function that draws. */
function shader(body: string, before = ''): string {
  return `${before}\nvoid mainImage(out vec4 color, in vec2 at)\n{\n${body}\n}\n`;
}

it('has ten sources of its own', () => expect(SOURCES.length).toBeGreaterThanOrEqual(10));

describe.each(SOURCES)('%s', (name) => {
  it('converts, compiles and can run', () => {
    const { text, notConverted } = converted(readFileSync(path.join(FOLDER, name), 'utf8'));
    check(text);
    expect(notConverted).toHaveLength(name === 'water.glsl' ? 3 : 0);
  });
});

/** Pairs of lines of GLSL and what becomes of them. */
const LINES: readonly [string, string][] = [
  ['vec3 a = vec3(1.0, vec2(2));', 'float3 a = float3(1.0, float2(2));'],
  [
    'float a = mix(fract(at.x), inversesqrt(at.y), 0.5);',
    'float a = lerp(frac(at.x), rsqrt(at.y), 0.5);',
  ],
  ['float a = atan(at.y, at.x) + atan(at.x);', 'float a = atan2(at.y, at.x) + atan(at.x);'],
  ['vec2 a = mat2(1, 2, 3, 4) * at;', 'float2 a = mul(at, float2x2(1, 2, 3, 4));'],
  ['vec2 a = at * mat2(1, 2, 3, 4);', 'float2 a = mul(float2x2(1, 2, 3, 4), at);'],
  ['vec2 a = at; a *= mat2(1, 2, 3, 4);', 'float2 a = at; a = mul(float2x2(1, 2, 3, 4), a);'],
  [
    'mat2 a = mat2(at, at) * 2.0 * mat2(1.0, at, 0.0);',
    'float2x2 a = mul(float2x2(1.0, (at).x, (at).y, 0.0), float2x2(at, at) * 2.0);',
  ],
  ['bool a = at == vec2(0) || at != at.ts;', 'bool a = all(at == float2(0)) || any(at != at.yx);'],
  ['bool a = any(lessThan(at, vec2(1))) ^^ true;', 'bool a = ((any((at < float2(1)))) != (true));'],
  [
    'float a[2] = float[2](1.0, 2.0); int b = a.length();',
    'float a[2] = { 1.0, 2.0 }; int b = a.getCount();',
  ],
  ['highp float class = 1.0; class += 1.0;', 'float class_ = 1.0; class_ += 1.0;'],
  [
    'vec2 a = vec2(vec3(1)), b = vec2(ivec3(1));',
    'float2 a = (float3(1)).xy, b = float2((int3(1)).xy);',
  ],
  [
    'vec3 a = mix(vec3(0), vec3(1), bvec3(true));',
    'float3 a = select(bool3(true), float3(1), float3(0));',
  ],
  ['uint a = floatBitsToUint(at.x) >> 3u;', 'uint a = asuint(at.x) >> 3u;'],
  ['float a = iGlobalTime * float(iFrame);', 'float a = iTime * float(iFrame);'],
];

describe('a line', () => {
  it.each(LINES)('%s', (glsl, slang) => {
    const { text } = converted(shader(`    color = vec4(1);\n    ${glsl}`));
    expect(text).toContain(`\n    ${slang}\n`);
    check(text);
  });
});

it('reads what sources for other tools have besides', () => {
  const { text } = converted(`#version 300 es
#ifdef GL_ES
precision highp float;
#endif
uniform vec3 iResolution;
out vec4 result;
#define time (iTime * .5)
mat2 rot(float a) { return mat2(cos(a + vec4(0, 11, 33, 0))); }
float min(vec2 v) { return min(v.x, v.y); }
vec3 mix(vec3 a, float b) { return mix(a, vec3(b), 0.5); }
void mainImage(out vec4 color, in vec2 at)
{
    vec3 p = vec3(at / iResolution.xy, time);
    p.xy *= rot(p.z);
    color = vec4(mix(p, min(p.xy)), mix(0., 1., p.x));
}
void main() { mainImage(result, gl_FragCoord.xy); }
`);
  expect(text).not.toContain('void main()');
  expect(text).toContain('float4(mix(p, min(p.xy)), lerp(0., 1., p.x))');
  check(text);
});

it('takes a moment for a large source', () => {
  const body = readFileSync(path.join(FOLDER, 'cube.glsl'), 'utf8');
  const more = Array.from({ length: 20 }, (_, index) =>
    body.replaceAll(/\b(rotation|view|segment|project|mainImage)\b/g, `$1${index}`),
  );
  const source = more.join('\n') + body;
  expect(source.length).toBeGreaterThan(40_000);
  const { text } = converted(source);
  expect(text.match(/mainImage/g)?.length).toBeGreaterThan(20);
});

describe('macros', () => {
  it('stay, with what is in them converted', () => {
    const macros =
      '#define rot(a) mat2(cos(a), sin(a), -sin(a), cos(a))\n#define TURN(v, a) (rot(a) * v)\n';
    const { text } = converted(shader('    color = vec4(TURN(at, 1.0), fract(at));', macros));
    expect(text).toContain('#define rot(a) float2x2(cos(a), sin(a), -sin(a), cos(a))');
    expect(text).toContain('#define TURN(v, a) (mul(v, rot(a)))');
    check(text);
  });

  it('go where their uses need different texts, or parts of them', () => {
    const macros = '#define TIMES(a, b) a * b\n#define SUM at + at\n#define TWICE(x) x + x\n';
    const body = `    mat2 m = mat2(1.0);
    color = vec4(TIMES(m, at), TIMES(2.0, at.x), 1.0);
    color.xy += m * SUM + TIMES(m, TWICE(at));`;
    const { text } = converted(shader(body, macros));
    expect(text).not.toContain('#define TIMES');
    expect(text).toContain('float4(mul(at, m), 2.0 * at.x, 1.0)');
    expect(text).toContain('mul(at, m) + at');
    check(text);
  });

  it('decide which code counts; the other is left, with the new names', () => {
    const { text } = converted(
      shader(
        '#if AA > 1 && !defined(OFF)\n    color = vec4(1);\n#else\n    color = vec4(mix(x y;\n#endif',
        '#define AA 2',
      ),
    );
    expect(text).toContain('color = float4(lerp(x y;');
    check(text);
  });

  it('that grow without end are refused', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `#define A${i + 1} A${i} A${i}`);
    const refused = convert(shader('A30', `#define A0 ;\n${lines.join('\n')}`));
    expect(refused).toEqual({
      ok: false,
      error:
        'This GLSL cannot be converted. Its macros make more than 200,000 tokens. Use fewer macros.',
    });
  });
});

describe('what cannot be converted', () => {
  it('is marked on the line above, and something stands in for it', () => {
    const { text, notConverted } = converted(
      shader(
        '    color =\n        texture(iChannel0, at) +\n        texelFetch(iChannel1, ivec2(at), 0);',
      ),
    );
    expect(notConverted).toEqual([
      { line: 8, reason: 'textures of channels. Grey stands in for what they hold.' },
    ]);
    expect(text.split('\n')[7]).toBe(
      '    // Not converted: textures of channels. Grey stands in for what they hold.',
    );
    expect(text).toContain('float4(0.5, 0.5, 0.5, 1.0) +');
    check(text);
  });

  it.each([
    ['    if (at.x < 0.0) discard;\n    color = vec4(1);', 'discard'],
    ['    color = vec4(fwidth(at), dFdx(at.x), 1);', 'derivatives'],
    ['    color = iDate;', 'iDate'],
    ['    color = vec4(iChannelResolution[0], iChannelTime[1]);', 'channels'],
    ['    color = vec4(textureSize(iChannel0, 0), 0, 1);', 'textures'],
  ])('%s', (body, reason) => {
    const { text, notConverted } = converted(shader(body));
    expect(notConverted[0]?.reason).toContain(reason);
    check(text);
  });

  it('is told of a macro above it', () => {
    const { text } = converted(
      shader('    color = TEX(at);', '#define TEX(p) texture(iChannel0, p)'),
    );
    expect(text).toContain('hold.\n#define TEX(p) float4(0.5, 0.5, 0.5, 1.0)\n');
    check(text);
  });
});

/** Macros of which each makes twice what the one before makes. */
function doubling(name: string, params = ''): string {
  const lines = Array.from({ length: 30 }, (_, i) => {
    const use = `${name}${i}${params}`;
    return `#define ${name}${i + 1}${params} ${use} ${use}\n`;
  });
  return lines.join('');
}

describe('GLSL that is faulty or something else', () => {
  it.each([
    [shader('    color = vec4(1;'), 'There is “;” where “,” is expected in line 4.'],
    [shader('    color = (vec4(1);'), 'There is “;” where “)” is expected in line 4.'],
    [
      'void mainImage(out vec4 c, in vec2 p) { c = vec4(1);',
      'The source ends where “}” is expected',
    ],
    [
      shader(`    color = (at ${'name'.repeat(100)});`),
      `There is “${'name'.repeat(20)}…” where “)” is expected in line 4.`,
    ],
    [shader(`    color = ${'('.repeat(5000)};`), 'Brackets are more than 200 deep in line 4.'],
    [shader(`#if ${'('.repeat(40_000)}`), 'Brackets are more than 200 deep in line 4.'],
    ['void main() { gl_FragColor = vec4(1); }', 'has main() in place of mainImage'],
    ['void main() { gl_Position = vec4(1); }', 'It is a vertex shader'],
    [shader('color = vec4(1);') + shader('color = vec4(1);'), 'It has several buffers'],
    [
      'vec2 mainSound(float t) { return vec2(0); } void mainSound(in float t) {}',
      'It makes no picture',
    ],
    ['int x;', 'neither a Shadertoy image shader'],
    [' '.repeat(100_001), 'has 100,001 characters; at most 100,000 are converted'],
  ])('is refused with the reason (%#)', (text, reason) => {
    const result = convert(text);
    expect(result.ok ? '' : result.error).toContain(reason);
  });

  it.each([
    ['blank lines', '\n'.repeat(99_000)],
    ['brackets', shader('(['.repeat(49_000))],
    ['comments', shader('/*'.repeat(49_000))],
    ['directives', '#define '.repeat(12_000)],
    [
      'textures in textures',
      `RWTexture2D<float4> t; [numthreads(1, 1, 1)] void f(uint i : SV_GroupIndex) { ${'t['.repeat(49_000)}`,
    ],
    ['more than is looked at', shader(' '.repeat(100_000))],
    ['brackets in a condition', `#if ${'('.repeat(40_000)}\n#endif\n${shader('')}`],
    ['signs in a condition', `#if ${'!'.repeat(90_000)}1\n#endif\n${shader('')}`],
    ['conditions in conditions', `${'#if 1\n'.repeat(14_000)}${shader('')}`],
    [
      'macros in a condition',
      `#define A0 1\n${doubling('A')}#if A30\n#endif\n${shader('color = vec4(1);')}`,
    ],
    ['macros', `#define A0 ;\n${doubling('A')}${shader('A30')}`],
    [
      'macros with arguments',
      `#define A0(x) x\n${doubling('A', '(x)')}${shader('color = vec4(A30(1));')}`,
    ],
    [
      'uses in arguments',
      `#define F(x) x\n${shader(`at.x = ${'F('.repeat(4000)}1${')'.repeat(4000)};`)}`,
    ],
    ['products', shader(`mat2 m = mat2(1${'*m'.repeat(40_000)});`)],
    ['entry points', `uint i : SV_GroupIndex; ${'[numthreads(1,1,1)]'.repeat(5200)}`],
    [
      'constants and entry points',
      Array.from(
        { length: 800 },
        (_, i) => `float2 size${i};[numthreads(1,1,1)]void f${i}(uint i:SV_GroupIndex){t[i]=1;}`,
      ).join('\n'),
    ],
    [
      'assignments in assignments',
      `RWTexture2D<float4> t; [numthreads(1, 1, 1)] void f(uint i : SV_GroupIndex) { ${'t[i]='.repeat(15_000)}`,
    ],
  ])('does not take long (%s)', { timeout: 5000 }, (_, text) => {
    const start = performance.now();
    const result = convert(text);
    expect(result.ok ? result.value.text.length : 0).toBeLessThanOrEqual(1_000_000);
    expect(result.ok ? 'A sentence.' : result.error).toMatch(/[.!?]$/);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it('never throws', () => {
    const source = readFileSync(path.join(FOLDER, 'waves.glsl'), 'utf8');
    for (let at = 0; at < source.length; at += 7) {
      expect(() => convert(source.slice(0, at) + source.slice(at + 3))).not.toThrow();
    }
  });
});

describe('HLSL', () => {
  it('gets attributes, and its texture is the picture', () => {
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
    expect(text).toContain(
      '[shader("compute")]\n[playground::CALL::SIZE_OF("outputTexture")]\n[numthreads(8, 8, 1)]',
    );
    check(text);
  });

  it('gets contents for buffers, images and samplers', () => {
    const { text, notConverted } = converted(`
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
      'the image of “photo”. Mountains stand in for it: name another in URL.',
    ]);
    check(text);
  });

  it('without a picture, and with atomics, says so', () => {
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
