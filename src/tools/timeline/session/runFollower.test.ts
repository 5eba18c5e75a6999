import { expect, it } from 'vitest';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createCheckpoints } from '#tools/timeline/checkpoints/checkpoints.ts';
import { createRecording } from '#tools/timeline/recording/recording.ts';
import { createRunFollower } from './runFollower.ts';

it('a follower that joins a run late records the newest frame, without the mouse if the program does not read it', () => {
  const recording = createRecording();
  const follower = createRunFollower({
    ...{ recording, checkpoints: createCheckpoints(() => {}), values: () => ({}) },
    ...{ onRun() {}, onProgram() {}, onFrame() {}, onShown() {} },
  });
  follower.begin({
    descriptor: { uniformBlocks: [], layout: {}, callCommands: [] },
    inputs: { frame: 8, time: 2, mouse: [5, 6, 0, 0], isKeyDown: () => false, values: {} },
  } as unknown as ObservedFrame);
  expect(recording.changes(9)).toEqual([]);
  expect(recording.secondsOf(8)).toBe(2);
  expect([follower.current, follower.ready]).toEqual([8, 9]);
});
