import { describe, expect, it } from 'vitest';
import type { MainOrigins } from './lineMap.ts';
import { mapWgsl } from './mapWgsl.ts';

const SOURCE = Array.from({ length: 3010 }, (_, index) => `line ${index + 1}`).join('\n');

function map(wgsl: string, ...hlsl: readonly string[]): MainOrigins {
  const outputs = hlsl.map((code) => ({ target: 'HLSL', code }) as const);
  return mapWgsl(wgsl, outputs, { sources: { '/user.slang': SOURCE }, libraries: {} });
}

/** Lists the origins of all lines with words: a line of `user.slang`, or lines such as `12-14`. */
function originsOf(wgsl: string, ...hlsl: readonly string[]): Record<string, string | null> {
  const { files, origins } = map(wgsl, ...hlsl);
  const found: Record<string, string | null> = {};
  for (const [index, text] of wgsl.split('\n').entries()) {
    if (!/\w/.test(text)) continue;
    const origin = origins[index];
    if (origin) expect(files[origin.file]).toEqual({ kind: 'project', path: '/user.slang' });
    const line = origin?.kind === 'line' ? origin.line : origin && `${origin.from}-${origin.to}`;
    found[text.trim()] = line ? `${line}` : null;
  }
  return found;
}

const WGSL = `
fn wave_0( x_0 : f32) -> f32
{
    var _S1 : f32 = fract(x_0 * 0.69999998807907104f);
    return mix(_S1, 1.0f, vec2<f32>(0.5f).x);
}

@compute
@workgroup_size(8, 8, 1)
fn draw(@builtin(global_invocation_id) pixel_0 : vec3<u32>)
{
    var pixel_1 : vec2<u32> = pixel_0.xy;
    values_0[pixel_1.x] = wave_0(f32(pixel_1.y));
    return;
}
`;

const HLSL = `
#line 20 "user.slang"
float wave_3(float x_7)
{
#line 22
    float _S9 = frac(x_7 * 0.69999998807907104f);
#line 25
    return lerp(_S9, 1.0f, float2(0.5f, 0.5f).x);
}
#line 38
[shader("compute")][numthreads(8, 8, 1)]
#line 40
void draw(uint2 pixel_2 : SV_DispatchThreadID)
{
#line 42
    values_0[pixel_2.x] = wave_3(float(pixel_2.y));
#line 43
    return;
}
`;

const functionOf = (header: string, ...lines: string[]) =>
  `${header}\n{\n    ${lines.join('\n    ')}\n}\n`;

describe('the line map of WGSL', () => {
  it('lists the functions including their attributes', () => {
    expect(map(WGSL, HLSL).functions).toEqual([
      { name: 'wave', from: 2, to: 6 },
      { name: 'draw', from: 8, to: 15 },
    ]);
  });

  it('tells overloads apart by the types of their parameters', () => {
    const wgsl = [
      functionOf('fn twice_0( x_0 : vec2<f32>) -> vec2<f32>', 'return x_0 + x_0;'),
      functionOf('fn twice_1( x_1 : i32) -> i32', 'return x_1 + x_1;'),
    ];
    const hlsl = [
      functionOf('#line 7 "user.slang"\nint twice_0(int x_0)', 'return x_0 + x_0;'),
      functionOf('#line 3\nfloat2 twice_1(float2 x_1)', 'return x_1 + x_1;'),
    ];
    const origins = originsOf(wgsl.join('\n'), hlsl.join('\n'));
    expect(origins['fn twice_0( x_0 : vec2<f32>) -> vec2<f32>']).toBe('3');
    expect(origins['fn twice_1( x_1 : i32) -> i32']).toBe('7');
  });

  it('maps a statement that only WGSL has to the lines of its function', () => {
    const wgsl = WGSL.replace(
      '    return mix',
      '    var bits_0 : u32 = countOneBits(u32(77));\n$&',
    );
    const origins = originsOf(wgsl, HLSL);
    expect(origins['var bits_0 : u32 = countOneBits(u32(77));']).toBe('22-25');
    expect(origins['return mix(_S1, 1.0f, vec2<f32>(0.5f).x);']).toBe('25');
  });

  it('maps copied struct members to the line of the whole struct', () => {
    const copies = ['center_0', 'color_0'].map((name) => `splats_0[i_0].${name} = _S1.${name};`);
    const wgsl = functionOf('fn f_0( i_0 : u32)', ...copies, 'return;');
    const lines = ['#line 6', 'splats_0[i_0] = _S1;', '#line 9', 'return;'];
    const hlsl = functionOf('#line 5 "user.slang"\nvoid f_0(uint i_0)', ...lines);
    expect(originsOf(wgsl, hlsl)).toMatchObject({
      'splats_0[i_0].center_0 = _S1.center_0;': '6',
      'splats_0[i_0].color_0 = _S1.color_0;': '6',
      'return;': '9',
    });
  });

  it('maps nothing in functions that no HLSL has', () => {
    const wgsl = functionOf('fn only_0() -> f32', 'return 1.0f;');
    expect(Object.values(originsOf(wgsl, HLSL))).toEqual([null, null]);
  });

  it('lists the functions but maps nothing without HLSL', () => {
    const { files, origins, functions } = map(WGSL);
    expect(files).toEqual([]);
    expect(origins).toEqual(WGSL.split('\n').map(() => null));
    expect(functions.map(({ name }) => name)).toEqual(['wave', 'draw']);
  });

  it.each(['', '\n', '}', '{', 'fn', 'fn (', 'struct', 'error[E1]: unfinished {{{'])(
    'handles the damaged code %j',
    (code) => {
      expect(map(code, HLSL, code).origins).toEqual(code.split('\n').map(() => null));
    },
  );

  it('maps every line of a function of thousands of lines', () => {
    const body = Array.from({ length: 3000 }, (_, index) => `    x_0 = x_0 * ${index % 50}.0f;`);
    const hlsl = ['#line 1 "user.slang"', 'void f_0(float x_0)', '{', ...body, '}'].join('\n');
    const wgsl = ['fn f_0( x_0 : f32)', '{', ...body, '}'].join('\n');
    const lines = map(wgsl, hlsl).origins.map((origin) => origin?.kind === 'line' && origin.line);
    expect(lines).toEqual(wgsl.split('\n').map((text, index) => /\w/.test(text) && index + 1));
  });
});
