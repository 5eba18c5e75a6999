import { beforeEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createFrameObservers, type ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createFakeDevice } from '../../../../tests/support/fakeDevice.ts';
import type { DebuggerContext } from './context.ts';
import { createFrames } from './frames.ts';

const observers = createFrameObservers();
const { device } = createFakeDevice();
let asked: string[] = [];

/** Draws a frame of a program whose only call runs once. */
function drawFrame(frame: number): void {
  const drawn = {
    device,
    descriptor: { layout: {}, uniformBlocks: [], callCommands: [] },
    resources: { get: () => undefined, uniformBuffers: [] },
    calls: [{ entryPoint: 'tell', callOnce: true, groups: { kind: 'direct', x: 1, y: 1, z: 1 } }],
    once: frame === 0 ? 'all' : new Set<string>(),
    inputs: { frame, mouse: [0, 0, 0, 0], isKeyDown: () => false },
  };
  observers.frameBegins(drawn as unknown as ObservedFrame);
  observers.frameSubmitted();
}

function frames() {
  const workspace = {
    store: createStore(() => ({ run: { kind: 'running', playback: 'paused' } })),
    step(by: number) {
      asked.push(`step ${by}`);
      drawFrame(1);
    },
    resetFrame() {
      asked.push('reset');
      drawFrame(0);
    },
  };
  return createFrames({ workspace, observers } as unknown as DebuggerContext, () => {});
}

beforeEach(() => {
  asked = [];
});

it.each([
  ['no frame', ['step 0', 'reset']],
  ['an empty frame', ['reset']],
])(
  'draws frame 0 of a program that only ran in it again if %s was recorded',
  async (what, asks) => {
    const some = frames();
    if (what === 'an empty frame') {
      some.setOn(true);
      drawFrame(0);
      drawFrame(1);
    }
    const given = await some.obtain(new AbortController().signal);
    expect(given?.ok && given.value.frame.inputs.frame).toBe(0);
    expect(asked).toEqual(asks);
  },
);
