import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TracedValue } from '#core/source/instrument/trace.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

/** Of the picture, in pixels. */
const SIZE = { width: 64, height: 48 };

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let running: Awaited<ReturnType<typeof realDebugger>> | null = null;
afterEach(() => running?.dispose());

async function debug(source: string) {
  running = await realDebugger(device, compiler, source);
  return running;
}

/** A number, or the numbers of a vector, a matrix or an array. */
function numbersIn(value: TracedValue | null | undefined): number[] {
  switch (value?.kind) {
    case 'number':
      return [value.value];
    case 'vector':
    case 'array':
      return value.elements.flatMap(numbersIn);
    case 'matrix':
      return value.rows.flatMap(numbersIn);
    case 'struct':
      return value.fields.flatMap((field) => numbersIn(field.value));
    default:
      return [];
  }
}

/** The last value of a variable of the trace, or of what was returned last. */
function lastValue({ shown }: DebuggerState, name: string): number[] {
  const { program, steps } = shown?.replay.trace ?? { program: null, steps: [] };
  const found = steps.findLast(({ site }) => {
    const event = program?.sites[site]?.event;
    return event?.kind === 'value' ? event.name === name : event?.kind === name;
  });
  return numbersIn(found?.value);
}

function kinds({ shown }: DebuggerState): string[] {
  return (shown?.fragments ?? []).map(({ kind, entryPoint }) => `${kind} ${entryPoint}`);
}

const SOURCE = `import playground;
struct Varyings
{
    float4 position : SV_Position;
    float2 uv : UV;
    nointerpolation uint layer : LAYER;
}

float wave(float x) { float twice = x * 2; return twice * twice; }

[shader("vertex")] [playground::DRAW(3)] [playground::DRAW::INSTANCES(3)]
[playground::DEPTH("less", true)]
Varyings place(uint id : SV_VertexID, uint instance : SV_InstanceID)
{
    float2 corner = float2(id & 1, id >> 1) * 2;
    Varyings v;
    v.position = float4(corner * 2 - 1, wave(0.25) + 0.25 * instance, 1);
    v.uv = corner;
    v.layer = instance;
    return v;
}

[shader("fragment")]
float4 shade(Varyings v) : SV_Target
{
    if (v.layer == 0 && v.uv.x < 0.5) discard;
    float across = v.uv.x;
    float slope = ddx(across);
    float squared = wave(v.uv.y);
    return float4(across, slope * 10, v.layer * 0.25, 1);
}
`;

describe('a program that draws', () => {
  it('has its fragments traced, with interpolated values and derivatives', async () => {
    const state = await (await debug(SOURCE)).does((debug) => debug.pickPixel([40, 10]));
    expect(kinds(state)).toEqual(['kept shade', 'covered shade', 'covered shade']);
    expect(lastValue(state, 'across')[0]).toBeCloseTo(40.5 / SIZE.width, 5);
    expect(lastValue(state, 'slope')[0]).toBeCloseTo(1 / SIZE.width, 5);
    expect(lastValue(state, 'squared')[0]).toBeCloseTo((2 * 10.5) ** 2 / SIZE.height ** 2, 5);
    expect(state.shown?.agreement.kind).toBe('agrees');
  });

  it('lists fragments that were discarded, and traces any of them', async () => {
    const run = await debug(SOURCE);
    const state = await run.does((debug) => debug.pickPixel([10, 10]));
    expect(kinds(state)).toEqual(['discarded shade', 'kept shade', 'covered shade']);
    expect(lastValue(state, 'return')).toEqual([
      ...[expect.closeTo(10.5 / SIZE.width, 5), expect.closeTo(10 / SIZE.width, 5)],
      ...[0.25, 1],
    ]);
    const [discarded, , last] = state.shown?.fragments ?? [];
    const hole = await run.does((debug) => discarded && debug.traceFragment(discarded));
    expect(hole.shown?.replay.lineAt(hole.shown.replay.last)).toBe(26);
    expect(lastValue(hole, 'across')).toEqual([]);
    const covered = await run.does((debug) => last && debug.traceFragment(last));
    expect(lastValue(covered, 'return')[2]).toBe(0.5);
    expect(covered.shown?.agreement.kind).toBe('none');
  });

  it('has its vertices traced, from the fragment outwards', async () => {
    const run = await debug(SOURCE);
    const picked = await run.does((debug) => debug.pickPixel([40, 10]));
    const [, second] = picked.shown?.fragments ?? [];
    expect(second?.vertices).toEqual([0, 1, 2]);
    const vertex = await run.does((debug) => second && debug.traceVertex(second, 2));
    expect(vertex.target).toMatchObject({ entryPoint: 'place', thread: [2, 1, 0] });
    expect(lastValue(vertex, 'corner')).toEqual([0, 2]);
    expect(lastValue(vertex, 'return')).toEqual([-1, 3, 0.5, 1, 0, 2, 1]);
    expect(kinds(vertex)).toEqual(kinds(picked));
    await run.does((debug) => debug.pickPixel([40, 10]));
    const out = await run.does((debug) => debug.out());
    expect(out.target).toMatchObject({ entryPoint: 'place', thread: [0, 0, 0] });
  });

  it('has a heat map of statements and of fragments', async () => {
    const { search } = await (await debug(SOURCE)).does((debug) => debug.search('cost'));
    if (search?.kind !== 'cost') throw new Error('There is no heat map.');
    const { counts, overdraw, width, height } = search.heat;
    expect({ width, height }).toEqual(SIZE);
    expect(new Set(overdraw)).toEqual(new Set([3]));
    const at = (x: number) => counts[10 * width + x] ?? 0;
    expect(at(40)).toBeGreaterThan(at(10));
    expect(at(40)).toBe(at(60));
  });

  it('has no fragment where nothing was drawn', async () => {
    const empty = SOURCE.replace('corner * 2 - 1', 'corner * 0.1');
    const run = await debug(empty);
    await expect(run.does((debug) => debug.pickPixel([2, 2]))).rejects.toThrow(
      'Nothing was drawn at x 2, y 2 in this frame, so there is no fragment to trace.',
    );
    const near = await run.does((debug) => debug.debugThread('shade'));
    expect(near.target?.thread.slice(0, 2)).toEqual([32, 24]);
  });
});

it('finds values that are not finite in vertices and fragments', async () => {
  const source = SOURCE.replace(
    'v.uv = corner;',
    'v.uv = corner; float broken = sqrt(0.5 - float(id)) * instance;',
  ).replace('float slope = ddx(across);', 'float slope = 1 / (v.position.x - 40.5);');
  const run = await debug(source);
  const { search } = await run.does((debug) => debug.search('non-finite'));
  const findings = search?.kind === 'values' ? search.findings : [];
  const found = findings.map(({ entryPoint, what, count }) => [entryPoint, what, count]);
  expect(found).toContainEqual(['place', 'NaN', 6]);
  expect(found).toContainEqual(['shade', 'infinity', 3 * SIZE.height]);
  const vertex = findings.find(({ entryPoint }) => entryPoint === 'place');
  const opened = await run.does((debug) => vertex && debug.openFinding(vertex));
  expect(lastValue(opened, 'broken')).toEqual([Number.NaN]);
  const fragment = findings.find(({ entryPoint }) => entryPoint === 'shade');
  const other = await run.does((debug) => fragment && debug.openFinding(fragment));
  expect(other.target?.thread).toEqual(fragment?.thread);
  expect(lastValue(other, 'slope')).toEqual([Number.POSITIVE_INFINITY]);
});

it('finds colours out of range in the picture only', async () => {
  const source = `import playground;
Texture2D<float4> buffered;
[shader("fragment")] [playground::TARGET("buffered")]
float4 fill(float2 uv : UV) : SV_Target { return float4(-1, 2, 0, 1); }
struct Out { float4 color : SV_Target; }
[shader("fragment")]
Out show(float2 uv : UV) { Out o; o.color = buffered.Load(int3(0)) * uv.x; return o; }
`;
  const { search } = await (await debug(source)).does((debug) => debug.search('out-of-range'));
  expect(search).toMatchObject({
    findings: [{ entryPoint: 'show', what: 'out of range', count: SIZE.width * SIZE.height }],
  });
});

it('traces kernels of a program that draws', async () => {
  const source = `import playground;
[playground::ZEROS(64)] RWStructuredBuffer<float> heights;
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(64, 1, 1)]
void rise(uint3 id : SV_DispatchThreadID) { float height = id.x * 0.5; heights[id.x] = height; }
[shader("vertex")] [playground::DRAW(6)]
float4 place(uint id : SV_VertexID) : SV_Position { return float4(heights[id], 0, 0, 1); }
[shader("fragment")]
float4 shade() : SV_Target { return 1; }
`;
  const run = await debug(source);
  const kernel = await run.does((debug) => debug.traceThread('rise', [5, 0, 0]));
  expect(lastValue(kernel, 'height')).toEqual([2.5]);
  const vertex = await run.does((debug) => debug.traceThread('place', [5, 0, 0]));
  expect(lastValue(vertex, 'return')).toEqual([2.5, 0, 0, 1]);
});

/** Where the traced vertex is in the picture, in pixels, with its depth. */
function positionOf({ shown }: DebuggerState) {
  const { steps = [] } = shown?.replay.trace ?? {};
  const returned = steps.at(-1)?.value;
  const fields =
    returned?.kind === 'struct' ? returned.fields.map(({ value }) => value) : [returned];
  const [x = 0, y = 0, z = 0, w = 1] =
    fields.map(numbersIn).find(({ length }) => length === 4) ?? [];
  const { width, height } = SIZE;
  return { x: (x / w / 2 + 0.5) * width, y: (y / w / 2 + 0.5) * height, z: z / w };
}

type Corner = ReturnType<typeof positionOf>;

/** The depth of a triangle at a point of the picture. */
function depthAt([a, b, c]: readonly [Corner, Corner, Corner], x: number, y: number): number {
  const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  const ofB = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
  const ofC = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
  return a.z + ofB * (b.z - a.z) + ofC * (c.z - a.z);
}

it('traces fragments of instances that a kernel counts, in any order', async () => {
  const run = await debug(await readDemo('asteroids'));
  // Where the rocks are depends on the time, so takes the one that is nearest to the middle.
  const picked = await run.does((debug) => debug.debugThread('shade'));
  const fragment = picked.shown?.fragments.find(({ vertex }) => vertex !== null);
  const traced = await run.does((debug) => fragment && debug.traceFragment(fragment));
  expect(traced.target?.thread).toEqual(fragment?.thread);
  expect(lastValue(traced, 'return')).not.toEqual([]);
  const vertex = await run.does((debug) => fragment && debug.traceVertex(fragment, 0));
  expect(vertex.shown?.remarks.join()).toMatch(/^A kernel counts the instances/);
});

/** Meshes by index: the middle of a pixel is in the triangle of its fragment, at its depth. */
const DEMOS = [
  { demo: 'shadows', pixel: [32, 24] },
  { demo: 'entrypoint', pixel: [32, 24] },
] as const;

it.each(DEMOS)('finds the triangle of a fragment in $demo', async ({ demo, pixel }) => {
  const run = await debug(await readDemo(demo));
  const picked = await run.does((debug) => debug.pickPixel(pixel));
  const fragment = picked.shown?.fragments.find(({ vertex }) => vertex !== null);
  expect(fragment?.vertices).toHaveLength(3);
  const corners: Corner[] = [];
  for (const corner of [0, 1, 2]) {
    const state = await run.does((debug) => fragment && debug.traceVertex(fragment, corner));
    corners.push(positionOf(state));
  }
  const [x, y] = pixel;
  const [a, b, c] = corners;
  if (!a || !b || !c) throw new Error('A vertex is missing.');
  const expected = depthAt([a, b, c], x + 0.5, y + 0.5);
  expect(fragment?.depth).toBeCloseTo(expected, 3);
});
