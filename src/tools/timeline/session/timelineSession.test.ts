import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { createPlanner, type Planner } from '../../../../tests/support/planner.ts';
import { createTimelinePage, FIXED, settled } from '../../../../tests/support/timelinePage.ts';

let planner: Planner;
beforeAll(async () => {
  planner = await createPlanner();
});

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

const HEAD = `import playground;
import rendering;
[playground::FRAME_ID] uniform float frame;
[playground::TIME] uniform float time;
[playground::MOUSE_POSITION] uniform float4 mouse;
[playground::KEY("a")] uniform float key;
[playground::SLIDER(0.5, 0, 1)] uniform float level;
`;
const PAINT = `
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(level, frame, time, key + mouse.x));
}
`;
const STATELESS = HEAD + PAINT;
const STATEFUL = `${HEAD}
[playground::RAND(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init() { data[1] = 1; }
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tick() { data[0] += time * level + mouse.x + key + frame; }
${PAINT}`;

const setUp = () => {
  const page = createTimelinePage(() => turns.shift());
  return { ...page, start: (source: string) => page.start(planner.descriptor(source)) };
};

describe('the timeline of a stateless program', () => {
  it('draws any frame directly, with the recorded mouse and keys and the current values', async () => {
    const page = setUp();
    await page.start(STATELESS);
    await page.playTo(2);
    page.inputs.mouse[0] = 7;
    page.held.add('a');
    await page.playTo(4);
    page.inputs.mouse[0] = 9;
    page.held.clear();
    await page.playTo(6);
    page.setLevel(1);
    const reads = page.reads();
    page.session.commands.goTo(4);
    page.session.commands.goTo(3);
    await page.turn();
    expect(reads).toMatchObject([
      { frame: 3, time: Math.fround(3 / 60), mouse: 7, key: 1, level: 1 },
    ]);
    expect(page.fake.takeDispatches().at(-1)).toBe('paint');
    expect(page.session.frame()).toBe(3);
    expect(page.loads).toEqual([]);
  });

  it('allocates nothing in a recorded frame', async () => {
    const page = setUp();
    await page.start(STATELESS);
    await page.playTo(3);
    const before = { ...page.fake.counts };
    await page.playTo(6);
    expect(page.fake.counts).toMatchObject({
      buffers: before.buffers,
      textures: before.textures,
      bindGroups: before.bindGroups,
      commandEncoders: before.commandEncoders + 3,
    });
  });

  it('schedules nothing in a frame unless a range is looped', async () => {
    const page = setUp();
    await page.start(STATELESS);
    await page.playTo(3);
    const tasks = vi.spyOn(globalThis, 'queueMicrotask');
    await page.playTo(6);
    expect(tasks).not.toHaveBeenCalled();
  });

  it('continues from the shown frame, and drops the frames after it', async () => {
    const page = setUp();
    await page.start(STATELESS);
    page.inputs.mouse[0] = 1;
    await page.playTo(2);
    page.inputs.mouse[0] = 2;
    await page.playTo(9);
    expect(page.seeker.inputsUpTo(9)).toHaveLength(2);
    page.session.commands.goTo(1);
    await page.turn();
    expect(page.seeker.inputsUpTo(9)).toHaveLength(2);
    page.workspace.resume();
    await page.playTo(2);
    expect(page.seeker.inputsUpTo(9)?.map(({ mouse }) => mouse[0])).toEqual([1]);
    expect(page.session.furthest()).toBe(9);
  });

  it('steps back from the frame that it is seeking', async () => {
    const page = setUp();
    await page.start(STATELESS);
    await page.playTo(5);
    page.seeker.step(-2);
    page.seeker.step(-1);
    await page.turn();
    expect(page.session.frame()).toBe(2);
    page.seeker.step(-9);
    await page.turn();
    expect(page.shown.at(-1)).toBe(0);
  });

  it('repeats a loop without pausing in between', async () => {
    const page = setUp();
    await page.start(STATELESS);
    page.session.commands.setLoop({ isOn: true, first: 2, last: 4 });
    for (let turn = 0; turn < 12; turn += 1) await page.turn();
    expect(page.shown.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4]);
    expect(page.store.getState().run).toMatchObject({ playback: 'playing' });
  });
});

describe('the timeline of a stateful program', () => {
  it('replays frames exactly from the initial contents', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(2);
    page.inputs.mouse[0] = 7;
    page.setLevel(1);
    await page.playTo(5);
    // As if the device had no memory for the checkpoint before frame 0.
    page.store.setState({ pace: { ...FIXED, fixedStep: false } });
    page.store.setState({ pace: FIXED });
    page.inputs.mouse[0] = 9;
    page.fake.takeDispatches();
    page.fake.takeCopies();
    const reads = page.reads();
    page.session.commands.goTo(4);
    await page.rest();
    const frames = [0, 1, 2, 3, 4];
    expect(reads.map(({ frame }) => frame)).toEqual(frames);
    expect(reads.map(({ time }) => time)).toEqual(frames.map((frame) => Math.fround(frame / 60)));
    expect(reads.map(({ mouse }) => mouse)).toEqual([0, 0, 0, 7, 7]);
    expect(reads.map(({ level }) => level)).toEqual([0.5, 0.5, 0.5, 1, 1]);
    expect(page.fake.takeDispatches()).toEqual([
      ...['init', 'tick', 'paint'],
      ...['tick', 'paint', 'tick', 'paint', 'tick', 'paint', 'tick', 'paint'],
    ]);
    expect(page.loads).toEqual([3]);
    expect(page.fake.takeCopies().slice(0, 2).toSorted()).toEqual([
      'data to data',
      'outputTexture to outputTexture',
    ]);
    expect(page.session.frame()).toBe(4);
    expect(page.store.getState().run).toMatchObject({ playback: 'paused' });
  });

  it('replays from the nearest checkpoint', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(130);
    const reads = page.reads();
    page.session.commands.goTo(123);
    await page.rest();
    expect(reads.map(({ frame }) => frame)).toEqual([120, 121, 122, 123]);
    expect(page.loads).toEqual([]);
  });

  it('goes forward from the current frame', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(3);
    const reads = page.reads();
    page.session.commands.goTo(6);
    await page.rest();
    expect(reads.map(({ frame }) => frame)).toEqual([4, 5, 6]);
  });

  it('stays at the shown frame without redrawing it', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(3);
    const reads = page.reads();
    page.session.commands.goTo(3);
    await page.rest();
    expect(reads).toEqual([]);
    expect(page.session.frame()).toBe(3);
  });

  it('goes to the newest of several requested frames', async () => {
    const page = setUp();
    page.fake.frameTime = 1;
    await page.start(STATEFUL);
    await page.playTo(3);
    for (const frame of [200, 150, 20]) page.session.commands.goTo(frame);
    await page.rest();
    expect(page.session.frame()).toBe(20);
    expect(page.shown.slice(4)).toEqual([20]);
  });

  it('shows a replay’s progress, and restores everything if it is cancelled', async () => {
    const page = setUp();
    page.fake.frameTime = 20;
    await page.start(STATEFUL);
    await page.playTo(3);
    page.session.commands.goTo(5000);
    await vi.waitFor(() => expect(page.session.store.getState().replay?.wanted).toBe(5000));
    page.fake.takeCopies();
    page.session.commands.cancel();
    expect(page.session.store.getState().replay).toBeNull();
    expect(page.fake.takeCopies().toSorted()).toEqual([
      'copy of data to data',
      'copy of outputTexture to outputTexture',
    ]);
    await page.rest();
    expect(page.session.frame()).toBe(3);
    expect(page.shown.at(-1)).toBe(3);
    const reads = page.reads();
    page.session.commands.goTo(4);
    await page.rest();
    expect(reads.map(({ frame }) => frame)).toEqual([4]);
  });

  it('continues from the previous frame if Resume interrupts a replay', async () => {
    const page = setUp();
    page.fake.frameTime = 20;
    await page.start(STATEFUL);
    await page.playTo(3);
    page.session.commands.goTo(5000);
    await vi.waitFor(() => expect(page.session.store.getState().replay).not.toBeNull());
    page.workspace.resume();
    expect(page.session.store.getState().replay).toBeNull();
    await page.playTo(5);
    expect(page.shown.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('restarts a replay when the picture is resized meanwhile', async () => {
    const page = setUp();
    page.fake.frameTime = 20;
    await page.start(STATEFUL);
    await page.playTo(3);
    page.session.commands.goTo(60);
    await vi.waitFor(() => expect(page.session.store.getState().replay).not.toBeNull());
    page.fake.frameTime = 0;
    page.size.now = { width: 32, height: 32 };
    const reads = page.reads();
    await vi.waitFor(
      async () => {
        await page.turn();
        expect(page.session.frame()).toBe(60);
        expect(page.session.store.getState().replay).toBeNull();
      },
      { timeout: 5000 },
    );
    expect(reads.map(({ frame }) => frame).slice(-61)).toEqual(
      Array.from({ length: 61 }, (_, frame) => frame),
    );
    expect(page.loads).toEqual([3]);
  });

  it('keeps the state before frame 0 when frame 0 is drawn again', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(3);
    page.workspace.pause();
    page.runs.current()?.reset();
    await page.turn();
    expect(page.session.frame()).toBe(0);
    page.fake.takeCopies();
    page.setLevel(1);
    await page.turn();
    expect(page.shown.slice(-2)).toEqual([0, 0]);
    expect(page.fake.takeCopies()).toEqual([]);
  });

  it('steps forward from the frame that it is seeking', async () => {
    const page = setUp();
    page.fake.frameTime = 1;
    await page.start(STATEFUL);
    await page.playTo(3);
    expect(page.seeker.step(1)).toBe(false);
    page.session.commands.goTo(20);
    expect(page.seeker.step(1)).toBe(true);
    await page.rest();
    expect(page.shown.slice(4)).toEqual([21]);
  });

  it('restores everything if it is cancelled while restoring the initial contents', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(5);
    // No checkpoint is left.
    page.store.setState({ pace: { ...FIXED, fixedStep: false } });
    page.store.setState({ pace: FIXED });
    await page.turn();
    const { frame } = page.session;
    const before = frame();
    const { queue } = page.fake.device;
    const submit = queue.submit.bind(queue);
    const copies: string[] = [];
    queue.submit = (commands) => {
      submit(commands);
      const added = page.fake.takeCopies();
      copies.push(...added);
      if (added.includes('data to data')) queueMicrotask(page.session.commands.cancel);
    };
    page.session.commands.goTo(1);
    await page.rest();
    expect(copies.at(-1)).toMatch(/^copy of/);
    const reads = page.reads();
    page.session.commands.goTo(before + 1);
    await page.rest();
    expect(reads.map((read) => read.frame)).toEqual([before + 1]);
  });

  it('plays a loop from a checkpoint of its first frame', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    page.session.commands.setLoop({ isOn: true, first: 2, last: 4 });
    for (let turn = 0; turn < 12; turn += 1) await page.turn();
    expect(page.shown.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4]);
    expect(page.store.getState().run).toMatchObject({ playback: 'playing' });
    expect(page.loads).toEqual([]);
  });

  it('replays the newest version of the program from its initial contents', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(5);
    const changed = planner.descriptor(STATEFUL.replace('+= time', '+= 2 * time'));
    const updated = page.runs.update(changed, {}, { followsRedirects: true, seed: 3 });
    await page.rest();
    expect(await updated).toMatchObject({ ok: true, value: { kind: 'updated' } });
    page.fake.takeDispatches();
    page.session.commands.goTo(1);
    await page.rest();
    expect(page.fake.takeDispatches()).toEqual(['init', 'tick', 'paint', 'tick', 'paint']);
    expect(page.loads).toEqual([3]);
  });

  it('ends without a message when the device is lost', async () => {
    const page = setUp();
    page.fake.frameTime = 20;
    await page.start(STATEFUL);
    await page.playTo(3);
    page.session.commands.goTo(5000);
    await vi.waitFor(() => expect(page.session.store.getState().replay).not.toBeNull());
    page.fake.lose();
    page.store.setState({ gpu: { kind: 'lost', reason: 'test' } });
    expect(page.session.store.getState()).toMatchObject({ replay: null, problem: null });
  });

  it('gives up when another run takes over', async () => {
    const page = setUp();
    page.fake.frameTime = 5;
    await page.start(STATEFUL);
    await page.playTo(3);
    page.session.commands.goTo(5000);
    await vi.waitFor(() => expect(page.session.store.getState().replay).not.toBeNull());
    await page.start(STATEFUL);
    await page.rest();
    expect(page.session.store.getState().replay).toBeNull();
    expect(page.session.furthest()).toBeLessThan(1000);
    expect(page.shown.at(-1)).toBeGreaterThan(3);
  });

  it('shows a linked frame with its inputs in a run that has not drawn yet', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    const reads = page.reads();
    const inputs = [{ frame: 2, mouse: [5, 0, 0, 0], keys: ['a'] }] as const;
    page.seeker.show({ number: 4, time: 4 / 60, inputs });
    await page.rest();
    const replayed = reads.slice(-5);
    expect(replayed.map(({ frame }) => frame)).toEqual([0, 1, 2, 3, 4]);
    expect(replayed.map(({ mouse }) => mouse)).toEqual([0, 0, 5, 5, 5]);
    expect(replayed.map(({ key }) => key)).toEqual([0, 0, 1, 1, 1]);
    expect(page.shown.at(-1)).toBe(4);
  });

  it.each(['cancel', 'resume'] as const)(
    'continues after %s from the reached frame if no copy fits into memory',
    async (how) => {
      const page = setUp();
      page.fake.frameTime = 20;
      // More than a quarter of the checkpoints' budget.
      const large = '[playground::ZEROS(20000000)] RWStructuredBuffer<float> large;';
      await page.start(STATEFUL.replace('[playground::RAND', `${large}\n[playground::RAND`));
      await page.playTo(3);
      page.session.commands.goTo(5000);
      await vi.waitFor(() => expect(page.session.store.getState().replay).not.toBeNull());
      if (how === 'cancel') page.session.commands.cancel();
      else page.workspace.resume();
      await settled();
      await page.rest();
      const reached = page.shown[4] ?? 0;
      expect(reached).toBeGreaterThan(4);
      expect(reached).toBeLessThan(1000);
      expect(page.store.getState().run).toMatchObject({
        playback: how === 'cancel' ? 'paused' : 'playing',
      });
      if (how === 'resume') expect(page.shown[5]).toBe(reached + 1);
    },
  );

  it('shows a frame that a tool requests exactly as it was', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.playTo(1);
    page.inputs.mouse[0] = 5;
    await page.playTo(5);
    const reads = page.reads();
    page.seeker.show({ number: 3, time: 3 / 60 });
    await page.rest();
    expect(reads.map(({ frame, mouse }) => [frame, mouse])).toEqual([
      [0, 0],
      [1, 0],
      [2, 5],
      [3, 5],
    ]);
  });

  it('replays without checkpoints if the device has no memory for them, and says so once', async () => {
    const page = setUp();
    await page.start(STATEFUL);
    await page.turn();
    page.fake.refuseWith('out of memory');
    await page.playTo(70);
    page.fake.refuseWith(null);
    expect(page.session.store.getState().problem).toContain('replays all frames from frame 0');
    page.session.commands.dismissProblem();
    page.session.commands.goTo(65);
    await page.rest();
    expect(page.loads).toEqual([3]);
    expect(page.session.frame()).toBe(65);
    expect(page.session.store.getState().problem).toBeNull();
  });
});
