import type { Thread } from '#core/source/instrument/trace.ts';

/** `ENTRY x y`, without y if it is 0, in no order. */
type Writers = readonly string[];

interface WriterProgram {
  readonly name: string;
  readonly source: string;
  /** What to look at: the resource, its elements, and how its threads are found on a processor. */
  readonly resource: string;
  readonly count: number;
  writersOf(element: number, frame: number): Writers;
  /** A thread that loads `loads(thread)`, and the call that stored it, in which frame. */
  readonly reader: {
    readonly entryPoint: string;
    readonly thread: Thread;
    readonly text: string;
    /** What it loads; omitted if that differs from run to run, or is a struct. */
    readonly value?: number;
    writtenBy(frame: number): { readonly text: string; readonly earlier: number };
  };
}

const kernel = (threads: number, calls: number, more = '') =>
  `[shader("compute")] [numthreads(${threads}, 1, 1)] [playground::CALL(${calls}, 1, 1)] ${more}`;

const threads = (count: number) => Array.from({ length: count }, (_, id) => id);

/** Where a thread stores: the same in Slang. */
const scattered = (id: number, count: number) => (id * 7 + 3) % count;

export const WRITER_PROGRAMS: readonly WriterProgram[] = [
  {
    name: 'three passes over one buffer',
    resource: 'sums',
    count: 32,
    source: `[playground::ZEROS(32)] RWStructuredBuffer<float> sums;
[playground::ZEROS(32)] RWStructuredBuffer<float> shown;
${kernel(32, 32)} void clear(uint3 id : SV_DispatchThreadID) { sums[id.x] = 0; }
${kernel(16, 48)} void scatter(uint3 id : SV_DispatchThreadID) {
  if (id.x % 3 == 0) sums[(id.x * 7 + 3) % 32] = float(id.x); }
${kernel(32, 32)} void show(uint3 id : SV_DispatchThreadID) { shown[id.x] = sums[31 - id.x] * 2; }`,
    writersOf: (element) => [
      `clear ${element}`,
      ...threads(48).flatMap((id) =>
        id % 3 === 0 && scattered(id, 32) === element ? [`scatter ${id}`] : [],
      ),
    ],
    reader: {
      ...{
        entryPoint: 'show',
        thread: [31 - scattered(33, 32), 0, 0],
        text: `sums[${scattered(33, 32)}]`,
      },
      value: 33,
      writtenBy: () => ({ text: 'scatter 33', earlier: 0 }),
    },
  },
  {
    name: 'a ping-pong over frames',
    resource: 'halves',
    count: 32,
    source: `[playground::FRAME_ID] uniform uint frame;
[playground::ZEROS(32)] RWStructuredBuffer<float> halves;
${kernel(16, 16)} void swing(uint3 id : SV_DispatchThreadID) {
  uint to = frame % 2 * 16;
  float before = halves[(16 - to) + (id.x + 1) % 16];
  halves[to + id.x] = before + 1; }`,
    writersOf: (element, frame) =>
      Math.floor(element / 16) === frame % 2 ? [`swing ${element % 16}`] : [],
    reader: {
      ...{ entryPoint: 'swing', thread: [4, 0, 0], text: 'halves[?]' },
      value: 3,
      writtenBy: () => ({ text: 'swing 5', earlier: 1 }),
    },
  },
  {
    name: 'what one kernel stores in frame 0 only',
    resource: 'table',
    count: 16,
    source: `[playground::ZEROS(16)] RWStructuredBuffer<uint> table;
[playground::ZEROS(16)] RWStructuredBuffer<uint> copies;
${kernel(16, 16, '[playground::CALL::ONCE]')} void fill(uint3 id : SV_DispatchThreadID) { table[15 - id.x] = id.x; }
uint load(uint at) { return table[at] + 1; }
${kernel(16, 16)} void copy(uint3 id : SV_DispatchThreadID) { copies[id.x] = load(id.x ^ 5); }`,
    writersOf: (element, frame) => (frame === 0 ? [`fill ${15 - element}`] : []),
    reader: {
      ...{ entryPoint: 'copy', thread: [2, 0, 0], text: 'table[7]' },
      value: 8,
      writtenBy: (frame) => ({ text: 'fill 8', earlier: frame }),
    },
  },
  {
    name: 'texels and atomic operations',
    resource: 'dots',
    count: 64,
    source: `[format("r32f")] [playground::BLACK(8, 8)] RWTexture2D<float> dots;
[playground::ZEROS(8)] RWStructuredBuffer<Atomic<uint>> counts;
[playground::ZEROS(64)] RWStructuredBuffer<float> shown;
[shader("compute")] [numthreads(4, 4, 1)] [playground::CALL(8, 4, 1)] void paint(uint3 id : SV_DispatchThreadID) {
  counts[id.x].add(1); dots[id.yx] = float(counts[id.x].load()); }
${kernel(64, 64)} void show(uint3 id : SV_DispatchThreadID) { shown[id.x] = dots[uint2(id.x % 8, id.x / 8)]; }`,
    writersOf: (element) => {
      const [x, y] = [element % 8, Math.floor(element / 8)];
      return x < 4 ? [`paint ${y}${x > 0 ? ` ${x}` : ''}`] : [];
    },
    reader: {
      ...{ entryPoint: 'show', thread: [26, 0, 0], text: 'dots[2, 3]' },
      writtenBy: () => ({ text: 'paint 3 2', earlier: 0 }),
    },
  },
  {
    name: 'shared memory, structs and a buffer of bytes',
    resource: 'bytes',
    count: 64,
    source: `struct Pair { float one; float other; };
[playground::ZEROS(8)] RWStructuredBuffer<Pair> pairs;
[playground::ZEROS(64)] RWByteAddressBuffer bytes;
groupshared Pair tile[2][4];
${kernel(8, 64)} void mix(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID) {
  tile[local.x / 4][local.x % 4].one = float(id.x);
  GroupMemoryBarrierWithGroupSync();
  float got = tile[1 - local.x / 4][local.x % 4].one;
  bytes.Store(((id.x * 7 + 3) % 64) * 4, asuint(got));
  if (id.x < 8) pairs[id.x].other = got; }`,
    writersOf: (element) =>
      threads(64).flatMap((id) => (scattered(id, 64) === element ? [`mix ${id}`] : [])),
    reader: {
      ...{ entryPoint: 'mix', thread: [18, 0, 0], text: 'tile[1][2]' },
      writtenBy: () => ({ text: 'mix 22', earlier: 0 }),
    },
  },
];

/**
 * Vertices that read what a kernel stores, in functions too, beside vertices of a mesh, and the
 * kernel's thread that stored each element.
 */
export const READING_VERTICES = {
  count: 12,
  source: `[playground::ZEROS(16)] RWStructuredBuffer<float> heights;
[playground::ZEROS(4)] RWStructuredBuffer<float4> shifts;
${kernel(16, 16)} void raise(uint3 id : SV_DispatchThreadID) { heights[(id.x * 7 + 3) % 16] = float(id.x) / 16; }
${kernel(4, 4, '[playground::CALL::ONCE]')} void shift(uint3 id : SV_DispatchThreadID) { shifts[3 - id.x] = float(id.x); }
float4 at(uint id, uint instance)
{
  float height = heights[id + instance];
  float4 moved = shifts[instance] + height;
  return float4(moved.xy, height, 1);
}
[shader("vertex")] [playground::DRAW(12)] [playground::DRAW::INSTANCES(4)]
float4 place(uint id : SV_VertexID, uint instance : SV_InstanceID) : SV_Position { return at(id, instance); }
[shader("fragment")] float4 shade() : SV_Target { return 1; }
[shader("vertex")] [playground::DRAW::MESH("cube")]
float4 placeCube(float3 position : POSITION, uint id : SV_VertexID) : SV_Position
{
  float height = heights[id % 16];
  return float4(position.xy, height, 1);
}
[shader("fragment")] float4 shadeCube() : SV_Target { return 1; }`,
  /** The thread of `raise` that stores an element. */
  raiserOf: (element: number) => threads(16).find((id) => scattered(id, 16) === element) ?? -1,
  shifterOf: (element: number) => 3 - element,
};
