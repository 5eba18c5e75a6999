import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRestraint, type Restraint } from '#engine/gpu/run.ts';
import type { ProcessorDemand } from '#engine/gpu/runContext.ts';

let demand: ProcessorDemand;

function restraintOf(isFallbackAdapter: boolean) {
  const device = { adapterInfo: { isFallbackAdapter } } as unknown as GPUDevice;
  return createRestraint({ device, demand: () => demand });
}

const holdsBack = (restraint: Restraint, isWithinFrame = false) =>
  restraint.holdsBack(performance.now(), isWithinFrame);

/** A frame in one command buffer. */
function drawFrame(restraint: Restraint, milliseconds: number): void {
  restraint.submitted();
  vi.advanceTimersByTime(milliseconds);
  restraint.done(milliseconds);
  restraint.frameTook(milliseconds);
}

function expectPause(restraint: Restraint, milliseconds: number, isWithinFrame = false): void {
  vi.advanceTimersByTime(milliseconds - 1);
  expect(holdsBack(restraint, isWithinFrame)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(holdsBack(restraint, isWithinFrame)).toBe(false);
}

beforeEach(() => {
  demand = 'none';
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

describe('on a software renderer', () => {
  let restraint: Restraint;
  beforeEach(() => {
    restraint = restraintOf(true);
  });

  it('frames are not delayed while nobody else needs the processors', () => {
    drawFrame(restraint, 20);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('the first frame, whose duration is unknown, is alone', () => {
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
  });

  it('a frame waits for the previous one and for three times its duration while others need a share', () => {
    demand = 'shared';
    expect(holdsBack(restraint)).toBe(false);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
    restraint.done(20);
    expectPause(restraint, 60);
  });

  it('a pause lasts at most two seconds', () => {
    demand = 'shared';
    drawFrame(restraint, 5000);
    expectPause(restraint, 2000);
  });

  it('a pause begins and ends with the demand of others', () => {
    drawFrame(restraint, 20);
    demand = 'shared';
    vi.advanceTimersByTime(30);
    expect(holdsBack(restraint)).toBe(true);
    demand = 'none';
    expect(holdsBack(restraint)).toBe(false);
  });

  it('no frame or part of one starts for three seconds while the user waits for the compiler', () => {
    demand = 'urgent';
    drawFrame(restraint, 20);
    vi.advanceTimersByTime(1000);
    expect([holdsBack(restraint), holdsBack(restraint, true)]).toEqual([true, true]);
    vi.advanceTimersByTime(3000);
    expect(holdsBack(restraint)).toBe(false);
    demand = 'none';
    expect(holdsBack(restraint)).toBe(false);
    demand = 'urgent';
    expect(holdsBack(restraint)).toBe(true);
  });

  it('the first frame of a new version is not delayed', () => {
    demand = 'shared';
    drawFrame(restraint, 20);
    restraint.versionChanged();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('a hold delays frames until it is released, or for a quarter of a second', () => {
    const release = restraint.hold();
    expect(holdsBack(restraint)).toBe(true);
    release();
    expect(holdsBack(restraint)).toBe(false);
    restraint.hold();
    vi.advanceTimersByTime(250);
    expect(holdsBack(restraint)).toBe(false);
  });
});

describe('on a graphics processor', () => {
  it('fast frames are not delayed', () => {
    const restraint = restraintOf(false);
    drawFrame(restraint, 20);
    restraint.submitted();
    restraint.hold();
    for (demand of ['none', 'shared', 'urgent'] as const) expect(holdsBack(restraint)).toBe(false);
  });

  it('frames over 30 ms yield', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 31);
    expect(holdsBack(restraint)).toBe(true);
  });
});

describe('frames over a quarter of a second', () => {
  it('run one at a time, in parts of which at most two are in flight', () => {
    const restraint = restraintOf(false);
    drawFrame(restraint, 250);
    expect(restraint.inPieces).toBe(false);
    drawFrame(restraint, 251);
    expect(restraint.inPieces).toBe(true);
    restraint.submitted();
    expect([holdsBack(restraint), holdsBack(restraint, true)]).toEqual([true, false]);
    restraint.done(100);
    expect(holdsBack(restraint)).toBe(false);
  });

  it('pause between parts for the duration of a part while others need a share', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 900);
    restraint.submitted();
    restraint.done(100);
    expectPause(restraint, 300, true);
  });
});
