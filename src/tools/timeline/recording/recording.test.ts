import { describe, expect, it } from 'vitest';
import type { MousePosition } from '#engine/gpu/input/mouse.ts';
import { createRecording } from './recording.ts';

const NO_VALUES = {};

function record(
  recording: ReturnType<typeof createRecording>,
  frame: number,
  { mouse = [0, 0, 0, 0] as MousePosition, keys = [] as string[], values = NO_VALUES } = {},
) {
  const isKeyDown = (name: string) => keys.includes(name);
  recording.record(frame, { time: frame / 60, mouse, isKeyDown }, values);
}

describe('a recording', () => {
  it('stores changes of the mouse and keys, and gives the inputs of each frame', () => {
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
    expect([0, 2, 3, 4, 99].map((frame) => recording.inputsAt(frame).keys)).toEqual([
      [],
      [],
      ['Space'],
      [],
      [],
    ]);
    expect(recording.inputsAt(2).mouse).toEqual([1, 2, -1, -2]);
  });

  it('drops everything after a frame that is drawn again', () => {
    const recording = createRecording();
    record(recording, 0);
    record(recording, 1, { mouse: [1, 1, 1, 1] });
    record(recording, 2, { mouse: [2, 2, 2, 2] });
    record(recording, 1, { mouse: [3, 3, 3, 3] });
    expect(recording.changes(9)).toEqual([{ frame: 1, mouse: [3, 3, 3, 3], keys: [] }]);
    expect([1, 2].map(recording.secondsOf)).toEqual([1 / 60, 2 / 60]);
  });

  it('keeps its content when the program reads another key', () => {
    const recording = createRecording();
    recording.watch(['a']);
    record(recording, 0, { keys: ['a', 'b'] });
    recording.watch(['b']);
    record(recording, 1, { keys: ['a', 'b'] });
    expect(recording.changes(1).map(({ keys }) => keys)).toEqual([['a'], ['a', 'b']]);
  });

  it('keeps the user’s values', () => {
    const recording = createRecording();
    const first = { level: 1 };
    const second = { level: 2 };
    record(recording, 0, { values: first });
    record(recording, 1, { values: first });
    record(recording, 2, { values: second });
    expect([0, 1, 2, 9].map(recording.valuesAt)).toEqual([first, first, second, second]);
    record(recording, 1, { values: first });
    expect(recording.valuesAt(9)).toBe(first);
  });

  it('leaves out a link’s keys that the program does not read', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `key ${index}`);
    const recording = createRecording();
    recording.watch(['x']);
    recording.replace(9, 0, [{ frame: 3, mouse: [0, 0, 0, 0], keys: [...keys, 'x'] }]);
    expect(recording.changes(9)).toEqual([{ frame: 3, mouse: [0, 0, 0, 0], keys: ['x'] }]);
  });

  it('is empty once it is cleared', () => {
    const recording = createRecording();
    record(recording, 0, { mouse: [1, 1, 1, 1] });
    recording.clear();
    expect(recording.changes(9)).toEqual([]);
    expect(recording.valuesAt(9)).toBeNull();
  });
});
