import { beforeEach, expect, it } from 'vitest';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { MeasuredFrame } from '#engine/gpu/measure/measuredFrame.ts';
import { createRecorder, type Recorder } from './recorder.ts';

function programOf(code: string, names = ['tick', 'paint']): RunDescriptor {
  return {
    ...{ uri: '', resourceCommands: [], assets: {} },
    ...{ uniformBlocks: [], layout: {}, outputTypes: [] },
    shader: { code, threadGroupSizes: {}, hashedStrings: {}, slots: {} },
    callCommands: names.map((entryPoint) => ({
      ...{ entryPoint, callOnce: false, type: 'FIXED_SIZE', size: [1] },
    })),
  };
}

const FIRST = programOf('first');
const SECOND = programOf('second', ['paint', 'blur']);

let project: number;
let recorder: Recorder;
beforeEach(() => {
  project = 1;
  recorder = createRecorder(() => project);
});

/** A frame with two calls of 10 and 20, 5 for presenting, and 3 for gaps. */
function frameOf(descriptor: RunDescriptor, width = 64): MeasuredFrame {
  const calls = descriptor.callCommands.map(({ entryPoint }) => ({
    ...{ entryPoint, callOnce: false, bindGroups: [] },
    pipeline: {} as GPUComputePipeline,
    groups: { kind: 'direct', x: 1, y: 1, z: 1 } as const,
  }));
  return {
    facts: { descriptor, calls, number: 4, seconds: 2, width, height: 32 },
    calls: Float64Array.of(10, 20),
    ...{ presenting: 5, total: 38, isPlain: false },
  };
}

function add(descriptor: RunDescriptor, count = 1, width?: number): void {
  for (let index = 0; index < count; index += 1) recorder.add(frameOf(descriptor, width));
}

const totals = (of: 'now' | 'before') => recorder[of]?.total.length ?? null;

it('keeps the times of a frame’s parts, and counts the rest as copies and gaps', () => {
  add(FIRST);
  const { now } = recorder;
  const calls = [...(now?.calls ?? [])].map(([name, { last }]) => `${name} ${last}`);
  expect(calls).toEqual(['tick 10', 'paint 20']);
  expect([now?.presenting.last, now?.gaps.last, now?.total.last]).toEqual([5, 3, 38]);
  expect(recorder.frames.at(0)).toEqual({ number: 4, seconds: 2, total: 38 });
});

it('separates frames that were only measured as a whole', () => {
  const calls = Float64Array.of(Number.NaN, Number.NaN);
  recorder.add({ ...frameOf(FIRST), calls, isPlain: true });
  expect([recorder.now?.total.length, recorder.now?.plain.last]).toEqual([0, 38]);
  expect(recorder.frames.length).toBe(1);
});

it('another version is compared with the previous version', () => {
  add(FIRST, 40);
  add(SECOND);
  expect([totals('before'), totals('now'), recorder.frames.length]).toEqual([40, 1, 41]);
});

it('another version is compared with neither the same code nor one that ran only a few frames', () => {
  add(FIRST, 39);
  add(programOf('first'));
  expect([totals('before'), totals('now')]).toEqual([null, 40]);
  add(programOf('typed halfway'), 5);
  add(SECOND);
  expect([totals('before'), recorder.before?.code]).toEqual([40, 'first']);
});

it('another version is not compared across projects or sizes', () => {
  add(FIRST, 40);
  project = 2;
  add(SECOND);
  expect([totals('before'), totals('now'), recorder.frames.length]).toEqual([null, 1, 1]);
  add(SECOND, 39);
  add(SECOND, 1, 128);
  expect([totals('before'), totals('now'), recorder.frames.length]).toEqual([null, 1, 41]);
});

it('a baseline is kept through edits until the user drops it', () => {
  add(FIRST, 40);
  recorder.keepBaseline(true);
  add(FIRST, 35);
  add(SECOND, 40);
  const { isBaselineKept, before } = recorder;
  expect([isBaselineKept, before?.code, totals('before')]).toEqual([true, 'first', 40]);
  recorder.keepBaseline(false);
  add(programOf('third'));
  expect(recorder.before?.code).toBe('second');
});

it('a baseline needs enough measured frames, and is dropped with its project', () => {
  recorder.keepBaseline(true);
  add(FIRST, 29);
  recorder.keepBaseline(true);
  expect(recorder.isBaselineKept).toBe(false);
  add(FIRST);
  recorder.keepBaseline(true);
  expect(recorder.isBaselineKept).toBe(true);
  project = 2;
  add(SECOND);
  expect([recorder.isBaselineKept, recorder.before]).toEqual([false, null]);
});
