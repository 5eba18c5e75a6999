import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { createPlanner } from '../../../../tests/support/planner.ts';
import {
  createTimelinePage,
  FIXED,
  type Read,
  settled,
} from '../../../../tests/support/timelinePage.ts';

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

const HEAD = `import playground; import rendering;
[playground::FRAME_ID] uniform float frame; [playground::TIME] uniform float time;
[playground::MOUSE_POSITION] uniform float4 mouse; [playground::KEY("a")] uniform float key;
[playground::SLIDER(0.5, 0, 1)] uniform float level;
`;
const PAINT = `
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{ drawPixel(at, (int2 screen) => float4(level, frame, time, key + mouse.x)); }`;
const STATELESS = HEAD + PAINT;
const STATEFUL = `${HEAD}
[playground::RAND(16)] RWStructuredBuffer<float> data;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]
void init() { data[1] = 1; }
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void tick() { data[0] += time * level + mouse.x + key + frame; }
${PAINT}`;

/** A page on which a program has drawn the frames up to `frame`, and perhaps replays to another. */
async function played(source: string, frame?: number, frameTime = 0, replayTo?: number) {
  const page = createTimelinePage(() => turns.shift());
  const { commands, store } = page.session;
  const start = (text: string) => page.start(planner.descriptor(text));
  const replay = () => store.getState().replay;
  page.fake.frameTime = frameTime;
  await start(source);
  if (frame !== undefined) await page.playTo(frame);
  if (replayTo !== undefined) commands.goTo(replayTo);
  await vi.waitFor(() => expect(replay()?.wanted).toBe(replayTo));
  return {
    ...{ ...page, start, commands, replay },
    async goTo(wanted: number) {
      commands.goTo(wanted);
      await page.rest();
    },
    playback: () => page.store.getState().run,
    dropCheckpoints() {
      page.store.setState({ pace: { ...FIXED, fixedStep: false } });
      page.store.setState({ pace: FIXED });
    },
  };
}

const framesOf = (reads: readonly Read[]) => reads.map(({ frame }) => frame);

it.each([
  ['stateless', STATELESS],
  ['stateful', STATEFUL],
])('the timeline of a %s program repeats a loop without a pause or a load', async (_, source) => {
  const page = await played(source);
  page.commands.setLoop({ isOn: true, first: 2, last: 4 });
  for (let turn = 0; turn < 12; turn += 1) await page.turn();
  expect(page.shown.slice(0, 11)).toEqual([0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4]);
  expect(page.playback()).toMatchObject({ playback: 'playing' });
  expect(page.loads).toEqual([]);
});

it('a stateless timeline draws any frame directly, with the recorded mouse and keys and the current values', async () => {
  const page = await played(STATELESS, 2);
  page.inputs.mouse[0] = 7;
  page.held.add('a');
  await page.playTo(4);
  page.inputs.mouse[0] = 9;
  page.held.clear();
  await page.playTo(6);
  page.setLevel(1);
  const reads = page.reads();
  page.commands.goTo(4);
  page.commands.goTo(3);
  await page.turn();
  const read = { frame: 3, time: Math.fround(3 / 60), mouse: 7, key: 1, level: 1 };
  expect(reads).toMatchObject([read]);
  expect(page.fake.takeDispatches().at(-1)).toBe('paint');
  expect(page.session.frame()).toBe(3);
  expect(page.loads).toEqual([]);
});

it('a stateful timeline shows the camera of an earlier frame', async () => {
  const page = await played(`${STATEFUL}\n[playground::VIEW] uniform float4x4 view;`, 2);
  const moveTo = (yaw: number) => {
    page.store.setState({ uniformValues: { 'camera orbit': [yaw, 1.2, 40] } });
    page.runs.setUniform('camera orbit', [yaw, 1.2, 40]);
  };
  moveTo(-3);
  await page.playTo(4);
  moveTo(2);
  await page.playTo(6);
  const draw = vi.spyOn(page.workspace, 'drawFrame');
  await page.goTo(3);
  const values = { 'camera orbit': [-3, 1.2, 40] };
  expect(draw.mock.lastCall).toMatchObject([3, 3 / 60, { values }]);
});

it('a stateless timeline allocates and schedules nothing in a recorded frame unless a range is looped', async () => {
  const page = await played(STATELESS, 3);
  const { buffers, textures, bindGroups, commandEncoders } = page.fake.counts;
  const tasks = vi.spyOn(globalThis, 'queueMicrotask');
  await page.playTo(6);
  expect(tasks).not.toHaveBeenCalled();
  const after = { buffers, textures, bindGroups, commandEncoders: commandEncoders + 3 };
  expect(page.fake.counts).toMatchObject(after);
});

it('a stateless timeline continues from the shown frame, and drops the frames after it', async () => {
  const page = await played(STATELESS);
  page.inputs.mouse[0] = 1;
  await page.playTo(2);
  page.inputs.mouse[0] = 2;
  await page.playTo(9);
  expect(page.seeker.inputsUpTo(9)).toHaveLength(2);
  page.commands.goTo(1);
  await page.turn();
  expect(page.seeker.inputsUpTo(9)).toHaveLength(2);
  page.workspace.resume();
  await page.playTo(2);
  expect(page.seeker.inputsUpTo(9)?.map(({ mouse }) => mouse[0])).toEqual([1]);
  expect(page.session.furthest()).toBe(9);
});

it('a stateless timeline steps back from the frame that it is seeking', async () => {
  const page = await played(STATELESS, 5);
  page.seeker.step(-2);
  page.seeker.step(-1);
  await page.turn();
  expect(page.session.frame()).toBe(2);
  page.seeker.step(-9);
  await page.turn();
  expect(page.shown.at(-1)).toBe(0);
});

it('a stateful timeline replays frames exactly from the initial contents', async () => {
  const page = await played(STATEFUL, 2);
  page.inputs.mouse[0] = 7;
  page.setLevel(1);
  await page.playTo(5);
  // As if the device had no memory for the checkpoint before frame 0.
  page.dropCheckpoints();
  page.inputs.mouse[0] = 9;
  page.fake.takeDispatches();
  page.fake.takeCopies();
  const reads = page.reads();
  await page.goTo(4);
  const frames = [0, 1, 2, 3, 4];
  expect(framesOf(reads)).toEqual(frames);
  expect(reads.map(({ time }) => time)).toEqual(frames.map((frame) => Math.fround(frame / 60)));
  expect(reads.map(({ mouse }) => mouse)).toEqual([0, 0, 0, 7, 7]);
  expect(reads.map(({ level }) => level)).toEqual([0.5, 0.5, 0.5, 1, 1]);
  expect(page.fake.takeDispatches()).toEqual([
    ...['init', 'tick', 'paint'],
    ...['tick', 'paint', 'tick', 'paint', 'tick', 'paint', 'tick', 'paint'],
  ]);
  expect(page.loads).toEqual([3]);
  const copies = page.fake.takeCopies().slice(0, 2).toSorted();
  expect(copies).toEqual(['data to data', 'outputTexture to outputTexture']);
  expect(page.session.frame()).toBe(4);
  expect(page.playback()).toMatchObject({ playback: 'paused' });
});

it('a stateful timeline replays from the nearest checkpoint', async () => {
  const page = await played(STATEFUL, 130);
  const reads = page.reads();
  await page.goTo(123);
  expect(framesOf(reads)).toEqual([120, 121, 122, 123]);
  expect(page.loads).toEqual([]);
});

it('a stateful timeline goes forward from the current frame, and stays at it without redrawing it', async () => {
  const page = await played(STATEFUL, 3);
  const reads = page.reads();
  await page.goTo(3);
  expect([reads, page.session.frame()]).toEqual([[], 3]);
  await page.goTo(6);
  expect(framesOf(reads)).toEqual([4, 5, 6]);
});

it('a stateful timeline goes to the newest of several requested frames', async () => {
  const page = await played(STATEFUL, 3, 1);
  for (const frame of [200, 150]) page.commands.goTo(frame);
  await page.goTo(20);
  expect(page.session.frame()).toBe(20);
  expect(page.shown.slice(4)).toEqual([20]);
});

it('a stateful timeline shows a replay’s progress, and restores everything if it is cancelled', async () => {
  const page = await played(STATEFUL, 3, 20, 5000);
  page.fake.takeCopies();
  page.commands.cancel();
  expect(page.replay()).toBeNull();
  const copies = ['copy of data to data', 'copy of outputTexture to outputTexture'];
  expect(page.fake.takeCopies().toSorted()).toEqual(copies);
  await page.rest();
  expect(page.session.frame()).toBe(3);
  expect(page.shown.at(-1)).toBe(3);
  const reads = page.reads();
  await page.goTo(4);
  expect(framesOf(reads)).toEqual([4]);
});

it('a stateful timeline continues from the previous frame if Resume interrupts a replay', async () => {
  const page = await played(STATEFUL, 3, 20, 5000);
  page.workspace.resume();
  expect(page.replay()).toBeNull();
  await page.playTo(5);
  expect(page.shown.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('a stateful timeline restarts a replay when the picture is resized meanwhile', async () => {
  const page = await played(STATEFUL, 3, 20, 60);
  page.fake.frameTime = 0;
  page.size.now = { width: 32, height: 32 };
  const reads = page.reads();
  await vi.waitFor(
    async () => {
      await page.turn();
      expect(page.session.frame()).toBe(60);
      expect(page.replay()).toBeNull();
    },
    { timeout: 5000 },
  );
  expect(framesOf(reads).slice(-61)).toEqual(Array.from({ length: 61 }, (_, frame) => frame));
  expect(page.loads).toEqual([3]);
});

it('a stateful timeline keeps the state before frame 0 when frame 0 is drawn again', async () => {
  const page = await played(STATEFUL, 3);
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

it('a stateful timeline steps forward from the frame that it is seeking', async () => {
  const page = await played(STATEFUL, 3, 1);
  expect(page.seeker.step(1)).toBe(false);
  page.commands.goTo(20);
  expect(page.seeker.step(1)).toBe(true);
  await page.rest();
  expect(page.shown.slice(4)).toEqual([21]);
});

it('a stateful timeline restores everything if it is cancelled while restoring the initial contents', async () => {
  const page = await played(STATEFUL, 5);
  page.dropCheckpoints();
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
    if (added.includes('data to data')) queueMicrotask(page.commands.cancel);
  };
  await page.goTo(1);
  expect(copies.at(-1)).toMatch(/^copy of/);
  const reads = page.reads();
  await page.goTo(before + 1);
  expect(framesOf(reads)).toEqual([before + 1]);
});

it('a stateful timeline replays the newest version of the program from its initial contents', async () => {
  const page = await played(STATEFUL, 5);
  const changed = planner.descriptor(STATEFUL.replace('+= time', '+= 2 * time'));
  const updated = page.runs.update(changed, {}, { followsRedirects: true, seed: 3 });
  await page.rest();
  expect(await updated).toMatchObject({ ok: true, value: { kind: 'updated' } });
  page.fake.takeDispatches();
  await page.goTo(1);
  expect(page.fake.takeDispatches()).toEqual(['init', 'tick', 'paint', 'tick', 'paint']);
  expect(page.loads).toEqual([3]);
});

it('a stateful timeline ends without a message when the device is lost', async () => {
  const page = await played(STATEFUL, 3, 20, 5000);
  page.fake.lose();
  page.store.setState({ gpu: { kind: 'lost', reason: 'test' } });
  expect(page.session.store.getState()).toMatchObject({ replay: null, problem: null });
});

it('a stateful timeline gives up when another run takes over', async () => {
  const page = await played(STATEFUL, 3, 5, 5000);
  await page.start(STATEFUL);
  await page.rest();
  expect(page.replay()).toBeNull();
  expect(page.session.furthest()).toBeLessThan(1000);
  expect(page.shown.at(-1)).toBeGreaterThan(3);
});

it('a stateful timeline shows a linked frame with its inputs in a run that has not drawn yet', async () => {
  const page = await played(STATEFUL);
  const reads = page.reads();
  const inputs = [{ frame: 2, mouse: [5, 0, 0, 0], keys: ['a'] }] as const;
  page.seeker.show({ number: 4, time: 4 / 60, inputs });
  await page.rest();
  const replayed = reads.slice(-5);
  expect(framesOf(replayed)).toEqual([0, 1, 2, 3, 4]);
  expect(replayed.map(({ mouse }) => mouse)).toEqual([0, 0, 5, 5, 5]);
  expect(replayed.map(({ key }) => key)).toEqual([0, 0, 1, 1, 1]);
  expect(page.shown.at(-1)).toBe(4);
});

it.each(['cancel', 'resume'] as const)(
  'a stateful timeline continues after %s from the reached frame if no copy fits into memory',
  async (how) => {
    // More than a quarter of the checkpoints' budget.
    const large = '[playground::ZEROS(20000000)] RWStructuredBuffer<float> large;';
    const source = STATEFUL.replace('[playground::RAND', `${large}\n[playground::RAND`);
    const page = await played(source, 3, 20, 5000);
    if (how === 'cancel') page.commands.cancel();
    else page.workspace.resume();
    await settled();
    await page.rest();
    const reached = page.shown[4] ?? 0;
    expect(reached).toBeGreaterThan(4);
    expect(reached).toBeLessThan(1000);
    const playback = how === 'cancel' ? 'paused' : 'playing';
    expect(page.playback()).toMatchObject({ playback });
    if (how === 'resume') expect(page.shown[5]).toBe(reached + 1);
  },
);

it('a stateful timeline shows a frame that a tool requests exactly as it was', async () => {
  const page = await played(STATEFUL, 1);
  page.inputs.mouse[0] = 5;
  await page.playTo(5);
  const reads = page.reads();
  page.seeker.show({ number: 3, time: 3 / 60 });
  await page.rest();
  expect(framesOf(reads)).toEqual([0, 1, 2, 3]);
  expect(reads.map(({ mouse }) => mouse)).toEqual([0, 0, 5, 5]);
});

it('a stateful timeline replays without checkpoints if the device has no memory for them, and says so once', async () => {
  const page = await played(STATEFUL);
  await page.turn();
  page.fake.refuseWith('out of memory', 'out-of-memory');
  await page.playTo(70);
  page.fake.refuseWith(null, 'out-of-memory');
  expect(page.session.store.getState().problem).toContain('replays all frames from frame 0');
  page.commands.dismissProblem();
  await page.goTo(65);
  expect(page.loads).toEqual([3]);
  expect(page.session.frame()).toBe(65);
  expect(page.session.store.getState().problem).toBeNull();
});
