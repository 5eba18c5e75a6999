import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Thread } from '#core/source/instrument/trace.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import type { Load } from '#tools/debugger/memory/memorySession.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';
import { READING_VERTICES, WRITER_PROGRAMS } from '../support/writerPrograms.ts';

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

let running: Awaited<ReturnType<typeof realDebugger>> | null = null;
afterEach(() => running?.dispose());

const NEVER = new AbortController().signal;

/** Begins at frame 3, paused. */
async function debug(source: string) {
  running = await realDebugger(device, compiler, `import playground; import printing; ${source}`);
  await running.goTo(3);
  return running;
}

const named = ({ entryPoint, thread: [x, y] }: { entryPoint: string; thread: readonly number[] }) =>
  `${entryPoint} ${x}${y ? ` ${y}` : ''}`;

function newestWriters(
  element: number,
  writersOf: (element: number, frame: number) => readonly string[],
): string[] {
  for (let frame = 3; frame >= 0; frame -= 1) {
    const writers = writersOf(element, frame);
    if (writers.length > 0) return [`frame ${frame}`, ...writers.toSorted()];
  }
  return ['frame 3'];
}

describe.each(WRITER_PROGRAMS)('$name', ({ source, resource, count, writersOf, reader }) => {
  it('has the writers that a processor computes, for each element', async () => {
    const { session } = await debug(source);
    const found: string[][] = [];
    for (let element = 0; element < count; element += 1) {
      const written = await session.findWriters({ resource, element }, NEVER, () => {});
      if (!written?.ok) throw new Error(written?.error);
      const { frame, writers } = written.value;
      found.push([`frame ${frame}`, ...writers.map(named).toSorted()]);
    }
    const expected = found.map((_, element) => newestWriters(element, writersOf));
    expect(found).toEqual(expected);
  });

  it('leads from a load to its writer, in an earlier frame too', async () => {
    const { does, session } = await debug(source);
    const { shown } = await does((commands) =>
      commands.traceThread(reader.entryPoint, reader.thread),
    );
    if (!shown) throw new Error('Nothing was traced.');
    const { memory } = session;
    await memory.follow(shown);
    const { loads, problem } = memory.store.getState();
    expect(problem).toBeNull();
    const all = [...(loads ?? [])].flatMap(([step, each]) => each.map((load) => ({ step, load })));
    const pattern = reader.text.split('?');
    const isWanted = ({ text }: Load) => pattern.every((part) => text.includes(part));
    const { step, load } = all.find((each) => isWanted(each.load)) ?? {};
    if (step === undefined || !load) throw new Error(all.map((each) => each.load.text).join(', '));
    const { value } = reader;
    if (value !== undefined) expect(load.value).toMatchObject({ kind: 'number', value });
    await memory.findOrigins(step);
    const { text, earlier } = reader.writtenBy(3);
    if (earlier > 0) {
      expect(memory.store.getState().origins.get(load.key)).toEqual({ kind: 'earlier' });
      await memory.lookBack(load);
    }
    const origin = memory.store.getState().origins.get(load.key);
    const [writer] = origin?.kind === 'written' ? origin.writers : [];
    if (origin?.kind !== 'written' || !writer) throw new Error(JSON.stringify(origin));
    expect([named(writer), origin.frame]).toEqual([text, 3 - earlier]);
    // The thread is traced there, where it stores.
    const there = await does((commands) => commands.traceWriter(writer, 3 - earlier));
    const { target, frame, replay, step: at } = there.shown ?? shown;
    expect([named(target), frame]).toEqual([text, 3 - earlier]);
    expect(replay.trace.steps[at]?.site).toBe(writer.site);
  });
});

const SHARED = `[playground::ZEROS(32)] RWStructuredBuffer<float> shown;
groupshared float tile[2][4];
groupshared int2 last;
[shader("compute")] [numthreads(8, 1, 1)] [playground::CALL(32, 1, 1)]
void mix(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID)
{
  tile[local.x / 4][local.x % 4] = float(id.x) * 2;
  if (local.x == 7) last = int2(-3, int(id.x));
  GroupMemoryBarrierWithGroupSync();
  float got = tile[1 - local.x / 4][local.x % 4];
  GroupMemoryBarrierWithGroupSync();
  if (local.x == 2) tile[0][1] = got;
  shown[id.x] = got;
}`;

it('shows the memory that the group of a thread shares, at each step', async () => {
  const { does, session } = await debug(SHARED);
  const { shown } = await does((commands) => commands.traceThread('mix', [18, 0, 0]));
  if (!shown) throw new Error('Nothing was traced.');
  await session.memory.follow(shown);
  const { sharedAt, problem } = session.memory.store.getState();
  expect(problem).toBeNull();
  const { program, steps } = shown.replay.trace;
  const stepOf = (name: string) =>
    steps.findIndex(({ site }) => {
      const event = program.sites[site]?.event;
      return event?.kind === 'value' && event.name === name;
    });
  const valuesAt = (step: number) =>
    Object.fromEntries(
      sharedAt(step).map(({ resource, values }) => [
        resource.name,
        values.map((each) => (each?.kind === 'number' ? each.value : null)),
      ]),
    );
  expect(valuesAt(0)['tile']?.every((value) => value === null || value >= 32)).toBe(true);
  const stored = [32, 34, 36, 38, 40, 42, 44, 46];
  expect(valuesAt(stepOf('got'))).toEqual({ tile: stored, last: [-3, 23] });
  const atEnd = valuesAt(shown.replay.last)['tile'];
  expect(atEnd).toEqual([32, 44, ...stored.slice(2)]);
});

/** What a traced thread loads, each with its value and the text of its writer. */
async function loadsOf(
  { does, session: { memory } }: Awaited<ReturnType<typeof debug>>,
  entryPoint: string,
  thread: Thread,
) {
  const { shown } = await does((commands) => commands.traceThread(entryPoint, thread));
  if (!shown) throw new Error('Nothing was traced.');
  await memory.follow(shown);
  const { loads, problem } = memory.store.getState();
  expect(problem).toBeNull();
  const found: (readonly [string, Load['value'], string])[] = [];
  for (const [step, all] of loads ?? []) {
    await memory.findOrigins(step);
    for (const load of all) {
      if (memory.store.getState().origins.get(load.key)?.kind === 'earlier') {
        await memory.lookBack(load);
      }
      const origin = memory.store.getState().origins.get(load.key);
      const [writer] = origin?.kind === 'written' ? origin.writers : [];
      if (origin?.kind !== 'written' || !writer) throw new Error(JSON.stringify(origin));
      found.push([load.text, load.value, `${named(writer)} in ${origin.frame}`]);
    }
  }
  return found.toSorted(([one], [other]) => one.localeCompare(other));
}

const { source, count, raiserOf, shifterOf } = READING_VERTICES;
const floats = (...values: readonly number[]) =>
  values.map((value) => ({ kind: 'number', type: 'float', value }));

it('knows what a traced vertex loads, and the thread that stored it', async () => {
  const run = await debug(source);
  for (let id = 0; id < count; id += 1) {
    const instance = id % 4;
    const height = raiserOf(id + instance);
    const shift = shifterOf(instance);
    expect(await loadsOf(run, 'place', [id, instance, 0])).toEqual([
      [`heights[${id + instance}]`, floats(height / 16)[0], `raise ${height} in 3`],
      [
        `shifts[${instance}]`,
        { kind: 'vector', elements: floats(shift, shift, shift, shift) },
        `shift ${shift} in 0`,
      ],
    ]);
  }
});

it('knows what a traced vertex of a mesh loads', async () => {
  const loads = await loadsOf(await debug(source), 'placeCube', [19, 0, 0]);
  const height = raiserOf(3);
  expect(loads).toEqual([['heights[3]', floats(height / 16)[0], `raise ${height} in 3`]]);
});
