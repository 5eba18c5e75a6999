/** Programs that draw rectangles into textures, and a processor that knows which fragments these keep. */

/** Texels of the textures. */
export const DRAWN_SIZE = { width: 12, height: 8 };

/** Left, bottom, right and top in texels, and depth. No texel's middle is on an edge or a diagonal. */
const RECTANGLES = [
  [0.2, 0.3, 9.1, 6.8, 0.6],
  [2.7, 1.2, 6.3, 7.7, 0.3],
  [5.1, 0.1, 10.9, 3.2, 0.8],
  [1.3, 4.4, 7.9, 5.9, 0.2],
  [8.2, 2.9, 10.3, 6.1, 0.5],
] as const;

const NUMBERS = RECTANGLES.map((rectangle) => `{ ${rectangle.join(', ')} }`).join(', ');

const hole = (x: number, y: number, instance: number) => instance === 1 && (x + y) % 3 === 0;

/** The picture, which every program that draws has. */
const PICTURE = `[shader("fragment")] float4 picture(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }\n`;

const COMMON = `import playground;
static const float rectangles[5][5] = { ${NUMBERS} };
struct Corner { float4 position : SV_Position; nointerpolation uint number : NUMBER; };
Corner cornerOf(uint id, uint instance)
{
  bool isRight = id == 1 || id == 3 || id == 4;
  bool isTop = id == 2 || id == 4 || id == 5;
  float x = rectangles[instance][isRight ? 2 : 0] / ${DRAWN_SIZE.width};
  float y = rectangles[instance][isTop ? 3 : 1] / ${DRAWN_SIZE.height};
  Corner c;
  c.position = float4(x * 2 - 1, y * 2 - 1, rectangles[instance][4], 1);
  c.number = instance;
  return c;
}
bool isHole(uint number, uint2 at) { return number == 1 && (at.x + at.y) % 3 == 0; }
[playground::ZEROS(96)] RWStructuredBuffer<float4> seen;
${PICTURE}`;

const vertices = (name: string, attributes: string) => `
[shader("vertex")] [playground::DRAW(6)] [playground::DRAW::INSTANCES(5)] [playground::CULL("none")] ${attributes}
Corner ${name}(uint id : SV_VertexID, uint instance : SV_InstanceID) { return cornerOf(id, instance); }
`;

const texture = (name: string) =>
  `[playground::BLACK(${DRAWN_SIZE.width}, ${DRAWN_SIZE.height})] Texture2D<float4> ${name};\n`;

/** A kernel that copies a texture to `seen`, texel by texel. */
const copies = (name: string) => `
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(${DRAWN_SIZE.width}, ${DRAWN_SIZE.height}, 1)]
void copy(uint2 at : SV_DispatchThreadID) { float4 got = ${name}[at]; seen[at.y * ${DRAWN_SIZE.width} + at.x] = got; }
`;

/** The fragments of the rectangles at a texel, in the order in which they are drawn. */
function fragmentsAt(entryPoint: string, x: number, y: number) {
  return RECTANGLES.flatMap(([left, bottom, right, top, depth], instance) => {
    const across = (x + 0.5 - left) / (right - left);
    const up = (y + 0.5 - bottom) / (top - bottom);
    if (across < 0 || across > 1 || up < 0 || up > 1) return [];
    const from = `triangle of vertex ${across + up < 1 ? 0 : 3}`;
    const parts = [entryPoint, `pixel (${x}, ${y})`, from];
    if (instance > 0) parts.push(`instance ${instance}`);
    return [{ instance, depth, text: parts.join(', ') }];
  });
}

function nearest(entryPoint: string, x: number, y: number): string[] {
  const seen = fragmentsAt(entryPoint, x, y).filter(({ instance }) => !hole(x, y, instance));
  const [first] = seen.toSorted((one, other) => one.depth - other.depth);
  return first ? [first.text] : [];
}

export interface DrawnProgram {
  readonly name: string;
  readonly source: string;
  readonly texture: string;
  /** The newest writers of a texel, as `writerText` has them. */
  writersOf(x: number, y: number): readonly string[];
  /** How many frames before the one that loads it each texel was drawn. */
  readonly earlier: number;
  /** What the answer says where no fragment is kept; null if a fragment always is. */
  readonly otherwise: string | null;
}

const SHADE = `float4 shade(Corner c) : SV_Target { if (isHole(c.number, uint2(c.position.xy))) discard; return float4(c.number, 1, 0, 1); }`;

export const DRAWN_PROGRAMS: readonly DrawnProgram[] = [
  {
    name: 'a texture drawn with depth and discarded fragments',
    source: `${COMMON}${texture('scene')}${vertices('place', '[playground::DEPTH("less", true)]')}
[shader("fragment")] [playground::TARGET("scene")] ${SHADE}
${copies('scene')}`,
    texture: 'scene',
    writersOf: (x, y) => nearest('shade', x, y),
    earlier: 0,
    otherwise: 'No fragment is kept there in frame 3: the draw of shade cleared it.',
  },
  {
    name: 'the second target of a draw',
    source: `${COMMON}${texture('scene')}${texture('normals')}
struct Both { float4 scene : SV_Target0; float4 normal : SV_Target1; }
${vertices('place', '[playground::DEPTH("less", true)]')}
[shader("fragment")] [playground::TARGET("scene")] [playground::TARGET("normals")]
Both shade(Corner c) { if (isHole(c.number, uint2(c.position.xy))) discard; Both both; both.scene = 1; both.normal = c.number; return both; }
${copies('normals')}`,
    texture: 'normals',
    writersOf: (x, y) => nearest('shade', x, y),
    earlier: 0,
    otherwise: 'No fragment is kept there in frame 3: the draw of shade cleared it.',
  },
  {
    name: 'a depth texture',
    source: `${COMMON}${texture('scene')}${texture('far').replace('float4', 'float')}
${vertices('place', '[playground::DEPTH("less", true)] [playground::DEPTH::TEXTURE("far")]')}
[shader("fragment")] [playground::TARGET("scene")] ${SHADE}
${copies('far')}`,
    texture: 'far',
    writersOf: (x, y) => nearest('shade', x, y),
    earlier: 0,
    otherwise: 'No fragment is kept there in frame 3: the draw of shade cleared it.',
  },
  {
    name: 'fragments that are blended over a filled texture',
    source: `${COMMON}${texture('scene')}
[shader("fragment")] [playground::TARGET("scene")] float4 fill(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }
${vertices('place', '[playground::BLEND("add")]')}
[shader("fragment")] [playground::TARGET("scene")] float4 glow(Corner c) : SV_Target { return 0.1; }
${copies('scene')}`,
    texture: 'scene',
    writersOf: (x, y) => [
      `fill, pixel (${x}, ${y})`,
      ...fragmentsAt('glow', x, y).map(({ text }) => text),
    ],
    earlier: 0,
    otherwise: null,
  },
  {
    name: 'a texture that is loaded before it is drawn',
    source: `${COMMON}${texture('history')}${copies('history')}
${vertices('place', '[playground::CLEAR(0, 0, 0, 0)]')}
[shader("fragment")] [playground::TARGET("history")] float4 trail(Corner c) : SV_Target { return c.number; }`,
    texture: 'history',
    writersOf: (x, y) =>
      fragmentsAt('trail', x, y)
        .slice(-1)
        .map(({ text }) => text),
    earlier: 1,
    otherwise: 'No fragment is kept there in frame 3: the draw of trail cleared it.',
  },
];

/** A kernel stores to four by four texels of what a draw has drawn. */
export const STORED_OVER = `${COMMON}
[format("r32f")] [playground::BLACK(${DRAWN_SIZE.width}, ${DRAWN_SIZE.height})] RWTexture2D<float> board;
[shader("fragment")] [playground::TARGET("board")] float fill(float2 uv : UV) : SV_Target { return uv.x; }
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(4, 4, 1)]
void paint(uint2 at : SV_DispatchThreadID) { board[at + 4] = 2; }
${copies('board')}`;

/** A draw that writes nothing but depth: no fragments run. */
export const DEPTH_ONLY = `${COMMON}${texture('far').replace('float4', 'float')}
${vertices('place', '[playground::DEPTH::TEXTURE("far")]')}
${copies('far')}`;

/** Fragments that store to a buffer. */
export const STORING_FRAGMENTS = `${COMMON}${texture('scene')}
[playground::ZEROS(5)] RWStructuredBuffer<float> places;
${vertices('place', '')}
[shader("fragment")] [playground::TARGET("scene")]
float4 mark(Corner c) : SV_Target { if (all(uint2(c.position.xy) == uint2(5, 5))) places[c.number] = c.position.z; return 1; }
`;
