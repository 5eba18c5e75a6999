import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writerText } from '#core/source/instrument/accesses/writers.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import {
  DEPTH_ONLY,
  DRAWN_PROGRAMS,
  DRAWN_SIZE,
  STORED_OVER,
  STORING_FRAGMENTS,
} from '../support/drawnTexels.ts';
import { realDebugger } from '../support/realDebugger.ts';
import { requestRealDevice } from '../support/realDevice.ts';

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
  running = await realDebugger(device, compiler, source);
  await running.goTo(3);
  return running;
}

type Running = Awaited<ReturnType<typeof debug>>;

const { width, height } = DRAWN_SIZE;

const TEXELS = Array.from({ length: width * height }, (_, element) => ({
  ...{ element, x: element % width, y: Math.floor(element / width) },
}));

/** A texel that several rectangles cover, and one that none covers. */
const COVERED = { x: 5, y: 5 };
const EMPTY = { x: 11, y: 7 };

/** Where the first load of a traced thread comes from. */
async function originOfLoad({ does, session: { memory } }: Running, { x, y }: typeof EMPTY) {
  const { shown } = await does((commands) => commands.traceThread('copy', [x, y, 0]));
  if (!shown) throw new Error('Nothing was traced.');
  await memory.follow(shown);
  const [first] = memory.store.getState().loads ?? [];
  const [step = 0, [load] = []] = first ?? [];
  if (!load) throw new Error(`${memory.store.getState().problem}`);
  await memory.findOrigins(step);
  const originOf = () => memory.store.getState().origins.get(load.key);
  if (originOf()?.kind === 'earlier') await memory.lookBack(load);
  return originOf();
}

describe.each(DRAWN_PROGRAMS)('$name', ({ source, texture, writersOf, earlier, otherwise }) => {
  it('has the fragments that a processor computes, for each texel', async () => {
    const { session } = await debug(source);
    const found: (readonly string[])[] = [];
    for (const { element } of TEXELS) {
      const written = await session.findWriters({ resource: texture, element }, NEVER, () => {});
      if (!written) throw new Error('It was aborted.');
      found.push(written.ok ? written.value.writers.map(writerText) : [written.error]);
    }
    const expected = TEXELS.map(({ x, y }) => {
      const writers = writersOf(x, y);
      return writers.length > 0 ? writers : [otherwise];
    });
    expect(found).toEqual(expected);
  });

  it('leads from a load to each of them', async () => {
    const run = await debug(source);
    const origin = await originOfLoad(run, COVERED);
    if (origin?.kind !== 'written') throw new Error(JSON.stringify(origin));
    expect(origin.writers.map(writerText)).toEqual(writersOf(COVERED.x, COVERED.y));
    expect(origin.frame).toBe(3 - earlier);
    for (const writer of origin.writers) {
      const { shown } = await run.does((commands) => commands.traceWriter(writer, origin.frame));
      const { entryPoint, thread } = writer;
      expect(shown?.target).toMatchObject({ entryPoint, thread });
      expect(shown?.frame).toBe(3 - earlier);
      expect(shown?.replay.last).toBeGreaterThan(0);
    }
  });

  it('says what an empty texel holds', async () => {
    const origin = await originOfLoad(await debug(source), EMPTY);
    if (otherwise === null) expect(origin?.kind).toBe('written');
    else expect(origin).toEqual({ kind: 'none', text: otherwise.replace('3', `${3 - earlier}`) });
  });
});

it('leads to the fragments that store to a buffer', async () => {
  const { session, does } = await debug(STORING_FRAGMENTS);
  for (const element of [1, 3]) {
    const place = { resource: 'places', element };
    const written = await session.findWriters(place, NEVER, () => {});
    if (!written?.ok) throw new Error(written?.error);
    const { writers } = written.value;
    expect(writers.map(writerText)).toEqual(['mark, pixel (5, 5)']);
    const [writer] = writers;
    const { shown } = await does((commands) => writer && commands.traceWriter(writer, 3));
    const traced = shown?.fragments.find(({ thread }) => thread[2] === shown.target.thread[2]);
    expect(traced?.instance).toBe(element);
  }
});

it('tells what was drawn from what a kernel stored after that', async () => {
  const run = await debug(STORED_OVER);
  const writersOfLoad = async (place: typeof EMPTY) => {
    const origin = await originOfLoad(run, place);
    return origin?.kind === 'written' ? origin.writers.map(writerText) : origin;
  };
  expect(await writersOfLoad(COVERED)).toEqual(['paint, thread (1, 1, 0)']);
  expect(await writersOfLoad({ x: 8, y: 5 })).toEqual(['fill, pixel (8, 5)']);
  const place = { resource: 'board', element: COVERED.y * width + COVERED.x };
  const written = await run.session.findWriters(place, NEVER, () => {});
  const all = written?.ok ? written.value.writers.map(writerText) : [];
  expect(all).toEqual(['fill, pixel (5, 5)', 'paint, thread (1, 1, 0)']);
});

it('names the draw if that runs no fragments', async () => {
  const origin = await originOfLoad(await debug(DEPTH_ONLY), COVERED);
  expect(origin).toEqual({ kind: 'none', text: 'Drawn by place in frame 3.' });
});
