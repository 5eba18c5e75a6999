import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRestraint } from './restraint.ts';

let busy: boolean;

function restraintOf(isFallbackAdapter: boolean) {
  const device = { adapterInfo: { isFallbackAdapter } } as unknown as GPUDevice;
  return createRestraint({ device, givesWay: () => busy });
}

beforeEach(() => {
  busy = false;
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => vi.useRealTimers();
});

describe('where processors draw', () => {
  it('frames come as they can while nobody else needs the processors', () => {
    const restraint = restraintOf(true);
    restraint.submitted();
    expect(restraint.holdsBack(performance.now())).toBe(false);
    restraint.done(20);
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('a frame waits for the one before it, and rests three times as long, while somebody does', () => {
    busy = true;
    const restraint = restraintOf(true);
    expect(restraint.holdsBack(performance.now())).toBe(false);
    restraint.submitted();
    expect(restraint.holdsBack(performance.now())).toBe(true);
    restraint.done(20);
    vi.advanceTimersByTime(59);
    expect(restraint.holdsBack(performance.now())).toBe(true);
    vi.advanceTimersByTime(1);
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('no rest is longer than a quarter of a second', () => {
    busy = true;
    const restraint = restraintOf(true);
    restraint.submitted();
    restraint.done(1000);
    vi.advanceTimersByTime(250);
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('a rest is due as soon as somebody needs them, and over as soon as nobody does', () => {
    const restraint = restraintOf(true);
    restraint.submitted();
    restraint.done(20);
    busy = true;
    vi.advanceTimersByTime(30);
    expect(restraint.holdsBack(performance.now())).toBe(true);
    busy = false;
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('the first frame of a new version rests for nobody', () => {
    busy = true;
    const restraint = restraintOf(true);
    restraint.submitted();
    restraint.done(20);
    restraint.versionChanged();
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('a hold keeps frames back until it is released, or for a quarter of a second', () => {
    const restraint = restraintOf(true);
    const release = restraint.hold();
    expect(restraint.holdsBack(performance.now())).toBe(true);
    release();
    expect(restraint.holdsBack(performance.now())).toBe(false);
    restraint.hold();
    vi.advanceTimersByTime(250);
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });
});

describe('where a graphics processor draws', () => {
  it('quick frames keep nobody waiting', () => {
    busy = true;
    const restraint = restraintOf(false);
    restraint.submitted();
    restraint.done(20);
    restraint.hold();
    expect(restraint.holdsBack(performance.now())).toBe(false);
  });

  it('frames over 30 ms give way', () => {
    busy = true;
    const restraint = restraintOf(false);
    restraint.submitted();
    restraint.done(31);
    expect(restraint.holdsBack(performance.now())).toBe(true);
  });
});
