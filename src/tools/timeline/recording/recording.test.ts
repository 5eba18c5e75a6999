import { expect, it } from 'vitest';
import type { MousePosition } from '#engine/gpu/runInputs.ts';
import { createFrameTimes, createRecording } from './recording.ts';

const NO_VALUES = {};

function record(
  recording: ReturnType<typeof createRecording>,
  frame: number,
  { mouse = [0, 0, 0, 0] as MousePosition, keys = [] as string[], values = NO_VALUES } = {},
) {
  const isKeyDown = (name: string) => keys.includes(name);
  recording.record(frame, { time: frame / 60, mouse, isKeyDown }, values);
}

it('a recording stores changes of the mouse and keys, and gives the inputs of each frame', () => {
  const recording = createRecording();
  recording.watch(['a', 'Space']);
  record(recording, 0);
  record(recording, 1, { mouse: [1, 2, -1, -2] });
  record(recording, 2, { mouse: [1, 2, -1, -2] });
  record(recording, 3, { mouse: [1, 2, -1, -2], keys: ['Space'] });
  record(recording, 4);
  expect(recording.changes(3)).toEqual([
    { frame: 1, mouse: [1, 2, -1, -2], keys: [] },
    { frame: 3, mouse: [1, 2, -1, -2], keys: ['Space'] },
  ]);
  expect(recording.changes(9)).toHaveLength(3);
  const keys = [0, 2, 3, 4, 99].map((frame) => recording.inputsAt(frame).keys.join());
  expect(keys).toEqual(['', '', 'Space', '', '']);
  expect(recording.inputsAt(2).mouse).toEqual([1, 2, -1, -2]);
});

it('a recording drops everything after a frame that is drawn again', () => {
  const recording = createRecording();
  record(recording, 0);
  record(recording, 1, { mouse: [1, 1, 1, 1] });
  record(recording, 2, { mouse: [2, 2, 2, 2] });
  record(recording, 1, { mouse: [3, 3, 3, 3] });
  expect(recording.changes(9)).toEqual([{ frame: 1, mouse: [3, 3, 3, 3], keys: [] }]);
  expect([1, 2].map(recording.secondsOf)).toEqual([1 / 60, 2 / 60]);
});

it('a recording keeps its content when the program reads another key', () => {
  const recording = createRecording();
  recording.watch(['a']);
  record(recording, 0, { keys: ['a', 'b'] });
  recording.watch(['b']);
  record(recording, 1, { keys: ['a', 'b'] });
  expect(recording.changes(1).map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
});

it('a recording keeps the user’s values until it is cleared', () => {
  const recording = createRecording();
  const first = { level: 1 };
  const second = { level: 2 };
  record(recording, 0, { values: first });
  record(recording, 1, { values: first });
  record(recording, 2, { values: second });
  expect([0, 1, 2, 9].map(recording.valuesAt)).toEqual([first, first, second, second]);
  record(recording, 1, { mouse: [1, 1, 1, 1], values: first });
  expect(recording.valuesAt(9)).toBe(first);
  recording.clear();
  expect([recording.changes(9), recording.valuesAt(9)]).toEqual([[], null]);
});

it('a recording leaves out a link’s keys that the program does not read', () => {
  const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
  const recording = createRecording();
  recording.watch(['x']);
  recording.replace(9, 0, [{ frame: 3, mouse: [0, 0, 0, 0], keys: [...keys, 'x'] }]);
  expect(recording.changes(9)).toEqual([{ frame: 3, mouse: [0, 0, 0, 0], keys: ['x'] }]);
});

/** The times of frames, of which these are recorded. */
function timesOf(records: readonly (readonly [frame: number, seconds: number])[]) {
  const times = createFrameTimes();
  for (const [frame, seconds] of records) times.record(frame, seconds);
  return times;
}

const ALL = Array.from({ length: 1000 }, (_, frame) => frame);
const sixtieths = ALL.map((frame) => frame / 60);

it('the times of frames are the recorded ones, then continue in even steps', () => {
  const times = timesOf([...[0, 0.5].entries()]);
  expect([0, 1].map(times.secondsOf)).toEqual([0, 0.5]);
  expect(times.length).toBe(2);
  expect(times.secondsOf(31)).toBeCloseTo(1, 12);
});

it('the times of frames are exactly n / 60 after a fixed step and without records', () => {
  expect(ALL.map(timesOf([]).secondsOf)).toEqual(sixtieths);
  const fixed = timesOf([...sixtieths.slice(0, 10).entries()]);
  expect(ALL.map(fixed.secondsOf)).toEqual(sixtieths);
});

it('the times of frames are interpolated evenly over skipped frames', () => {
  const times = timesOf([...[0, 1].entries(), [5, 3]]);
  expect([2, 3, 4, 5].map(times.secondsOf)).toEqual([1.5, 2, 2.5, 3]);
});

it('the times of frames drop everything after a frame that is recorded again', () => {
  const times = timesOf([...[0, 1, 2, 3, 4].entries(), [2, 7]]);
  expect([times.length, times.secondsOf(2)]).toEqual([3, 7]);
  times.truncate(1);
  expect(times.length).toBe(1);
});

it('the times of frames can be spread evenly up to a frame, and exactly with a fixed step', () => {
  const times = createFrameTimes();
  times.spread(4, 2);
  expect([0, 1, 2, 3, 4].map(times.secondsOf)).toEqual([0, 0.5, 1, 1.5, 2]);
  times.spread(97, 97 / 60);
  expect([1, 49, 97].map(times.secondsOf)).toEqual([1 / 60, 49 / 60, 97 / 60]);
});

it('the times of frames are not kept for very long runs', () => {
  expect(timesOf([[2 ** 31 - 1, 5]]).length).toBe(0);
});
