import { describe, expect, it } from 'vitest';
import type { DebuggedEntryPoint } from '#tools/debugger/state.ts';
import { placeOf, type ThreadTexts, typedThread } from './DebuggerPanel.tsx';

const DRAW: DebuggedEntryPoint = {
  name: 'draw',
  groupSize: [8, 8, 1],
  threads: [1600, 600, 1],
  draws: true,
};

describe('placeOf', () => {
  it.each([
    { thread: [0, 0, 0], size: [8, 8, 1], group: [0, 0, 0], local: [0, 0, 0] },
    { thread: [123, 45, 0], size: [8, 8, 1], group: [15, 5, 0], local: [3, 5, 0] },
    { thread: [7, 8, 5], size: [8, 8, 4], group: [0, 1, 1], local: [7, 0, 1] },
  ] as const)('finds the group and local id of $thread in groups of $size', (row) => {
    expect(placeOf(row.thread, row.size)).toEqual({ group: row.group, local: row.local });
  });
});

describe('typedThread', () => {
  const typed = (texts: ThreadTexts, part: Partial<DebuggedEntryPoint> = {}) =>
    typedThread(texts, { ...DRAW, ...part });

  it('reads a thread within the dispatch', () => {
    expect(typed(['1599', ' 0 ', '0'])).toEqual({ kind: 'thread', thread: [1599, 0, 0] });
  });

  it('accepts any thread while only the GPU knows the number of threads', () => {
    expect(typed(['1000000', '2', '3'], { threads: null })).toEqual({
      kind: 'thread',
      thread: [1_000_000, 2, 3],
    });
  });

  it.each([
    [['1600', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['0', '-1', '0'], 'Thread y must be a whole number from 0 to 599.'],
    [['1.5', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['', '0', '0'], 'Thread x must be a whole number from 0 to 1,599.'],
    [['0', '0', '1'], 'Thread z must be 0: draw runs one thread along this axis.'],
  ] as const)('says the range for %j', (texts, text) => {
    expect(typed(texts)).toEqual({ kind: 'problem', text });
  });

  it('reports that there are no threads, or that the range is unknown', () => {
    expect(typed(['0', '0', '0'], { threads: [0, 1, 1] })).toEqual({
      kind: 'problem',
      text: 'draw runs no threads, so there is none to trace.',
    });
    expect(typed(['no', '0', '0'], { threads: null })).toEqual({
      kind: 'problem',
      text: 'Thread x must be a whole number from 0.',
    });
  });
});
