import { describe, expect, it } from 'vitest';
import type { LineOrigin, MainOrigins } from './lineMap.ts';
import { mapWgsl } from './mapWgsl.ts';

const texts = {
  sources: {
    '/user.slang': Array.from({ length: 3010 }, (_, index) => `line ${index + 1}`).join('\n'),
  },
  libraries: { rendering: '\n\n\n\n' },
};

function map(wgsl: string, ...hlsl: readonly string[]): MainOrigins {
  return mapWgsl(
    wgsl,
    hlsl.map((code) => ({ target: 'HLSL', code })),
    texts,
  );
}

/** Lists the origins of all lines with words, such as `user.slang:12` or `user.slang:12-14`. */
function originsOf(wgsl: string, ...hlsl: readonly string[]): Record<string, string | null> {
  const { files, origins } = map(wgsl, ...hlsl);
  const lines = wgsl.split('\n').map((text, index) => [text.trim(), index] as const);
  return Object.fromEntries(
    lines
      .filter(([text]) => /\w/.test(text))
      .map(([text, index]) => [text, describeOrigin(origins[index] ?? null, files)]),
  );
}

function describeOrigin(origin: LineOrigin | null, files: MainOrigins['files']): string | null {
  if (origin === null) return null;
  const file = files[origin.file];
  const name = file?.kind === 'project' ? file.path.slice(1) : file?.name;
  return `${name}:${origin.kind === 'line' ? origin.line : `${origin.from}-${origin.to}`}`;
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

describe('the line map of WGSL', () => {
  it('copies the origins of the same statements in HLSL', () => {
    expect(originsOf(WGSL, HLSL)).toEqual({
      'fn wave_0( x_0 : f32) -> f32': 'user.slang:20',
      'var _S1 : f32 = fract(x_0 * 0.69999998807907104f);': 'user.slang:22',
      'return mix(_S1, 1.0f, vec2<f32>(0.5f).x);': 'user.slang:25',
      '@compute': 'user.slang:38',
      '@workgroup_size(8, 8, 1)': 'user.slang:38',
      'fn draw(@builtin(global_invocation_id) pixel_0 : vec3<u32>)': 'user.slang:40',
      'var pixel_1 : vec2<u32> = pixel_0.xy;': 'user.slang:40',
      'values_0[pixel_1.x] = wave_0(f32(pixel_1.y));': 'user.slang:42',
      'return;': 'user.slang:43',
    });
  });

  it('lists the functions including their attributes', () => {
    expect(map(WGSL, HLSL).functions).toEqual([
      { name: 'wave', from: 2, to: 6 },
      { name: 'draw', from: 8, to: 15 },
    ]);
  });

  it('finds each function in the HLSL of the entry point that uses it', () => {
    const other = '#line 60 "user.slang"\nfloat other_0()\n{\n    return 3.0f;\n}\n';
    const wgsl = `${WGSL}\nfn other_4() -> f32\n{\n    return 3.0f;\n}\n`;
    const origins = originsOf(wgsl, HLSL, other);
    expect(origins['fn other_4() -> f32']).toBe('user.slang:60');
    expect(origins['fn wave_0( x_0 : f32) -> f32']).toBe('user.slang:20');
  });

  it('tells overloads apart by the types of their parameters', () => {
    const wgsl = [
      'fn twice_0( x_0 : vec2<f32>) -> vec2<f32>\n{\n    return x_0 + x_0;\n}\n',
      'fn twice_1( x_1 : i32) -> i32\n{\n    return x_1 + x_1;\n}\n',
    ];
    const hlsl = [
      '#line 7 "user.slang"\nint twice_0(int x_0)\n{\n    return x_0 + x_0;\n}\n',
      '#line 3\nfloat2 twice_1(float2 x_1)\n{\n    return x_1 + x_1;\n}\n',
    ];
    const origins = originsOf(wgsl.join('\n'), hlsl.join('\n'));
    expect(origins['fn twice_0( x_0 : vec2<f32>) -> vec2<f32>']).toBe('user.slang:3');
    expect(origins['fn twice_1( x_1 : i32) -> i32']).toBe('user.slang:7');
  });

  it('maps a statement that only WGSL has to the lines of its function', () => {
    const wgsl = WGSL.replace(
      '    return mix',
      '    var bits_0 : u32 = countOneBits(u32(77));\n$&',
    );
    const origins = originsOf(wgsl, HLSL);
    expect(origins['var bits_0 : u32 = countOneBits(u32(77));']).toBe('user.slang:22-25');
    expect(origins['return mix(_S1, 1.0f, vec2<f32>(0.5f).x);']).toBe('user.slang:25');
  });

  it('maps copied struct members to the line of the whole struct', () => {
    const wgsl = `fn f_0( i_0 : u32)
{
    splats_0[i_0].center_0 = _S1.center_0;
    splats_0[i_0].color_0 = _S1.color_0;
    return;
}`;
    const hlsl = `#line 5 "user.slang"
void f_0(uint i_0)
{
#line 6
    splats_0[i_0] = _S1;
#line 9
    return;
}`;
    expect(originsOf(wgsl, hlsl)).toMatchObject({
      'splats_0[i_0].center_0 = _S1.center_0;': 'user.slang:6',
      'splats_0[i_0].color_0 = _S1.color_0;': 'user.slang:6',
      'return;': 'user.slang:9',
    });
  });

  it('maps structs, members, constants and resources by name', () => {
    const wgsl = `struct Light_std430_0
{
    @align(16) color_0 : vec3<f32>,
    @align(4) power_0 : f32,
};

@binding(0) @group(0) var<storage, read_write> lights_0 : array<Light_std430_0>;
const LIMITS_0 : array<i32, i32(2)> = array<i32, i32(2)>( i32(1), i32(2) );`;
    const hlsl = `#line 8 "user.slang"
static const int  LIMITS_0[int(2)] = { int(1), int(2) };
#line 2
struct Light_0
{
#line 4
    float3 color_0;
    float power_0;
};
#line 30
RWStructuredBuffer<Light_0 > lights_0 : register(u0);`;
    expect(Object.values(originsOf(wgsl, hlsl))).toEqual([
      'user.slang:2',
      'user.slang:4',
      'user.slang:5',
      'user.slang:30',
      'user.slang:8',
    ]);
  });

  it('maps nothing in functions that no HLSL has', () => {
    const wgsl = 'fn only_0() -> f32\n{\n    return 1.0f;\n}\n';
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
