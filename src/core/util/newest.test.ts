import { describe, expect, it } from 'vitest';
import { createNewest, untilDisposed } from './newest.ts';

describe('the newest work', () => {
  it('aborts the previous work', () => {
    const work = createNewest();
    const older = work.next();
    const newer = work.next();
    expect([older.aborted, newer.aborted]).toEqual([true, false]);
    expect(work.signal).toBe(newer);
  });

  it('remains current after it has ended, until other work begins', () => {
    const work = createNewest();
    const ended = work.next();
    work.end();
    expect(ended.aborted).toBe(true);
    expect(work.signal).toBe(ended);
    expect(work.next().aborted).toBe(false);
  });
});

it('is aborted on disposal', () => {
  const signals: AbortSignal[] = [];
  const dispose = untilDisposed((signal) => signals.push(signal));
  const wasAborted = signals.map(({ aborted }) => aborted);
  dispose();
  expect([wasAborted, signals.map(({ aborted }) => aborted)]).toEqual([[false], [true]]);
});
