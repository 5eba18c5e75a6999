import { describe, expect, it } from 'vitest';
import { createPlanner } from '../../../../tests/support/planner.ts';

const planner = await createPlanner();

const POSITION = 'float4 position : SV_Position;';
const program = (
  { vertex = 'DRAW(3)', fields = '', body = '', declarations = '' },
  fragment = 'float4 paint() : SV_Target { return float4(1); }',
) => `import playground;
${declarations}
struct Corner { ${POSITION} ${fields} }
[shader("vertex")] [playground::${vertex}]
Corner place(uint index : SV_VertexID) { Corner corner = {}; ${body} return corner; }
${fragment === '' ? '' : `[shader("fragment")] ${fragment}`}
`;

const commands = (source: string) =>
  planner.descriptor(source).callCommands.filter((call) => call.type === 'DRAW');

describe('a draw', () => {
  it('has the defaults that its vertices suggest', () => {
    const [points] = commands(program({}));
    expect(points).toMatchObject({ cull: 'none', depth: null, clear: [0, 0, 0, 1], blend: null });
    expect(planner.resource(program({}), 'outputTexture').binding).toMatchObject({
      target: { format: 'rgba8unorm', samples: 4, hasDepth: false },
    });
    const mesh = program({ vertex: 'DRAW::MESH("cube")' });
    expect(commands(mesh)[0]).toMatchObject({
      ...{ cull: 'back', depth: { compare: 'less', write: true }, clearDepth: 1 },
    });
    expect(planner.resource(mesh, 'cube.indices').command).toEqual({
      ...{ type: 'MESH', mesh: 'cube', part: 'indices' },
    });
  });

  it('clears its targets only if it is the first of the frame', () => {
    const source = `import playground;
[shader("fragment")] float4 ground() : SV_Target { return float4(1); }
[shader("fragment")] [playground::BLEND("add")] float4 more() : SV_Target { return float4(1); }`;
    expect(commands(source).map(({ clear }) => clear)).toEqual([[0, 0, 0, 1], null]);
  });

  it('draws depth only before a fragment entry point that reads what it does not return', () => {
    const source = `${program(
      {
        vertex: 'DRAW::MESH("cube")] [playground::DEPTH::TEXTURE("depths")',
        declarations: 'Texture2D<float> depths;',
      },
      'float4 fill(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }',
    )}`;
    expect(commands(source).map(({ vertex, fragment }) => [vertex, fragment])).toEqual([
      ['place', null],
      [null, 'fill'],
    ]);
  });
});

const SHOW = '[shader("fragment")] float4 show() : SV_Target { return float4(1); }';

const REFUSED = {
  'The shader compiled, but nothing that it draws is shown: all draws go to textures. Add a fragment entry point without [playground::TARGET("…")] that reads them.':
    program(
      { declarations: 'Texture2D<float4> light;' },
      '[playground::TARGET("light")] float4 paint() : SV_Target { return float4(1); }',
    ),
  'paint reads NORMAL (n), but place returns nothing but its position. Give both the same semantic.':
    program({}, 'float4 paint(float3 n : NORMAL) : SV_Target { return float4(n, 1); }'),
  'place returns UV (uv) as float2, but paint reads it (at) as float3. Give both the same type.':
    program(
      { fields: 'float2 uv : UV;' },
      'float4 paint(float3 at : UV) : SV_Target { return float4(at, 1); }',
    ),
  'paint reads NORMAL (n), but no vertex entry point comes before it. Without one, it fills the picture and can read SV_Position and UV.':
    '[shader("fragment")] float4 paint(float3 n : NORMAL) : SV_Target { return float4(n, 1); }',
  'place has no fragment entry point: write one after it, a function with [shader("fragment")], or name one with [playground::DRAW::WITH("…")].': `${program({}, '')} [shader("vertex")] float4 last() : SV_Position { return 1; }
     [shader("fragment")] float4 other() : SV_Target { return 1; }`,
  'paint returns SV_Target1, but has only the target outputTexture. Name one texture for each, in their order, with [playground::TARGET("…")].':
    program({}, 'float4 paint() : SV_Target1 { return float4(1); }'),
  'paint returns uint4 as SV_Target0, but textures that are drawn to hold floats.': program(
    {},
    'uint4 paint() : SV_Target { return uint4(1); }',
  ),
  'place draws to light, which is not declared. Add Texture2D<float4> light;': program(
    {},
    `[playground::TARGET("light")] float4 paint() : SV_Target { return float4(1); } ${SHOW}`,
  ),
  'paint uses light, which it also draws to. WebGPU forbids both in one draw: draw to another texture first.':
    program(
      { declarations: 'Texture2D<float4> light;' },
      `[playground::TARGET("light")] float4 paint() : SV_Target { return light.Load(int3(0)); } ${SHOW}`,
    ),
  'place prints, but WebGPU lets no vertex stage write. Print in the fragment entry point or in a compute one.':
    program({ declarations: 'import printing;', body: 'printf("%d", index);' }),
  'place writes moved, but WebGPU lets no vertex stage write. Write it in a compute entry point.':
    program({
      ...{ declarations: '[playground::ZEROS(4)] RWStructuredBuffer<uint> moved;' },
      body: 'moved[index] = 1;',
    }),
  'CALL attribute of place: it is a vertex entry point, but only compute ones can be called.':
    program({ vertex: 'CALL(1, 1, 1)' }),
  'CULL attribute of place: its side is "left", but has to be "none", "back", or "front".': program(
    {
      vertex: 'DRAW(3)] [playground::CULL("left")',
    },
  ),
  'DRAW attribute of place: its number of vertices is 0, but has to be a whole number from 1 to 4294967295.':
    program({ vertex: 'DRAW(0)' }),
  'place and paint both have a BLEND attribute: remove one.': program(
    { vertex: 'DRAW(3)] [playground::BLEND("add")' },
    '[playground::BLEND("alpha")] float4 paint() : SV_Target { return float4(1); }',
  ),
  'DRAW_WITH attribute of place: there is no fragment entry point glow.': program({
    vertex: 'DRAW(3)] [playground::DRAW::WITH("glow")',
  }),
  'place has attributes for drawing, but nothing says what it draws. Add, for example, [playground::DRAW(3)] or [playground::DRAW::MESH("cube")] to it.':
    program({ vertex: 'CULL("back")' }),
  'SAMPLES attribute: outputTexture cannot have 4 samples, because a compute entry point writes it too.':
    program({
      vertex: 'DRAW(3)] [playground::SAMPLES(4)',
      declarations: `import rendering; [shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
        void kernel(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 size) => float4(1)); }`,
    }),
};

describe('a program that cannot draw is refused with a sentence that names the place', () => {
  it.each(Object.entries(REFUSED))('%s', (message, source) => {
    expect(planner.refusal(source)).toBe(message);
  });

  it('names the out parameter that WGSL cannot have', () => {
    const source = `import playground;
[shader("vertex")] [playground::DRAW(3)]
float4 place(uint index : SV_VertexID, out float2 uv : UV) : SV_Position { uv = float2(0); return float4(1); }
[shader("fragment")] float4 paint(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }`;
    expect(planner.refusal(source)).toContain('place has the out parameter uv');
  });
});
