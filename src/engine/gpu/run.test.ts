import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import {
  type PlaybackState,
  REAL_TIME,
  type RunOutcome,
  type UniformValues,
} from '#core/plan/runControls.ts';
import type { Result } from '#core/util/result.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../tests/support/fakeDevice.ts';
import { createPlanner } from '../../../tests/support/planner.ts';
import { createFrameObservers } from './frameObserver.ts';
import { createPresenter } from './presenter.ts';
import type { Run } from './run.ts';
import type { ProcessorDemand } from './runContext.ts';
import { createRunInputs } from './runInputs.ts';
import { createRunSlot } from './runSlot.ts';
import { updates } from './takeover.ts';

const planner = await createPlanner();

let turns: FrameRequestCallback[];
beforeEach(() => {
  turns = [];
  stubGpuConstants();
  vi.stubGlobal('requestAnimationFrame', (turn: FrameRequestCallback) => turns.push(turn));
  vi.stubGlobal('cancelAnimationFrame', () => {
    turns = [];
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const HEAD = 'import playground;\nimport rendering;\nimport printing;\n';
const ONE = '[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]';
const ONCE = `${ONE} [playground::CALL::ONCE]`;
const DATA = '[playground::ZEROS(16)] RWStructuredBuffer<float> data;\n';
const SLIDER = '[playground::SLIDER(0.5, 0, 1)] uniform float level;\n';
const PAINT = `[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID) { drawPixel(at, (int2 screen) => float4(level)); }
`;
const TICK = `${ONE} void tick() { data[0] += 1; }\n`;
const TELL = `${ONE} void tell() { print("hi"); }\n`;
const INIT = `${ONCE} void init() { data[1] = 1; }\n`;
const ONE_CALL = SLIDER + PAINT;
const TWO_CALLS = SLIDER + DATA + TICK + PAINT;
const ALL_CALLS = SLIDER + DATA + INIT + TICK + PAINT;
const TIMED = `[playground::TIME] uniform float level;\n${PAINT}`;
/** The source with a change of `tick`, or of `paint` if there is no `tick`. */
const twice = (source: string) =>
  source.includes('+= 1')
    ? source.replace('+= 1', '+= 2')
    : source.replace('(level)', '(level * 2)');

const RULES = { followsRedirects: true, seed: 1 };
const CANVAS_TEXTURE = { createView: () => ({}) };

const ignore = () => {};

function createCanvas() {
  return {
    width: 0,
    height: 0,
    getContext: () => ({ configure: ignore, getCurrentTexture: () => CANVAS_TEXTURE }),
  } as unknown as HTMLCanvasElement;
}

/** Resolves after pending promises. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

function setUp() {
  const fake = createFakeDevice();
  const size = { width: 64, height: 32 };
  let screenSize: typeof size | null = size;
  const canvas = createCanvas();
  const told = {
    drawn: [] as number[],
    /** In seconds. */
    times: [] as number[],
    done: [] as number[],
    printed: [] as string[],
    playback: [] as PlaybackState[],
  };
  const messages: string[] = [];
  let demand: ProcessorDemand = 'none';
  const observers = createFrameObservers();
  const runs = createRunSlot({
    device: fake.device,
    presenter: createPresenter(fake.device, 'bgra8unorm'),
    screen: () => ({ canvas, size: () => screenSize, setResolution: ignore, dispose: ignore }),
    inputs: createRunInputs({ isDown: () => false }),
    pace: () => REAL_TIME,
    loadUpdates: async () => updates,
    ...{ onFirstFrame: ignore, onUpdateDrawn: ignore, onFrameOverdue: ignore },
    ...{ onVersion: ignore, onLoading: ignore },
    assets: { read: async () => new Blob(), describeMissing: async () => '' },
    awakeNow: (at = performance.now()) => at,
    observers,
    demand: () => demand,
    onFrame({ frame, time }) {
      told.drawn.push(frame);
      told.times.push(time);
    },
    onFrameDone: () => told.done.push(now),
    onPlayback: (state) => told.playback.push(state),
    onPrinted: (text) => told.printed.push(text),
    onMessage: (message) => messages.push(message),
    onError: (message) => messages.push(message),
  });
  let now = performance.now();
  const frames = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      now = Math.max(now, performance.now()) + 16;
      turns.shift()?.(now);
      await settled();
    }
  };
  return {
    ...told,
    fake,
    runs,
    observers,
    messages,
    frames,
    demand(next: ProcessorDemand) {
      demand = next;
    },
    hide: () => {
      screenSize = null;
    },
    resize: (width: number, height: number) => {
      screenSize = { width, height };
    },
    start: (source: string, values: UniformValues = {}) =>
      runs.start(planner.descriptor(HEAD + source), values, RULES),
    update: (source: string, values: UniformValues = {}) =>
      runs.update(planner.descriptor(HEAD + source), values, RULES),
  };
}

/** A run after its first frames. */
async function startRun(source: string, count: number, values: UniformValues = {}) {
  const run = setUp();
  await run.start(source, values);
  await run.frames(count);
  run.fake.takeDispatches();
  return run;
}

/** From now on, the GPU works on each part of a frame until the returned function is called. */
function holdFrames({ device }: FakeDevice) {
  const pending: (() => void)[] = [];
  vi.spyOn(device.queue, 'onSubmittedWorkDone').mockImplementation(
    () => new Promise((resolve) => pending.push(() => resolve(undefined))),
  );
  return () => {
    pending.shift()?.();
    return settled();
  };
}

async function costOf(fake: FakeDevice, act: () => Promise<unknown>) {
  const before = { ...fake.counts };
  await act();
  return Object.fromEntries(
    Object.entries(fake.counts)
      .map(([name, count]) => [name, count - before[name as keyof typeof before]] as const)
      .filter(([, count]) => count !== 0),
  );
}

describe('a frame in steady state', () => {
  it('takes one command buffer with one compute pass, and allocates nothing', async () => {
    const { fake, frames } = await startRun(ALL_CALLS, 3);
    const passes = { computePasses: 10, renderPasses: 10, dispatches: 20 };
    const commands = { commandEncoders: 10, submittedBuffers: 10 };
    expect(await costOf(fake, () => frames(10))).toEqual({ ...commands, ...passes });
  });

  it('allocates nothing for tools while none observes frames', async () => {
    const { observers, start, frames } = setUp();
    const begins = vi.spyOn(observers, 'frameBegins');
    const ends = vi.spyOn(observers, 'frameSubmitted');
    await start(DATA + TICK);
    await frames(3);
    expect(begins).not.toHaveBeenCalled();
    expect(ends).not.toHaveBeenCalled();
    const seen: number[] = [];
    const remove = observers.add({
      frameBegins: ({ inputs }) => seen.push(inputs.frame),
      frameSubmitted: () => {},
    });
    await frames(2);
    expect(ends).toHaveBeenCalledTimes(seen.length);
    remove();
    await frames(2);
    expect(seen).toHaveLength(2);
  });

  it('writes the uniform block only if it changed, such as the time', async () => {
    const { fake, frames, runs } = await startRun(ONE_CALL, 3);
    expect(await costOf(fake, () => frames(5))).not.toHaveProperty('bufferWrites');
    runs.setUniform('level', 0.75);
    expect(await costOf(fake, () => frames(5))).toMatchObject({ bufferWrites: 1 });
    runs.setUniform('level', 0.75);
    expect(await costOf(fake, () => frames(5))).not.toHaveProperty('bufferWrites');
    runs.dispose();
    const timed = await startRun(TIMED, 3);
    expect(await costOf(timed.fake, () => timed.frames(5))).toMatchObject({ bufferWrites: 5 });
  });

  it('is reported when it is submitted, and when the GPU has finished it', async () => {
    const { fake, start, frames, drawn, done } = setUp();
    const finish = holdFrames(fake);
    await start(ONE_CALL);
    await frames(1);
    expect([drawn.length, done.length]).toEqual([1, 0]);
    await finish();
    expect([drawn.length, done.length]).toEqual([1, 1]);
  });

  it('recreates bind groups only when the screen size changes', async () => {
    const { fake, frames, resize } = await startRun(ONE_CALL, 3);
    resize(128, 64);
    // One bind group for the kernels and one to present; the texture; a command buffer to copy it.
    expect(await costOf(fake, () => frames(1))).toMatchObject({ bindGroups: 2, textures: 1 });
    expect(await costOf(fake, () => frames(3))).not.toHaveProperty('bindGroups');
    expect(fake.destroyed).toEqual(['outputTexture']);
  });

  it('is submitted only for each step while playback is paused', async () => {
    const { fake, frames, runs, playback } = await startRun(ONE_CALL, 3);
    runs.current()?.pause();
    expect(await costOf(fake, () => frames(5))).toEqual({});
    runs.current()?.step(1);
    expect(await costOf(fake, () => frames(5))).toMatchObject({ submittedBuffers: 1 });
    expect(playback).toEqual(['paused']);
  });
});

describe('the newest frame', () => {
  it('is available to tools that did not observe it, until the run ends', async () => {
    const { start, frames, runs, observers } = setUp();
    expect(observers.newest()).toBeNull();
    await start(TWO_CALLS);
    expect(observers.newest()).toBeNull();
    await frames(3);
    runs.current()?.pause();
    const newest = observers.newest();
    expect(newest?.inputs.frame).toBe(2);
    expect(newest?.resources.get('data')).toMatchObject({ kind: 'buffer' });
    // Animated values share one object, which each frame overwrites.
    expect(observers.newest()?.inputs.values).not.toBe(newest?.inputs.values);
    await start(ONE_CALL);
    expect(observers.newest()).toBeNull();
    await frames(1);
    expect(observers.newest()?.resources.get('data')).toBeUndefined();
    runs.current()?.stop();
    expect(observers.newest()).toBeNull();
  });
});

describe('a slow frame', () => {
  /** The first frame took 300 ms of GPU time; otherwise, the clock does not advance. */
  async function startSlow() {
    let clock = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    const run = setUp();
    const finishFrame = holdFrames(run.fake);
    const finish = (milliseconds: number) => {
      clock += milliseconds;
      return finishFrame();
    };
    await run.start(ALL_CALLS);
    await run.frames(1);
    await finish(300);
    run.fake.takeDispatches();
    return { ...run, finish };
  }

  it('is submitted one dispatch at a time, but counts as one frame', async () => {
    const { fake, frames, finish, drawn, done } = await startSlow();
    const doneBefore = done.length;
    const part = { commandEncoders: 1, submittedBuffers: 1, computePasses: 1, dispatches: 1 };
    expect(await costOf(fake, () => frames(1))).toEqual(part);
    expect([fake.takeDispatches(), drawn]).toEqual([['tick'], [0]]);
    expect(await costOf(fake, () => frames(1))).toMatchObject({ dispatches: 1, renderPasses: 1 });
    expect([fake.takeDispatches(), drawn]).toEqual([['paint'], [0, 1]]);
    expect(await costOf(fake, () => frames(3))).toEqual({});
    await finish(150);
    expect(done).toHaveLength(doneBefore);
    await finish(150);
    expect(done).toHaveLength(doneBefore + 1);
  });

  it('pauses between dispatches while the user waits for the compiler', async () => {
    const { fake, frames, demand } = await startSlow();
    await frames(1);
    demand('urgent');
    expect(await costOf(fake, () => frames(5))).toEqual({});
    demand('none');
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['tick', 'paint']);
  });

  it('returns to one command buffer once it is fast', async () => {
    const { fake, frames, finish } = await startSlow();
    await frames(2);
    await finish(5);
    await finish(5);
    const cost = await costOf(fake, () => frames(1));
    expect(cost).toMatchObject({ submittedBuffers: 1, dispatches: 2 });
  });

  it('is finished before a reset, a pause or an update changes the run', async () => {
    const { fake, frames, finish, runs, drawn, update } = await startSlow();
    const settle = async () => {
      await frames(1);
      await finish(150);
      await finish(150);
    };
    await frames(1);
    runs.current()?.reset();
    expect([fake.takeDispatches(), ...drawn]).toEqual([['tick', 'paint'], 0, 1]);
    await settle();
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['init']);
    runs.current()?.pause();
    expect([fake.takeDispatches(), drawn.at(-1)]).toEqual([['tick', 'paint'], 0]);
    await settle();
    runs.current()?.resume();
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['tick']);
    await update(twice(ALL_CALLS));
    expect([fake.takeDispatches(), drawn.at(-1)]).toEqual([['paint'], 1]);
  });
});

describe('a command given before a frame is drawn', () => {
  const COMMANDS = {
    show: (run: Run) => run.show(20_000, 333),
    pause: (run: Run) => run.pause(),
    resume: (run: Run) => run.resume(),
    reset: (run: Run) => run.reset(),
    step: (run: Run) => run.step(1),
  };

  it.each<[string, before: number, commands: (keyof typeof COMMANDS)[], drawn: number[]]>([
    ['shows a frame, however far ahead it is', 0, ['show'], [20_000]],
    ['pauses a new run only after its first frame', 0, ['pause'], [0]],
    ['is followed: steps follow a reset', 3, ['reset', 'step', 'step'], [0, 1, 2, 0, 1, 2]],
    ['is followed while paused', 3, ['pause', 'reset', 'step'], [0, 1, 2, 0, 1]],
    ['resets even if playback resumes', 3, ['pause', 'reset', 'resume'], [0, 1, 2, 0, 1]],
  ])('%s', async (_, before, commands, expected) => {
    const { frames, runs, drawn, messages } = await startRun(ONE_CALL, before);
    for (const command of commands) {
      const run = runs.current();
      if (run) COMMANDS[command](run);
    }
    await frames(commands.includes('resume') ? 2 : 5);
    expect([drawn, messages]).toEqual([expected, []]);
  });

  /** The times that are written to uniforms from now on. */
  function timesWritten(fake: FakeDevice): number[] {
    const times: number[] = [];
    vi.spyOn(fake.device.queue, 'writeBuffer').mockImplementation((...[, , data]) => {
      times.push(new DataView((data as Uint32Array).buffer).getFloat32(0, true));
    });
    return times;
  }

  it('draws its frame at the time of the command, and reports it', async () => {
    const { fake, frames, runs, times: told } = await startRun(TIMED, 3);
    runs.current()?.pause();
    const times = timesWritten(fake);
    runs.current()?.reset();
    runs.current()?.step(1);
    runs.current()?.step(1);
    await frames(5);
    expect(times.map((time) => Math.round(time * 60))).toEqual([0, 1, 2]);
    expect(told.slice(-3).map(Math.fround)).toEqual(times);
  });

  it('starts the time with the first frame that is drawn', async () => {
    const { fake, start, frames, hide, resize } = setUp();
    const times = timesWritten(fake);
    hide();
    await start(TIMED);
    await frames(10);
    resize(64, 32);
    await frames(1);
    expect(Math.max(0, ...times)).toBe(0);
    await frames(1);
    expect(times.at(-1)).toBeGreaterThan(0);
  });

  it('is not queued without limit if frames are slow', async () => {
    const { frames, runs, drawn } = await startRun(ONE_CALL, 1);
    for (let press = 0; press < 100; press += 1) runs.current()?.step(1);
    await frames(50);
    expect(drawn).toHaveLength(11);
    expect(drawn.at(-1)).toBe(100);
  });
});

/** The print buffer after one message without arguments. */
function recordsOf(source: string): ArrayBuffer {
  const { hashedStrings } = planner.descriptor(HEAD + source).shader;
  const words = new Uint32Array(PRINT_BUFFER_BYTES / 4);
  words.set([1, Number(Object.keys(hashedStrings)[0]), 1]);
  return words.buffer;
}

describe('printed text', () => {
  it('is not read back if no called code prints', async () => {
    const unused = 'void unused() { print("never"); }\n';
    const { fake } = await startRun(ONE_CALL + unused, 2);
    expect(copiesOf(fake)).toEqual([]);
  });

  const copiesOf = ({ buffers }: FakeDevice) =>
    buffers.filter(({ label }) => label.startsWith('printed text'));

  it('is read through reused buffers', async () => {
    const { fake, start, frames, printed } = setUp();
    fake.copied = recordsOf(TELL);
    await start(TELL);
    for (let round = 0; round < 10; round += 1) {
      await frames(1);
      for (const copy of copiesOf(fake)) copy.finishMapping();
      await settled();
    }
    expect(copiesOf(fake)).toHaveLength(4);
    expect(printed).toEqual(Array.from({ length: 10 }, () => 'hi'));
  });

  it('is complete and in order, however late and mixed up the copies arrive', async () => {
    const { fake, start, frames, printed, update } = setUp();
    fake.copied = recordsOf(TELL);
    await start(TELL);
    await frames(4);
    const other = TELL.replace('hi', 'ho');
    await update(other);
    fake.copied = recordsOf(other);
    await frames(3);
    expect(copiesOf(fake)).toHaveLength(7);
    for (const copy of copiesOf(fake).toReversed()) {
      copy.finishMapping();
      await settled();
    }
    expect(printed).toEqual(['hi', 'hi', 'hi', 'hi', 'ho', 'ho', 'ho']);
  });
});

describe('an update', () => {
  const outcome = (result: Result<RunOutcome>): RunOutcome => {
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };

  it('takes effect with the next frame, keeps what is unchanged, and then adds no cost', async () => {
    const { fake, update, frames, drawn } = await startRun(ALL_CALLS, 3);
    const cost = await costOf(fake, async () => {
      expect(outcome(await update(twice(ALL_CALLS)))).toEqual({ kind: 'updated', silenced: true });
    });
    // The pipeline of `tick`, and one bind group per kernel to check all dispatches.
    expect(cost).toEqual({ pipelines: 1, bindGroups: 2 });
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['tick', 'paint']);
    const steady = ['commandEncoders', 'submittedBuffers', 'computePasses', 'renderPasses'];
    expect(Object.keys(await costOf(fake, () => frames(4)))).toEqual([...steady, 'dispatches']);
    expect([drawn, fake.destroyed]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], []]);
  });

  it('recreates and fills a resource with a new declaration, and frees the old one', async () => {
    const { fake, update, frames } = await startRun(ALL_CALLS, 3);
    const wider = DATA.replace('16', '32');
    const cost = await costOf(fake, () => update(SLIDER + wider + INIT + TICK + PAINT));
    expect(cost).toMatchObject({ buffers: 1 });
    expect(fake.destroyed).toEqual(['data']);
    await frames(2);
    expect(fake.takeDispatches()).toEqual(['init', 'tick', 'paint', 'tick', 'paint']);
  });

  it('destroys resources that are no longer used, and creates new ones', async () => {
    const { fake, update, frames } = await startRun(TWO_CALLS, 2);
    await update(ONE_CALL + TELL);
    await frames(1);
    expect(fake.destroyed).toEqual(['data']);
    await update(TWO_CALLS + TELL);
    await frames(1);
    const left = fake.buffers.filter(({ label, destroyed }) => label === 'data' && !destroyed);
    expect(left).toHaveLength(1);
  });

  it('redraws a paused frame once and stays paused', async () => {
    const { fake, update, frames, drawn, playback, runs } = await startRun(ALL_CALLS, 3);
    runs.current()?.pause();
    await update(SLIDER + DATA + INIT.replace('= 1', '= 2') + TICK + PAINT);
    await frames(3);
    expect(fake.takeDispatches()).toEqual(['init', 'tick', 'paint']);
    expect(drawn).toEqual([0, 1, 2, 2]);
    expect(playback).toEqual(['paused']);
  });

  it('resumes a run that had paused at its own end', async () => {
    const { update, frames, playback, drawn } = await startRun(SLIDER + DATA + INIT, 4);
    expect(playback).toEqual(['paused']);
    await update(SLIDER + DATA + INIT + TICK);
    await frames(2);
    expect(playback).toEqual(['paused', 'playing']);
    expect(drawn).toEqual([0, 1, 2, 3]);
  });

  it('that the device rejects leaves nothing allocated, and the old version continues', async () => {
    const { fake, update, frames, drawn } = await startRun(TWO_CALLS, 2);
    fake.refuseWith('out of memory', 'out-of-memory');
    const wider = DATA.replace('16', '32');
    expect(await update(SLIDER + wider + TICK + PAINT)).toEqual({
      ok: false,
      error: expect.stringContaining('out of memory'),
    });
    const far = PAINT.replace('CALL::SIZE_OF("outputTexture")', 'CALL(80000, 1, 1)');
    fake.refuseWith(null, 'out-of-memory');
    Object.assign(fake.device.limits, { maxComputeWorkgroupsPerDimension: 1024 });
    expect(await update(SLIDER + wider + TICK + far)).toEqual({
      ok: false,
      error: expect.stringContaining("over the device's limit of 1024") as string,
    });
    expect(fake.destroyed).not.toContain('uniforms');
    fake.takeDispatches();
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['tick', 'paint']);
    expect(drawn).toEqual([0, 1, 2]);
    const left = fake.buffers.filter(({ label, destroyed }) => label === 'data' && !destroyed);
    expect(left.map(({ size }) => size)).toEqual([64]);
  });

  it('without an effect on the program does nothing', async () => {
    const { fake, update, frames, drawn } = await startRun(ONE_CALL, 2);
    const cost = await costOf(fake, async () => {
      expect(outcome(await update(`// said\n${SLIDER}${PAINT}`))).toEqual({ kind: 'unchanged' });
    });
    expect(cost).toEqual({});
    await frames(1);
    expect(drawn).toEqual([0, 1, 2]);
  });

  it('is superseded by the newest one, which runs', async () => {
    const { fake, update, runs } = await startRun(TWO_CALLS, 2);
    const updates = ['2', '3', '4'].map((step) =>
      update(SLIDER + DATA + TICK.replace('+= 1', `+= ${step}`) + PAINT),
    );
    const outcomes = (await Promise.all(updates)).map(outcome);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['overtaken', 'overtaken', 'updated']);
    // One build was in progress, and only the newest of the waiting ones was built.
    expect(fake.counts.pipelines).toBeLessThanOrEqual(2 + 1 + 1);
    expect(runs.current()?.version.descriptor.shader.code).toContain('4.0');
  });

  it('that was prepared finds its pipelines ready, and another one builds its own', async () => {
    const { fake, update, runs } = await startRun(ONE_CALL, 2);
    const expected = planner.descriptor(HEAD + twice(ONE_CALL));
    const prepare = () => {
      runs.expectUpdate(expected);
      return settled();
    };
    expect(await costOf(fake, prepare)).toEqual({ pipelines: 1 });
    const costOfUpdate = await costOf(fake, async () => {
      expect(outcome(await runs.update(expected, {}, RULES)).kind).toBe('updated');
    });
    expect(costOfUpdate['pipelines']).toBeUndefined();
    expect(await costOf(fake, () => update(ONE_CALL))).toMatchObject({ pipelines: 1 });
  });

  it('is not prepared while something else is being built', async () => {
    const { fake, runs } = await startRun(ONE_CALL, 2);
    fake.finishPipelines = false;
    for (const factor of [2, 3, 4]) {
      const text = ONE_CALL.replace('(level)', `(level * ${factor})`);
      runs.expectUpdate(planner.descriptor(HEAD + text));
    }
    await settled();
    expect(fake.counts.pipelines).toBe(2);
    fake.finish();
  });

  it('is a start if nothing runs or a run is starting', async () => {
    const { start, update, frames, drawn } = setUp();
    expect(outcome(await update(ONE_CALL))).toEqual({ kind: 'started' });
    await frames(3);
    const starting = start(ONE_CALL);
    expect(outcome(await update(TWO_CALLS))).toEqual({ kind: 'started' });
    expect(outcome(await starting)).toEqual({ kind: 'overtaken' });
    await frames(1);
    expect(drawn).toEqual([0, 1, 2, 0]);
  });

  it('before the first frame reuses the loaded contents', async () => {
    const { fake, start, update, frames, messages } = setUp();
    const random = '[playground::RAND(16)] RWStructuredBuffer<float> data;\n';
    await start(SLIDER + random + TICK + PAINT);
    await update(SLIDER + random + TICK.replace('+= 1', '+= 2') + PAINT);
    await frames(2);
    expect(messages).toEqual([]);
    expect(fake.buffers.filter(({ label }) => label === 'data')).toHaveLength(1);
  });

  it('keeps values that are set while it is being built', async () => {
    const { fake, update, frames, runs } = await startRun(ONE_CALL, 2, { level: 0.25 });
    const updating = update(twice(ONE_CALL), { level: 0.25 });
    runs.setUniform('level', 0.75);
    await updating;
    await frames(1);
    expect(new Float32Array(fake.written)[0]).toBe(0.75);
  });

  it('is not delayed by slow frames of the old version, for a limited time', async () => {
    const { fake, start, update, frames } = setUp();
    fake.frameTime = 50;
    await start(ONE_CALL);
    await frames(1);
    await new Promise((resolve) => setTimeout(resolve, 80));
    fake.finishPipelines = false;
    const updating = update(twice(ONE_CALL));
    await settled();
    fake.takeDispatches();
    await frames(3);
    expect(fake.takeDispatches()).toEqual([]);
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 260);
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['paint']);
    vi.restoreAllMocks();
    fake.finish();
    expect(outcome(await updating).kind).toBe('updated');
    await frames(1);
    expect(fake.takeDispatches()).toEqual(['paint']);
  });

  it('frees everything when the run ends', async () => {
    const { fake, update, frames, runs } = await startRun(TWO_CALLS + TELL, 2);
    await update(SLIDER + DATA.replace('16', '8') + TICK + PAINT + TELL);
    await frames(2);
    runs.dispose();
    expect(fake.buffers.filter(({ destroyed }) => !destroyed)).toEqual([]);
    expect(fake.destroyed.filter((label) => label === 'outputTexture')).toHaveLength(
      fake.counts.textures,
    );
  });
});

describe('a lost device', () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
    return () => process.off('unhandledRejection', note);
  });

  const lostDuring: Record<string, (run: ReturnType<typeof setUp>) => Promise<void>> = {
    async 'the start of a run'({ fake, start }) {
      fake.lose();
      expect(await start(TELL)).toEqual({ ok: false, error: 'Instance dropped.' });
    },
    async 'the creation of its pipelines'({ fake, start }) {
      fake.finishPipelines = false;
      const started = start(TELL);
      await settled();
      fake.lose();
      expect((await started).ok).toBe(false);
    },
    async 'frames, while printed text is being read'({ fake, start, frames }) {
      await start(TELL);
      await frames(1);
      fake.lose();
      await frames(1);
    },
    async 'an update'({ fake, start, update, frames }) {
      await start(TELL);
      await frames(1);
      fake.frameTime = 10_000;
      await frames(1);
      const updated = update(DATA + TICK);
      fake.lose();
      expect((await updated).ok).toBe(false);
    },
  };

  it.each(Object.entries(lostDuring))('during %s leaves no rejection unhandled', async (_, act) => {
    const run = setUp();
    await act(run);
    await settled();
    run.runs.dispose();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(unhandled).toEqual([]);
  });
});
