import type { DrawnPicture } from './drawnPicture.ts';
import {
  drawReference,
  type ReferenceDraw,
  type ReferencePicture,
  type ReferenceVertex,
} from './rasterizer.ts';

/** The size of the pictures. */
export const CASE_SIZE = { width: 40, height: 30 };

/** A program, and what it has to draw. */
export interface DrawCase {
  readonly rule: string;
  readonly source: string;
  readonly reference: () => ReferencePicture;
  readonly frames?: number;
}

/** Three corners that hold no pixel's middle on an edge; the third is farther away. */
const CORNERS = [
  [-0.83, -0.71, 0.2, 1],
  [1.3, -0.93, 0.5, 1.7],
  [0.27, 2.1, 1.4, 2.6],
] as const;

const CORNERS_IN_SLANG = `static const float4 corners[] = {
  float4(-0.83, -0.71, 0.2, 1), float4(1.3, -0.93, 0.5, 1.7), float4(0.27, 2.1, 1.4, 2.6) };`;

const VALUES = [
  [0.9, 0.1, 0.3],
  [0.2, 0.8, 0.5],
  [0.4, 0.3, 1],
] as const;

const VALUES_IN_SLANG = `static const float3 values[] = {
  float3(0.9, 0.1, 0.3), float3(0.2, 0.8, 0.5), float3(0.4, 0.3, 1) };`;

const triangle = (order: readonly number[] = [0, 1, 2], z = 0): ReferenceVertex[] =>
  order.map((index) => {
    const [x = 0, y = 0, depth = 0, w = 1] = CORNERS[index] ?? [];
    return { position: [x, y, depth + z * w, w], values: VALUES[index] ?? [] };
  });

const plain =
  (draws: readonly ReferenceDraw[], options = {}) =>
  () =>
    drawReference(CASE_SIZE, draws, options);

const opaque = ([red = 0, green = 0, blue = 0]: readonly number[]) => ({
  color: [red, green, blue, 1],
});

/** A program that draws the triangle with the fragment's expression. */
const oneTriangle = (
  modifier: string,
  expression: string,
  attributes = '',
  parameters = '',
) => `import playground;
${CORNERS_IN_SLANG}
${VALUES_IN_SLANG}
struct Corner { float4 position : SV_Position; ${modifier} float3 value : VALUE; }
[shader("vertex")] [playground::DRAW(3)] [playground::SAMPLES(1)] ${attributes}
Corner place(uint index : SV_VertexID)
{
    Corner corner;
    corner.position = corners[index];
    corner.value = values[index];
    return corner;
}
[shader("fragment")]
float4 paint(Corner at${parameters}) : SV_Target { return ${expression}; }
`;

/** A square from the numbers of six vertices, `float2 side` from 0 to 1. */
const SIDE = 'let side = float2(index & 1, (index + 1) / 3 & 1);';
const SIDES = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 1],
  [1, 0],
] as const;

/** The order in which `SIDE` takes the corners of a square. */
const sideOf = (index: number): readonly [number, number] => [
  index & 1,
  (Math.trunc((index + 1) / 3) & 1) as 0 | 1,
];

const square = (
  [left, bottom]: readonly [number, number],
  [width, height]: readonly [number, number],
  depth = 0,
  values: readonly number[] = [],
): ReferenceVertex[] =>
  SIDES.map((_, index) => {
    const [x, y] = sideOf(index);
    return { position: [left + width * x, bottom + height * y, depth, 1], values };
  });

const PASSES = {
  less: (depth: number, before: number) => depth < before,
  greater: (depth: number, before: number) => depth > before,
};

/** Two squares that cross in depth, as the vertices of one draw of 12 vertices. */
const crossing = (
  shade: ReferenceDraw['shade'],
  passes: (depth: number, before: number) => boolean,
): ReferenceDraw => ({
  vertices: [0, 1].flatMap((which) =>
    SIDES.map((_, index): ReferenceVertex => {
      const [x, y] = sideOf(index);
      const depth = which === 0 ? 0.2 + 0.61 * x : 0.7 - 0.57 * x;
      return {
        position: [-0.81 + 1.63 * x, -0.77 + 1.51 * y, depth, 1],
        values: [which, 0.5, 1 - which],
      };
    }),
  ),
  shade,
  passes,
});

const crossingSource = (depth: string, output: string, body: string) => `import playground;
struct Corner { float4 position : SV_Position; nointerpolation float3 color : COLOR; }
[shader("vertex")] [playground::DRAW(12)] [playground::SAMPLES(1)] ${depth}
Corner place(uint vertex : SV_VertexID)
{
    let index = vertex % 6;
    let which = float(vertex / 6);
    ${SIDE}
    Corner corner;
    corner.position = float4(-0.81 + 1.63 * side.x, -0.77 + 1.51 * side.y,
        vertex < 6 ? 0.2 + 0.61 * side.x : 0.7 - 0.57 * side.x, 1);
    corner.color = float3(which, 0.5, 1 - which);
    return corner;
}
${output}
${body}
`;

const blendSource = (mode: string) => `import playground;
struct Corner { float4 position : SV_Position; nointerpolation uint which : WHICH; }
[shader("vertex")] [playground::DRAW(6)] [playground::DRAW::INSTANCES(2)] [playground::SAMPLES(1)]
[playground::BLEND("${mode}")] [playground::CLEAR(0.2, 0.4, 0.1, 0.5)]
Corner place(uint index : SV_VertexID, uint which : SV_InstanceID)
{
    ${SIDE}
    Corner corner;
    corner.position = float4(-0.81 + 0.43 * which + 1.1 * side.x, -0.77 + 0.3 * which + 1.1 * side.y, 0, 1);
    corner.which = which;
    return corner;
}
[shader("fragment")]
float4 paint(Corner at) : SV_Target
{
    return at.which == 0 ? float4(0.8, 0.2, 0.1, 0.6) : float4(0.1, 0.5, 0.9, 0.25);
}
`;

const blendCase = (mode: string, blend: NonNullable<ReferenceDraw['blend']>): DrawCase => ({
  rule: `two squares are joined with the colours below: ${mode}`,
  source: blendSource(mode),
  reference: plain(
    [
      {
        vertices: [0, 1].flatMap((which) =>
          square([-0.81 + 0.43 * which, -0.77 + 0.3 * which], [1.1, 1.1], 0, [which]),
        ),
        shade: ({ flat: [which] }) => ({
          color: which === 0 ? [0.8, 0.2, 0.1, 0.6] : [0.1, 0.5, 0.9, 0.25],
        }),
        blend,
      },
    ],
    { clear: [0.2, 0.4, 0.1, 0.5] },
  ),
});

const each =
  (
    mix: (source: number, before: number, channel: number) => number,
  ): NonNullable<ReferenceDraw['blend']> =>
  (color, before) =>
    color.map((channel, index) => mix(channel, before[index] ?? 0, index));

/** A picture that a function gives for each pixel. */
const everywhere =
  (color: (x: number, y: number) => readonly number[]) => (): ReferencePicture => ({
    at: color,
    isUncertain: () => false,
  });

const { width, height } = CASE_SIZE;
const uvAt = (x: number, y: number) => [(x + 0.5) / width, (y + 0.5) / height] as const;

export const DRAW_CASES: readonly DrawCase[] = [
  {
    rule: 'a triangle covers the pixels whose middle is inside',
    source: oneTriangle('', 'float4(0.2, 0.6, 1, 1)'),
    reference: plain([{ vertices: triangle(), shade: () => opaque([0.2, 0.6, 1]) }]),
  },
  {
    rule: 'values are blended with perspective',
    source: oneTriangle('', 'float4(at.value, 1)'),
    reference: plain([{ vertices: triangle(), shade: ({ values }) => opaque(values) }]),
  },
  {
    rule: 'noperspective values are blended on the screen',
    source: oneTriangle('noperspective', 'float4(at.value, 1)'),
    reference: plain([{ vertices: triangle(), shade: ({ linear }) => opaque(linear) }]),
  },
  {
    rule: 'nointerpolation values are those of the first vertex',
    source: oneTriangle('nointerpolation', 'float4(at.value, 1)'),
    reference: plain([{ vertices: triangle(), shade: ({ flat }) => opaque(flat) }]),
  },
  {
    rule: 'SV_Position is in pixels from the bottom left, with depth and 1 / w',
    source: oneTriangle('', 'float4(at.position.x / 40, at.position.z, at.position.w, 1)'),
    reference: plain([
      {
        vertices: triangle(),
        shade: ({ x, depth, inverse }) => opaque([(x + 0.5) / width, depth, inverse]),
      },
    ]),
  },
  {
    rule: 'counter-clockwise triangles show their front',
    source: oneTriangle(
      '',
      'float4(float(isFront), 0.5, 0.25, 1)',
      '',
      ', bool isFront : SV_IsFrontFace',
    ),
    reference: plain([
      {
        vertices: triangle(),
        shade: ({ isFront }) => opaque([isFront ? 1 : 0, 0.5, 0.25]),
      },
    ]),
  },
  {
    rule: 'a culled back leaves the front, a culled front nothing',
    source: `${oneTriangle('', 'float4(at.value, 1)', '[playground::CULL("back")]')}
[shader("vertex")] [playground::DRAW(3)] [playground::CULL("front")] [playground::DRAW::WITH("paint")]
Corner placeToo(uint index : SV_VertexID)
{
    Corner corner;
    corner.position = corners[index];
    corner.value = float3(1);
    return corner;
}
`,
    reference: plain([{ vertices: triangle(), shade: ({ values }) => opaque(values) }]),
  },
  {
    rule: 'the nearer of two crossing squares is visible',
    source: crossingSource(
      '[playground::DEPTH("less", true)]',
      '',
      '[shader("fragment")] float4 paint(Corner at) : SV_Target { return float4(at.color, 1); }',
    ),
    reference: plain([crossing(({ flat }) => opaque(flat), PASSES.less)]),
  },
  {
    rule: 'the farther one is visible if depth is tested with greater',
    source: crossingSource(
      '[playground::DEPTH("greater", true)]',
      '',
      '[shader("fragment")] float4 paint(Corner at) : SV_Target { return float4(at.color, 1); }',
    ),
    reference: plain([crossing(({ flat }) => opaque(flat), PASSES.greater)], { farthest: 0 }),
  },
  {
    rule: 'SV_Depth replaces the depth',
    source: crossingSource(
      '[playground::DEPTH("less", true)]',
      'struct Painted { float4 color : SV_Target; float depth : SV_Depth; }',
      `[shader("fragment")] Painted paint(Corner at)
{
    Painted painted;
    painted.color = float4(at.color, 1);
    painted.depth = at.color.r > 0.5 ? at.position.y / 30 : 0.5;
    return painted;
}`,
    ),
    reference: plain([
      crossing(
        ({ flat, y }) => ({
          ...opaque(flat),
          depth: (flat[0] ?? 0) > 0.5 ? (y + 0.5) / height : 0.5,
        }),
        PASSES.less,
      ),
    ]),
  },
  blendCase('alpha', ([red = 0, green = 0, blue = 0, alpha = 1], before) =>
    [red * alpha, green * alpha, blue * alpha, alpha].map(
      (channel, index) => channel + (before[index] ?? 0) * (1 - alpha),
    ),
  ),
  blendCase(
    'add',
    each((source, before) => source + before),
  ),
  blendCase(
    'multiply',
    each((source, before) => source * before),
  ),
  blendCase(
    'screen',
    each((source, before) => source + before * (1 - source)),
  ),
  blendCase(
    'max',
    each((source, before) => Math.max(source, before)),
  ),
  {
    rule: 'discarded fragments leave what is there',
    source: oneTriangle('', 'keep(at)').replace(
      '[shader("fragment")]',
      `float4 keep(Corner at) { if (uint(at.position.x) % 2 == 1) discard; return float4(at.value, 1); }
[shader("fragment")]`,
    ),
    reference: plain([
      {
        vertices: triangle(),
        shade: ({ x, values }) => (x % 2 === 1 ? null : opaque(values)),
      },
    ]),
  },
  {
    rule: 'a kernel counts the instances of an indirect draw',
    source: `import playground;
[playground::ZEROS(8)] RWStructuredBuffer<uint> counts;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void count() { counts[4] = 6; counts[5] = 3; counts[6] = 0; counts[7] = 0; }
[shader("vertex")] [playground::DRAW::INDIRECT("counts", 16)] [playground::SAMPLES(1)]
float4 place(uint index : SV_VertexID, uint instance : SV_InstanceID) : SV_Position
{
    ${SIDE}
    return float4(-0.91 + 0.45 * instance + 0.4 * side.x, -0.9 + 0.5 * instance + 0.43 * side.y, 0, 1);
}
[shader("fragment")] float4 paint() : SV_Target { return float4(1, 0.5, 0.25, 1); }
`,
    reference: plain([
      {
        vertices: [0, 1, 2].flatMap((at) =>
          square([-0.91 + 0.45 * at, -0.9 + 0.5 * at], [0.4, 0.43]),
        ),
        shade: () => opaque([1, 0.5, 0.25]),
      },
    ]),
  },
  {
    rule: 'indirect draws of one mesh have their own numbers of instances',
    source: `import playground;
[playground::ZEROS(8)] RWStructuredBuffer<uint> counts;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void count() { counts[1] = 1; counts[5] = 2; }
float4 placed(float3 corner, uint instance, float height)
{
    return float4(0.2 * corner.x - 0.6 + 0.5 * instance, 0.2 * corner.y + height, 0.5, 1);
}
[shader("vertex")] [playground::DRAW::MESH("cube")] [playground::DRAW::INDIRECT("counts", 0)]
[playground::SAMPLES(1)] [playground::CULL("none")] [playground::DRAW::WITH("paint")]
float4 placeOne(float3 corner : POSITION, uint instance : SV_InstanceID) : SV_Position
{ return placed(corner, instance, -0.5); }
[shader("vertex")] [playground::DRAW::MESH("cube")] [playground::DRAW::INDIRECT("counts", 16)]
[playground::CULL("none")] [playground::DRAW::WITH("paint")]
float4 placeTwo(float3 corner : POSITION, uint instance : SV_InstanceID) : SV_Position
{ return placed(corner, instance, 0.5); }
[shader("fragment")] float4 paint() : SV_Target { return float4(1, 0.5, 0.25, 1); }
`,
    reference: () => {
      const half = 0.2 / Math.sqrt(3);
      const cubes = [
        [-0.6, -0.5],
        [-0.6, 0.5],
        [-0.1, 0.5],
      ] as const;
      return drawReference(CASE_SIZE, [
        {
          vertices: cubes.flatMap(([x, y]) => square([x - half, y - half], [2 * half, 2 * half])),
          shade: () => opaque([1, 0.5, 0.25]),
        },
      ]);
    },
  },
  {
    rule: 'several targets hold what a later entry point reads',
    source: `import playground;
Texture2D<float4> first;
[format("r32f")] Texture2D<float> second;
struct Painted { float depth : SV_Target1; float4 color : SV_Target0; }
[shader("fragment")] [playground::TARGET("first")] [playground::TARGET("second")]
Painted paint(float4 position : SV_Position, float2 uv : UV)
{
    Painted painted;
    painted.depth = uv.x * uv.y;
    painted.color = float4(uv, 0.25, 1);
    return painted;
}
[shader("fragment")] float4 show(float4 position : SV_Position) : SV_Target
{
    let at = int3(int2(position.xy), 0);
    return float4(first.Load(at).xy, second.Load(at), 1);
}
`,
    reference: everywhere((x, y) => {
      const [u, v] = uvAt(x, y);
      return [u, v, u * v, 1];
    }),
  },
  {
    rule: 'a depth texture holds the depth of what was drawn',
    source: `${crossingSource('[playground::DEPTH::TEXTURE("depths")]', 'Texture2D<float> depths;', '')}
[shader("vertex")] [playground::DRAW(3)] [playground::SAMPLES(1)]
float4 cover(uint index : SV_VertexID) : SV_Position
{
    return float4(index == 1 ? 3.0 : -1.0, index == 2 ? 3.0 : -1.0, 0, 1);
}
[shader("fragment")] float4 show(float4 position : SV_Position) : SV_Target
{
    return float4(float3(depths.Load(int3(int2(position.xy), 0))), 1);
}
`,
    reference: plain([crossing(({ depth }) => opaque([depth, depth, depth]), PASSES.less)], {
      clear: [1, 1, 1, 1],
    }),
  },
  {
    rule: 'edges are smooth with four samples',
    source: oneTriangle('', 'float4(1, 0.8, 0.4, 1)').replace('SAMPLES(1)', 'SAMPLES(4)'),
    reference: plain([{ vertices: triangle(), shade: () => opaque([1, 0.8, 0.4]) }], {
      samples: 4,
    }),
  },
  {
    rule: 'derivatives are differences between neighbouring pixels',
    source: `import playground;
[shader("fragment")] float4 paint(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    return float4(ddx(uv.x) * 20, ddy(uv.y) * 20, fwidth(uv.x + uv.y) * 10, 1);
}
`,
    reference: everywhere(() => [20 / width, 20 / height, 10 / width + 10 / height, 1]),
  },
  {
    rule: 'derivatives may be where not all fragments arrive',
    source: `import playground;
[shader("fragment")] float4 paint(float2 uv : UV) : SV_Target
{
    if (uv.x > 0.5)
        return float4(0, fwidth(uv.y) * 20, 0, 1);
    return float4(1, 0, 0, 1);
}
`,
    reference: everywhere((x) => (x < width / 2 ? [1, 0, 0, 1] : [0, 20 / height, 0, 1])),
  },
  {
    rule: 'a fragment entry point alone fills the picture, with UV (0, 0) at the bottom left',
    source: `import playground;
[shader("fragment")] float4 paint(float4 position : SV_Position, float2 uv : TEXCOORD0) : SV_Target
{
    return float4(uv, position.y / 60, 1);
}
`,
    reference: everywhere((x, y) => {
      const [u, v] = uvAt(x, y);
      return [u, v, (y + 0.5) / 60, 1];
    }),
  },
  {
    rule: 'stages meet by semantic, whatever the order and the nesting of their values',
    source: `import playground;
${CORNERS_IN_SLANG}
${VALUES_IN_SLANG}
struct Inner { float2 two : TEXCOORD1; uint id : ID; }
struct Corner { float unused : UNUSED; Inner inner; float4 position : SV_Position; float one : TEXCOORD; }
struct Read { float blended : TEXCOORD0; Inner rest; }
[shader("vertex")] [playground::DRAW(3)] [playground::SAMPLES(1)]
Corner place(uint index : SV_VertexID)
{
    Corner corner;
    corner.unused = 7;
    corner.position = corners[index];
    corner.inner.two = values[index].gb;
    corner.inner.id = 5;
    corner.one = values[index].r;
    return corner;
}
[shader("fragment")] float4 paint(Read at) : SV_Target
{
    return at.rest.id == 5 ? float4(at.blended, at.rest.two, 1) : float4(0);
}
`,
    reference: plain([{ vertices: triangle(), shade: ({ values }) => opaque(values) }]),
  },
  {
    rule: 'kernels and draws take turns in the order of the source',
    source: `import playground;
import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void ground(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 size) => float4(0, 0, 1, 1)); }
${oneTriangle('', 'float4(1, 0, 0, 1)').replace('import playground;', '')}
[shader("compute")] [numthreads(4, 6, 1)] [playground::CALL(20, 30, 1)]
void half(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 size) => float4(0, 1, 0, 1)); }
`,
    reference: () => {
      const drawn = drawReference(
        CASE_SIZE,
        [{ vertices: triangle(), shade: () => opaque([1, 0, 0]) }],
        { clear: [0, 0, 1, 1] },
      );
      const isLeft = (x: number) => x < 20;
      return {
        at: (x, y) => (isLeft(x) ? [0, 1, 0, 1] : drawn.at(x, y)),
        isUncertain: (x, y) => !isLeft(x) && drawn.isUncertain(x, y),
      };
    },
  },
  {
    rule: 'a draw reads what a kernel has moved, frame by frame',
    source: `import playground;
[playground::ZEROS(1)] RWStructuredBuffer<float> moved;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void move() { moved[0] += 0.25; }
[shader("vertex")] [playground::DRAW(6)] [playground::SAMPLES(1)]
float4 place(uint index : SV_VertexID) : SV_Position
{
    ${SIDE}
    return float4(-0.97 + moved[0] + 0.3 * side.x, -0.7 + 1.3 * side.y, 0, 1);
}
[shader("fragment")] float4 paint() : SV_Target { return float4(moved[0], 1, 0, 1); }
`,
    frames: 3,
    reference: plain([
      { vertices: square([-0.22, -0.7], [0.3, 1.3]), shade: () => opaque([0.75, 1, 0]) },
    ]),
  },
  {
    rule: 'a line strip and a point list cover the pixels that they pass',
    source: `import playground;
[shader("vertex")] [playground::DRAW(2)] [playground::TOPOLOGY("line-strip")] [playground::SAMPLES(1)]
[playground::DRAW::WITH("paint")]
float4 placeEnds(uint index : SV_VertexID) : SV_Position { return float4(index * 4.0 - 2.0, 0.5 / 15, 0, 1); }
[shader("vertex")] [playground::DRAW(1)] [playground::TOPOLOGY("point-list")] [playground::DRAW::WITH("paint")]
float4 placePoint() : SV_Position { return float4(0.5 / 20, 0.5 + 0.5 / 15, 0, 1); }
[shader("fragment")] float4 paint() : SV_Target { return float4(1, 1, 0, 1); }
`,
    reference: everywhere((x, y) => {
      const isLine = y === 15;
      const isPoint = x === 20 && y === 22;
      return isLine || isPoint ? [1, 1, 0, 1] : [0, 0, 0, 1];
    }),
  },
];

/** The pixels that differ by more than rounding, as text; empty if there are none. */
export function differences(drawn: DrawnPicture, reference: ReferencePicture): string {
  const found: string[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (reference.isUncertain(x, y)) continue;
      const wanted = reference.at(x, y).map((channel) => Math.round(channel * 255));
      const shown = drawn.at(x, y);
      if (wanted.every((channel, index) => Math.abs(channel - (shown[index] ?? 0)) <= 2)) continue;
      found.push(`(${x}, ${y}): ${shown.join(' ')} instead of ${wanted.join(' ')}`);
    }
  }
  return [...found.slice(0, 5), ...(found.length > 5 ? [`… ${found.length} in all`] : [])].join(
    '\n',
  );
}
