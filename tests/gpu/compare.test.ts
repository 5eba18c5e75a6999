import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let end: (() => void) | null = null;
afterEach(() => end?.());

/** Its lines are numbered in the tests below. */
const SOURCE = `import playground; import rendering;
float stepped(float x)
{
    if (x > 6.0)
        return 6.0;
    float doubled = x * 2.0;
    return doubled;
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    float level = stepped(float(at.x / 4));
    uint count = 0;
    for (uint i = 0; i < at.y / 8; i++)
        count += 1;
    float last = level + float(count);
    outputTexture.Store(at, float4(last, 0, 0, 1));
}
`;

async function compared(one: Thread, other: Thread) {
  const run = await realDebugger(device, compiler, SOURCE);
  end = run.dispose;
  const { compare, store } = run.session;
  await run.does((commands) => commands.traceThread('paint', one));
  await compare.compareWith(other);
  const state = compare.store.getState();
  if (state.kind !== 'compared') throw new Error(JSON.stringify(state));
  const { replay, other: second, alignment } = state;
  const told = alignment.differences.map(
    ({ kind, step, other: beside }) =>
      `${kind}: ${replay.lineAt(step)} and ${second.lineAt(beside)}`,
  );
  return { run, compare, told, state, step: () => store.getState().shown?.step ?? -1 };
}

it('finds no difference but the thread’s number between threads that do the same', async () => {
  const { told } = await compared([4, 8, 0], [5, 9, 0]);
  expect(told).toEqual(['value: 10 and 10']);
});

it('finds where another thread returns early, and where its loop goes on', async () => {
  const { told, state, step, compare } = await compared([4, 8, 0], [40, 24, 0]);
  expect(told).toEqual([
    'value: 10 and 10',
    // The argument, the condition, and the two ways out of the function.
    'value: 2 and 2',
    'value: 4 and 4',
    'path: 6 and 5',
    'value: 12 and 12',
    // One iteration here, three there.
    'value: 14 and 14',
    'path: 16 and 14',
    'value: 16 and 16',
    // The stored colour.
    'value: 17 and 17',
  ]);
  expect(step()).toBe(state.alignment.differences[0]?.step);
  compare.nextPath();
  expect(state.replay.lineAt(step())).toBe(6);
  compare.nextPath();
  expect(state.replay.lineAt(step())).toBe(16);
  compare.previous();
  expect(state.replay.lineAt(step())).toBe(14);
  const [last] = state.alignment.differences.slice(-1);
  expect(state.replay.watch(last?.step ?? -1, 'last')).toMatchObject({ value: 2 + 1 });
  expect(state.other.watch(last?.other ?? -1, 'last')).toMatchObject({ value: 6 + 3 });
});

it('ends when another thread is traced', async () => {
  const { run, compare } = await compared([4, 8, 0], [5, 9, 0]);
  await run.does((commands) => commands.traceThread('paint', [1, 1, 0]));
  expect(compare.store.getState()).toEqual({ kind: 'off' });
});

const MIRRORED = `import playground; import rendering;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void prepare(uint at : SV_DispatchThreadID) { int one = 1; }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    uint mirrored = 63 - at.x;
    outputTexture.Store(uint2(mirrored, at.y), float4(1));
}
`;

it('compares with the thread that stored to a picked pixel', async () => {
  const run = await realDebugger(device, compiler, MIRRORED);
  end = run.dispose;
  const { compare } = run.session;
  await run.does((commands) => commands.traceThread('paint', [4, 8, 0]));
  await compare.compareWithPixel([10, 5]);
  expect(compare.store.getState()).toMatchObject({ kind: 'compared', thread: [53, 5, 0] });
  await run.does((commands) => commands.traceThread('prepare', [0, 0, 0]));
  await compare.compareWithPixel([10, 5]);
  expect(compare.store.getState()).toEqual({
    kind: 'problem',
    text: 'paint draws this pixel, so there is no thread of prepare to compare with.',
  });
});

/** Draws two layers over the picture, of which the first is in front. */
const LAYERS = `import playground;
struct Varyings { float4 position : SV_Position; nointerpolation uint layer : LAYER; }
[shader("vertex")] [playground::DRAW(3)] [playground::DRAW::INSTANCES(2)]
[playground::DEPTH("less", true)]
Varyings place(uint id : SV_VertexID, uint instance : SV_InstanceID)
{
    float2 corner = float2(id & 1, id >> 1) * 4 - 1;
    return { float4(corner, 0.25 + 0.25 * instance, 1), instance };
}
[shader("fragment")]
float4 shade(Varyings v) : SV_Target
{
    uint layer = v.layer;
    float across = v.position.x;
    return float4(layer, across, 0, 1);
}
`;

it('compares with the fragment that is kept in a picked pixel', async () => {
  const run = await realDebugger(device, compiler, LAYERS);
  end = run.dispose;
  const { compare, store } = run.session;
  await run.does((commands) => commands.pickPixel([20, 30]));
  const covered = store.getState().shown?.fragments.find(({ kind }) => kind === 'covered');
  if (!covered) throw new Error('There is no covered fragment.');
  await run.does((commands) => commands.traceFragment(covered));
  await compare.compareWithPixel([21, 30]);
  const state = compare.store.getState();
  if (state.kind !== 'compared') throw new Error(JSON.stringify(state));
  const { replay, other } = state;
  expect(replay.watch(replay.last, 'layer')).toMatchObject({ value: 1 });
  expect(other.watch(other.last, 'layer')).toMatchObject({ value: 0 });
  expect(other.watch(other.last, 'across')).toMatchObject({ value: 21.5 });
});
