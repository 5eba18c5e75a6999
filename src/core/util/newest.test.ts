import { describe, expect, it } from 'vitest';
import { createNewest, untilDisposed } from './newest.ts';

describe('the newest work', () => {
  it('ends the work before it', () => {
    const work = createNewest();
    const older = work.next();
    const newer = work.next();
    expect([older.aborted, newer.aborted]).toEqual([true, false]);
    expect(work.signal).toBe(newer);
  });

  it('stays the newest after it has ended, until other work begins', () => {
    const work = createNewest();
    const ended = work.next();
    work.end();
    expect(ended.aborted).toBe(true);
    expect(work.signal).toBe(ended);
    expect(work.next().aborted).toBe(false);
  });
});

it('aborts work when it is disposed', () => {
  const signals: AbortSignal[] = [];
  const dispose = untilDisposed((signal) => signals.push(signal));
  const wasAborted = signals.map(({ aborted }) => aborted);
  dispose();
  expect([wasAborted, signals.map(({ aborted }) => aborted)]).toEqual([[false], [true]]);
});
