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

beforeEach(() => {
  demand = 'none';
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

describe('where processors draw', () => {
  it('frames come as they can while nobody else needs the processors', () => {
    const restraint = restraintOf(true);
    drawFrame(restraint, 20);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('the first frame, of which nobody knows how long it takes, is alone', () => {
    const restraint = restraintOf(true);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
  });

  it('a frame waits for the one before it, and rests three times as long, while others need a share', () => {
    demand = 'shared';
    const restraint = restraintOf(true);
    expect(holdsBack(restraint)).toBe(false);
    restraint.submitted();
    expect(holdsBack(restraint)).toBe(true);
    restraint.done(20);
    vi.advanceTimersByTime(59);
    expect(holdsBack(restraint)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(holdsBack(restraint)).toBe(false);
  });

  it('no rest is longer than two seconds', () => {
    demand = 'shared';
    const restraint = restraintOf(true);
    drawFrame(restraint, 5000);
    vi.advanceTimersByTime(1999);
    expect(holdsBack(restraint)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(holdsBack(restraint)).toBe(false);
  });

  it('a rest is due as soon as somebody needs them, and over as soon as nobody does', () => {
    const restraint = restraintOf(true);
    drawFrame(restraint, 20);
    demand = 'shared';
    vi.advanceTimersByTime(30);
    expect(holdsBack(restraint)).toBe(true);
    demand = 'none';
    expect(holdsBack(restraint)).toBe(false);
  });

  it('no frame and no piece of one begins while somebody waits for the compiler, for three seconds', () => {
    demand = 'urgent';
    const restraint = restraintOf(true);
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

  it('the first frame of a new version rests for nobody', () => {
    demand = 'shared';
    const restraint = restraintOf(true);
    drawFrame(restraint, 20);
    restraint.versionChanged();
    expect(holdsBack(restraint)).toBe(false);
  });

  it('a hold keeps frames back until it is released, or for a quarter of a second', () => {
    const restraint = restraintOf(true);
    const release = restraint.hold();
    expect(holdsBack(restraint)).toBe(true);
    release();
    expect(holdsBack(restraint)).toBe(false);
    restraint.hold();
    vi.advanceTimersByTime(250);
    expect(holdsBack(restraint)).toBe(false);
  });
});

describe('where a graphics processor draws', () => {
  it('quick frames keep nobody waiting', () => {
    const restraint = restraintOf(false);
    drawFrame(restraint, 20);
    restraint.submitted();
    restraint.hold();
    for (demand of ['none', 'shared', 'urgent'] as const) expect(holdsBack(restraint)).toBe(false);
  });

  it('frames over 30 ms give way', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 31);
    expect(holdsBack(restraint)).toBe(true);
  });
});

describe('frames over a quarter of a second', () => {
  it('come one at a time, in pieces of which two may be with the GPU', () => {
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

  it('rest between pieces for as long as these take, while others need a share', () => {
    demand = 'shared';
    const restraint = restraintOf(false);
    drawFrame(restraint, 900);
    restraint.submitted();
    restraint.done(100);
    vi.advanceTimersByTime(299);
    expect(holdsBack(restraint, true)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(holdsBack(restraint, true)).toBe(false);
  });
});
