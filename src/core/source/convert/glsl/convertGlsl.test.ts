import { describe, expect, it } from 'vitest';
import type { WantedForm } from '#core/source/convert/conversion.ts';
import { convert } from '#core/source/convert/convert.ts';
import { checkConverted, converted, shader } from '../../../../../tests/support/conversions.ts';
import { macroProgram } from '../../../../../tests/support/macroPrograms.ts';
import { createRandom } from '../../../../../tests/support/random.ts';
import { preprocess } from './preprocess.ts';

/** GLSL → Slang. */
const LINES = `
vec3 a = vec3(1.0, vec2(2)); → float3 a = float3(1.0, float2(2));
float a = mix(fract(at.x), inversesqrt(at.y), 0.5); → float a = lerp(frac(at.x), rsqrt(at.y), 0.5);
float a = atan(at.y, at.x) + atan(at.x); → float a = atan2(at.y, at.x) + atan(at.x);
vec2 a = mat2(1, 2, 3, 4) * at; → float2 a = mul(at, float2x2(1, 2, 3, 4));
vec2 a = at * mat2(1, 2, 3, 4); → float2 a = mul(float2x2(1, 2, 3, 4), at);
vec2 a = at; a *= mat2(1, 2, 3, 4); → float2 a = at; a = mul(float2x2(1, 2, 3, 4), a);
mat2 a = mat2(at, at) * 2.0 * mat2(1.0, at, 0.0);
  → float2x2 a = mul(float2x2(1.0, (at).x, (at).y, 0.0), float2x2(at, at) * 2.0);
bool a = at == vec2(0) || at != at.ts; → bool a = all(at == float2(0)) || any(at != at.yx);
bool a = any(lessThan(at, vec2(1))) ^^ true; → bool a = ((any((at < float2(1)))) != (true));
float a[2] = float[2](1.0, 2.0); int b = a.length();
  → float a[2] = { 1.0, 2.0 }; int b = a.getCount();
highp float class = 1.0; class += 1.0; → float class_ = 1.0; class_ += 1.0;
vec2 a = vec2(vec3(1)), b = vec2(ivec3(1)); → float2 a = (float3(1)).xy, b = float2((int3(1)).xy);
vec3 a = mix(vec3(0), vec3(1), bvec3(true)); → float3 a = select(bool3(true), float3(1), float3(0));
uint a = floatBitsToUint(at.x) >> 3u; → uint a = asuint(at.x) >> 3u;
float a = iGlobalTime * float(iFrame); → float a = iTime * float(iFrame);
// Assignments in ?:
vec2 a = at; a = at.x > 1. ? a = vec2(0) : a; → float2 a = at; a = at.x > 1. ? (a = float2(0)) : a;
float a = 1., b = 2.; at.x > 1. ? at.y > 1. ? a = b : b : (a = 1., b *= 2.);
  → float a = 1., b = 2.; (at.x > 1. ? at.y > 1. ? (a = b) : b : (a = 1., b *= 2.));
float a = 1., b = 2.; a > b ? a = 2., b += 1. : a;
  → float a = 1., b = 2.; (a > b ? (a = 2., b += 1.) : a);
vec2 a = at; a.x > 1. ? a *= mat2(1, 2, 3, 4) : a;
  → float2 a = at; (a.x > 1. ? (a = mul(float2x2(1, 2, 3, 4), a)) : a);
// Code that Slang would read as a declaration or a generic type
float a = 1., b = 2.; a*b < 0. ? a = 1. : b; at.x*at.y, a = b;
  → float a = 1., b = 2.; (a*b < 0. ? (a = 1.) : b); (at.x*at.y), a = b;
float a = 1.; bool b = at.y < (a - 1.) || a > (at.x);
  → float a = 1.; bool b = (at.y < (a - 1.)) || a > (at.x);
bool a = at.y < 1. && at.x > 2.; → bool a = at.y < 1. && at.x > 2.;
// Constructors with surplus arguments
vec3 a = vec3(at.x, at.y, at + 2.); mat2 b = mat2(a, at);
  → float3 a = float3(at.x, at.y, (at + 2.).x); float2x2 b = float2x2((a).x, (a).y, (a).z, (at).x);
// Numbers that Slang would read as octal
float a = 00.25 + 08.5e1 + 01e2 + 0.5; → float a = 0.25 + 8.5e1 + 1e2 + 0.5;
// Arrays as values
int a = int[](1, 2)[int(at.x)] + int[](1, 2).length();
  → int a = int[2](1, 2)[int(at.x)] + int[2](1, 2).getCount();
vec2 a[2] = at.x > 1. ? vec2[2](at, at) : vec2[](at, at * 2.);
  → float2 a[2] = at.x > 1. ? float2[2](at, at) : float2[2](at, at * 2.);
float[2][3] a; a[1][2] = 1.; float b[2][3] = a;
  → float[3][2] a = {}; a[1][2] = 1.; float b[2][3] = a;
// Sizes that Slang cannot compute
const vec2 s = vec2(2, 3); float a[int(s.x * s.y) + 1]; int b[max(2, 3)], c[a.length()];
  → const float2 s = float2(2, 3); float a[7] = {}; int b[3], c[7];
int a[int(0x1Fu) + 010]; → int a[39];
const int n = 4; float a[n * 2]; → const int n = 4; float a[n * 2];
// Zero for missing values
float a; vec2 b; int c; bool d; a += b.x + float(c); color *= d ? a : 1.;
  → float a = 0.0; float2 b = {}; int c = 0; bool d = false; a += b.x + float(c); color *= d ? a : 1.;
float a; vec2 b; if (at.x > 1.) a = 1.; b = at * a;
  → float a = 0.0; float2 b; if (at.x > 1.) a = 1.; b = at * a;
for (int i; i++ < 6;) color += .1; → for (int i = 0; i++ < 6;) color += .1;
`.matchAll(/^(?!\/\/)(.+?)\s+→ (.+)$/gm);

/** Converts a shader with this body and code before it, and compiles and plans the result. */
async function checked(body: string, before = '', form: WantedForm = 'kernel') {
  const conversion = converted(shader(body, before), form);
  await checkConverted(conversion.text);
  return conversion;
}

const PAIRS = Array.from(LINES, ([, ...line]) => line);

it.each(PAIRS)('converts %s to %s', (glsl, slang) => {
  const { text } = converted(shader(`    color = vec4(1);\n    ${glsl}`));
  expect(text).toContain(`\n    ${slang}\n`);
});

it('converts all of them to code that compiles', async () => {
  const blocks = PAIRS.map(([glsl]) => `    {\n    ${glsl}\n    }`);
  await checked(`    color = vec4(1);\n${blocks.join('\n')}`);
});

it('handles additions for other tools', async () => {
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
  await checkConverted(text);
});

describe('macros', () => {
  it('are kept, with converted contents', async () => {
    const macros =
      '#define rot(a) mat2(cos(a), sin(a), -sin(a), cos(a))\n#define TURN(v, a) (rot(a) * v)\n';
    const { text } = await checked('    color = vec4(TURN(at, 1.0), fract(at));', macros);
    expect(text).toContain('#define rot(a) float2x2(cos(a), sin(a), -sin(a), cos(a))');
    expect(text).toContain('#define TURN(v, a) (mul(v, rot(a)))');
  });

  it('are expanded if their uses, or parts of them, need different texts', async () => {
    const macros = '#define TIMES(a, b) a * b\n#define SUM at + at\n#define TWICE(x) x + x\n';
    const body = `    mat2 m = mat2(1.0);
    color = vec4(TIMES(m, at), TIMES(2.0, at.x), 1.0);
    color.xy += m * SUM + TIMES(m, TWICE(at));`;
    const { text } = await checked(body, macros);
    expect(text).not.toContain('#define TIMES');
    expect(text).toContain('float4(mul(at, m), 2.0 * at.x, 1.0)');
    expect(text).toContain('mul(at, m) + at');
  });

  it('decide which code is active; the rest is kept, with the new names', async () => {
    const branches =
      '#if AA > 1 && !defined(OFF)\n    color = vec4(1);\n#else\n    color = vec4(mix(x y;\n#endif';
    const { text } = await checked(branches, '#define AA 2');
    expect(text).toContain('color = float4(lerp(x y;');
  });

  it('convert an argument the same way for each use of its parameter', async () => {
    const macros = '#define SUM(a) length(a) + length(a * 2.)\n#define SAME(a) a\n';
    const body = '    color = vec4(SUM(mat2(2.)[0]));\n    color.xy *= SAME(mat2(1, 2, 3, 4));';
    const { text } = await checked(body, macros);
    expect(text).toContain('color.xy = mul(float2x2(1, 2, 3, 4), color.xy);');
    expect(text).not.toContain('mat2');
  });

  it('that join names are expanded', async () => {
    const { text } = await checked('    color = V(4)(at.x);', '#define V(n) vec##n\n');
    expect(text).toContain('color = float4(at.x);');
  });

  it('are renamed if the result needs their names', async () => {
    const names = ['width', 'height', 'pixel', 'color', 'drawImage', 'outputTexture', 'shader'];
    const all = [...names, 'numthreads', 'playground', 'float4', 'lerp', 'mousePosition'];
    const macros = all.map((name) => `#define ${name} 0.5\n`).join('');
    const body = `c = mix(vec4(${all.join('+')}), iMouse, 0.5);`;
    const { text } = converted(`${macros}void mainImage(out vec4 c, in vec2 at) { ${body} }`);
    expect(text).toContain('#define width_ 0.5');
    expect(text).toContain('lerp(float4(width_+height_+');
    await checkConverted(text);
  });

  it.each([...new Array(40).keys()])('give the same program as their expansion (%i)', (seed) => {
    const source = macroProgram(createRandom(seed));
    const flat = wordsOf(source).join(' ').replaceAll(';', ';\n');
    expect(wordsOf(converted(source).text)).toEqual(wordsOf(converted(flat).text));
  });

  it('that expand endlessly are rejected', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `#define A${i + 1} A${i} A${i}`);
    const error =
      'This GLSL cannot be converted. Its macros make more than 200,000 tokens. Use fewer macros.';
    const refused = convert(shader('A30', `#define A0 ;\n${lines.join('\n')}`));
    expect(refused).toEqual({ ok: false, error });
  });
});

it('initializes a function’s outputs with zero, and returns zero at its end', async () => {
  const functions = `void set(out vec2 a, out float b)
{
    a = vec2(1);
    b += 1.;
}
float f(float x)
{
    if (x > 1.)
        return 2.;
}
float g(float x) { if (x > 1.) return 1.; else return 2.; }
float h(float x) { do { if (x > 1.) break; return 1.; } while (true); }`;
  const { text } = await checked('    color += f(at.x);', functions);
  expect(text).toContain('{\n    b = 0.0;\n    a = float2(1);');
  expect(text).toContain('        return 2.;\n    return {};\n}');
  expect(text).toContain('else return 2.; }');
  expect(text).toContain('while (true); return {}; }');
  expect(text).toContain('{\n    color = {};\n    color += f(at.x);');
});

it('gives a channel an image that the user can choose, with its first row at the top', async () => {
  const functions = `vec4 get(sampler2D s, vec2 uv) { return texture(s, uv); }
#define TEXEL(at) texelFetch(iChannel0, at, 0)`;
  const body = `    color = get(iChannel2, at) + TEXEL(ivec2(at)) + textureProj(iChannel0, vec3(at, 1));
    color += textureOffset(iChannel0, at, ivec2(1)) + vec4(textureSize(iChannel0, 0), iChannelResolution[1]);`;
  const { text, notConverted, images } = await checked(body, functions);
  expect(images).toEqual(['iChannel0', 'iChannel1', 'iChannel2']);
  const advice = 'Mountains stand in for it: choose an image, or name another in URL.';
  expect(notConverted.map(({ reason }) => reason)).toEqual(
    images.map((name) => `the image of “${name}”. ${advice}`),
  );
  expect(text).toContain('[playground::URL("mountains.png")]\nTexture2D<float4> iChannel0;');
  expect(text).toContain('return sampleChannel(s, uv);');
  expect(text).toContain('#define TEXEL(at) loadChannel(iChannel0, at)');
  expect(text).toContain('float2(place.x, 1.0 - place.y)');
  const size = 'iChannelResolution[1] = float3(float2(sizeOfChannel(iChannel1)), 1.0);';
  expect(text).toContain(size);
});

it('draws a Shadertoy shader as a fragment shader, with derivatives and discard', async () => {
  const body = `    if (at.x > iResolution.x * 0.5) discard;
    color = vec4(fwidth(at.x), dFdx(at), dFdy(at.y)) + gl_FragCoord;`;
  const { text, notConverted, otherForm } = await checked(body, '', 'auto');
  expect([notConverted, otherForm]).toEqual([[], 'kernel']);
  expect(text).not.toContain('rendering');
  expect(text).toContain(`x * 0.5) discard;
    color = float4(fwidth(at.x), ddx(at), ddy(at.y)) + fragmentPosition;`);
  expect(text).toContain(`
[shader("fragment")]
float4 drawImage(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    float width = round(position.x / uv.x);
    float height = round(position.y / uv.y);
    iResolution = float3(width, height, 1.0);
    fragmentPosition = position;
    float4 color = float4(0.0, 0.0, 0.0, 1.0);
    mainImage(color, position.xy);
    return float4(color.rgb, 1.0);
}
`);
});

describe('a whole fragment shader', () => {
  const whole = (before: string, color: string) =>
    `${before}\nvoid main() { gl_FragColor = vec4(${color}); }`;

  it.each([
    ['vec2 u_resolution', '', 'u_resolution = float2(width, height);'],
    ['vec3 iResolution', '', 'iResolution = float3(width, height, 1.0);'],
    ['highp float u_time', '[playground::TIME]\nuniform float u_time;', ''],
    ['int u_frame', '[playground::FRAME_ID]\nuniform int u_frame;', ''],
    [
      'vec2 u_mouse',
      '[playground::MOUSE_POSITION]\nuniform float4 mousePosition;\n',
      'u_mouse = mousePosition.w < 0.0 ? float2(mousePosition.x, height - mousePosition.y) :',
    ],
    [
      'vec2 mouse',
      '',
      'mouse = mousePosition.w < 0.0 ? float2(mousePosition.x / width, 1.0 - mousePosition.y / height) :',
    ],
    ['vec4 iMouse', '', 'iMouse = float4(mousePosition.x, height - mousePosition.y, -'],
    ['float size', '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform float size;', ''],
  ])('gets the uniform %s', async (uniform, declaration, setting) => {
    const name = uniform.split(' ').at(-1) ?? '';
    const { text, notConverted } = converted(whole(`uniform ${uniform};`, `float(${name})`));
    expect(notConverted).toEqual([]);
    expect(text).toContain(`\n\n${declaration}`);
    expect(text).toContain(`    ${setting}`);
    await checkConverted(text);
  });

  it('gets uniforms that share a statement, each by its name', async () => {
    const { text } = converted(whole('uniform float time, size, speed;', 'time + size * speed'));
    const slider = '[playground::SLIDER(0.5, 0.0, 1.0)]\nuniform float';
    expect(text).toContain(`\n\n[playground::TIME]\nuniform float time;\n\n`);
    expect(text).toContain(`${slider} size;\n${slider} speed;\n`);
    await checkConverted(text);
  });

  it.each(['varying vec2 vUv', 'in vec2 v_texCoord', 'flat in highp vec2 uv'])(
    'takes “%s” as the place in the picture',
    async (declaration) => {
      const name = declaration.split(' ').at(-1);
      const { text, notConverted } = converted(whole(`${declaration};`, `${name}, ${name}`));
      expect(notConverted).toEqual([]);
      expect(text).toMatch(new RegExp(`\n    ${name} = uv_?;`));
      await checkConverted(text);
    },
  );

  it('has no conditions for precisions, and is one for WebGL', () => {
    const before =
      '#ifdef GL_ES // WebGL\nprecision highp float;\n#endif\n#ifndef GL_ES\nx\n#elif defined(GL_ES)\n#endif';
    const { text } = converted(whole(before, '1'));
    expect(text).toContain('\n\n#if 0\nx\n#elif 1\n#endif\nvoid main()');
    expect(text).not.toContain('ifdef');
  });
});

describe('code that cannot be converted', () => {
  it('is marked on the line above, and gets a placeholder', async () => {
    const body =
      '    color =\n        texture(iChannel0, vec3(at, 1)) +\n        texture(iChannel1, at.yxy);';
    const { text, notConverted } = await checked(body);
    const reason = 'cube maps and volumes. Grey stands in for what they hold.';
    expect(notConverted).toEqual([{ line: 8, reason }]);
    expect(text.split('\n')[7]).toBe(`    // Not converted: ${reason}`);
    expect(text).toContain('float4(0.5, 0.5, 0.5, 1.0) +');
  });

  it.each([
    ['    if (at.x < 0.0) discard;\n    color = vec4(1);', 'discard'],
    ['    color = vec4(fwidth(at), dFdx(at.x), 1);', 'derivatives'],
    ['    color = iDate;', 'iDate'],
    ['    color = vec4(iChannelTime[1]);', 'channels'],
  ])('is reported: %j', async (body, reason) => {
    const { notConverted } = await checked(body);
    expect(notConverted[0]?.reason).toContain(reason);
  });

  it('is marked above the macro that contains it', async () => {
    const macro = '#define TEX(p) texture(iChannel0, p)';
    const { text } = await checked('    color = TEX(at.xyx);', macro);
    expect(text).toContain('hold.\n#define TEX(p) float4(0.5, 0.5, 0.5, 1.0)\n');
  });
});

function wordsOf(source: string): string[] {
  const program = preprocess(source);
  if (!program.ok) throw new Error(program.error);
  return program.value.tokens.map(({ text }) => text);
}
