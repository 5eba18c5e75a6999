interface RaceProgram {
  readonly name: string;
  readonly source: string;
  /** Such as `sums: add, lines 4 and 4, 8 elements`. */
  readonly found: readonly string[];
}

const kernel = (threads: number, calls: number) =>
  `[shader("compute")] [numthreads(${threads}, 1, 1)] [playground::CALL(${calls}, 1, 1)]`;

/** Programs that print nothing and draw nothing. */
export const RACE_PROGRAMS: readonly RaceProgram[] = [
  {
    name: 'two threads store to one element',
    found: ['sums: add, lines 3 and 3, 32 elements'],
    source: `[playground::ZEROS(64)] RWStructuredBuffer<float> sums;
${kernel(64, 64)} void add(uint3 id : SV_DispatchThreadID) {
  sums[id.x / 2] = float(id.x); }`,
  },
  {
    name: 'a neighbour is read while its thread stores to it',
    found: ['cells: blur, lines 3 and 3, 63 elements'],
    source: `[playground::ZEROS(64)] RWStructuredBuffer<float> cells;
${kernel(64, 64)} void blur(uint3 id : SV_DispatchThreadID) {
  cells[id.x] = 0.5 * (cells[id.x] + cells[min(id.x + 1, 63)]); }`,
  },
  {
    name: 'a sum without a barrier in shared memory',
    found: ['tile: reduce, lines 6 and 6, 15 elements'],
    source: `[playground::ZEROS(4)] RWStructuredBuffer<float> result;
groupshared float tile[32];
${kernel(32, 32)} void reduce(uint3 id : SV_GroupThreadID) {
  tile[id.x] = float(id.x);
  GroupMemoryBarrierWithGroupSync();
  if (id.x < 16) tile[id.x + 16] += tile[id.x + 15];
  GroupMemoryBarrierWithGroupSync();
  if (id.x == 0) result[0] = tile[31]; }`,
  },
  {
    name: 'threads of two groups store to one texel',
    found: ['dots: stamp, lines 4 and 4, 1 elements'],
    source: `[format("r32f")] [playground::BLACK(8, 8)] RWTexture2D<float> dots;
${kernel(8, 16)} void stamp(uint3 id : SV_DispatchThreadID) {
  if (id.x % 8 == 3)
    dots[uint2(5, 2)] = float(id.x); }`,
  },
  {
    name: 'stores beside atomic operations, one of them in a function',
    found: ['sums: count, lines 2 and 6, 1 elements', 'sums: count, lines 6 and 6, 1 elements'],
    source: `[playground::ZEROS(4)] RWStructuredBuffer<uint> sums;
void reset(uint at) { sums[at] = 0; }
[playground::ZEROS(4)] RWStructuredBuffer<Atomic<uint>> counts;
${kernel(8, 8)} void count(uint3 id : SV_DispatchThreadID) {
  if (id.x == 7) { counts[1].store(0); reset(1); }
  else sums[1] += counts[1].load(); }`,
  },
  {
    name: 'none: each thread has its element',
    found: [],
    source: `[playground::ZEROS(64)] RWStructuredBuffer<float> sums;
${kernel(64, 64)} void add(uint3 id : SV_DispatchThreadID) {
  sums[id.x] = sums[id.x] * 2 + float(id.x); sums[id.x] += 1; }`,
  },
  {
    name: 'none: only atomic operations',
    found: [],
    source: `[playground::ZEROS(4)] RWStructuredBuffer<Atomic<uint>> counts;
${kernel(64, 256)} void count(uint3 id : SV_DispatchThreadID) {
  counts[id.x & 3].add(1); }`,
  },
  {
    name: 'none: a sum with a barrier after each step',
    found: [],
    source: `[playground::ZEROS(4)] RWStructuredBuffer<float> result;
groupshared float tile[4][16];
${kernel(64, 128)} void reduce(uint3 id : SV_GroupThreadID, uint3 group : SV_GroupID) {
  tile[id.x / 16][id.x % 16] = float(id.x);
  for (uint half = 32; half > 0; half /= 2) {
    GroupMemoryBarrierWithGroupSync();
    if (id.x < half) { uint other = id.x + half;
      tile[id.x / 16][id.x % 16] += tile[other / 16][other % 16]; } }
  if (id.x == 0) result[group.x] = tile[0][0]; }`,
  },
  {
    name: 'none: two calls of the same buffer, and two of one entry point’s parts',
    found: [],
    source: `struct Particle { float2 place; float2 speed; };
[playground::ZEROS(64)] RWStructuredBuffer<Particle> particles;
${kernel(32, 64)} void place(uint3 id : SV_DispatchThreadID) {
  if (id.x % 2 == 0) particles[id.x / 2].place = 1; else particles[id.x / 2].speed = 2; }
${kernel(32, 32)} void move(uint3 id : SV_DispatchThreadID) {
  particles[31 - id.x].place += particles[31 - id.x].speed; }`,
  },
  {
    name: 'none: behind the end of a buffer and of a texture',
    found: [],
    source: `[playground::ZEROS(4)] RWStructuredBuffer<float> few;
[format("r32f")] [playground::BLACK(2, 2)] RWTexture2D<float> small;
${kernel(32, 64)} void store(uint3 id : SV_DispatchThreadID) {
  if (id.x >= 4) few[100 + id.x / 8] = 1;
  small[uint2(9, id.x / 16)] = 2; }`,
  },
];
