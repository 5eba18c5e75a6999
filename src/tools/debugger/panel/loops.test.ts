import { describe, expect, it } from 'vitest';
import type { Site, SiteEvent } from '#core/source/instrument/site.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { createReplay } from '#tools/debugger/trace/createReplay.ts';
import { loopExtents } from '#tools/debugger/trace/loopExtents.ts';
import { loopsAt } from './CallStack.tsx';

const SOURCE = `float inner(int n)
{
    float sum = 0;
    for (int k = 0; k < n; k++) sum += k;
    return sum;
}
void draw()
{
    for (int i = 0; i < 2; i++)
    {
        int j = 0;
        while (j < 2)
            if (j == 0) { j++; } else j++;
        inner(2);
    }
    do { inner(1); } while (false);
}
`;

const ITERATION: SiteEvent = { kind: 'iteration' };
const ENTER: SiteEvent = { kind: 'enter' };

const SITES: readonly Site[] = [
  site(0, 'inner', 0, ENTER),
  site(1, 'for (int k', 0, ITERATION),
  site(2, 'return sum', 0, { kind: 'return', hasValue: false }),
  site(3, 'draw', 1, ENTER),
  site(4, 'for (int i', 1, ITERATION),
  site(5, 'while', 1, ITERATION),
  site(6, 'inner(2)', 1, { kind: 'statement' }),
  site(7, 'do {', 1, ITERATION),
];

function site(id: number, start: string, of: number, event: SiteEvent): Site {
  const from = SOURCE.indexOf(start);
  const line = SOURCE.slice(0, from).split('\n').length;
  return { id, from, to: from + start.length, line, function: of, event };
}

function replayOf(...steps: readonly number[]) {
  const span = { from: 0, to: SOURCE.length };
  return createReplay({
    program: {
      source: SOURCE,
      text: SOURCE,
      sites: SITES,
      variables: [],
      functions: [
        { ...span, name: 'inner', line: 1, entryPoint: null },
        { ...span, name: 'draw', line: 7, entryPoint: 0 },
      ],
      entryPoints: ['draw'],
      bufferName: 'trace_buffer',
      types: [],
      unseen: [],
    },
    entryPoint: 'draw',
    thread: [0, 0, 0],
    steps: steps.map((id) => ({ site: id, value: null })),
    isCut: false,
  });
}

describe('loopExtents', () => {
  it('finds where loops end, with and without braces', () => {
    const lines = runAtOnce(loopExtents(SOURCE, SITES)).map(({ firstLine, lastLine }) => [
      firstLine,
      lastLine,
    ]);
    expect(lines).toEqual([
      [4, 4],
      [9, 15],
      [12, 13],
      [16, 16],
    ]);
  });
});

describe('loopsAt', () => {
  const call = [6, 0, 1, 1, 2];
  const once = [4, 5, 5, ...call];
  const replay = replayOf(3, ...once, ...once, 7, 0, 1, 2);

  it('counts the iterations of nested loops, outermost first', () => {
    expect(loopsAt(replay, 1)).toEqual([{ line: 9, iteration: 1 }]);
    expect(loopsAt(replay, 3)).toEqual([
      { line: 9, iteration: 1 },
      { line: 12, iteration: 2 },
    ]);
  });

  it('restarts an inner loop’s count when the outer loop continues', () => {
    expect(loopsAt(replay, 1 + once.length + 1)).toEqual([
      { line: 9, iteration: 2 },
      { line: 12, iteration: 1 },
    ]);
  });

  it('restarts the count in another call, and keeps the caller’s counts', () => {
    const within = 1 + once.length + 5;
    expect(loopsAt(replay, within)).toEqual([{ line: 4, iteration: 1 }]);
    expect(loopsAt(replay, within, 1)).toEqual([{ line: 9, iteration: 2 }]);
  });

  it('finds no loop outside all loops', () => {
    expect(loopsAt(replay, 0)).toEqual([]);
    expect(loopsAt(replay, 3, 7)).toEqual([]);
    expect(loopsAt(replayOf(), -1)).toEqual([]);
  });
});
