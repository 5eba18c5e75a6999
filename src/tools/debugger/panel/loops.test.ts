import { describe, expect, it } from 'vitest';
import { runAtOnce } from '#core/util/slices.ts';
import { createReplay } from '#tools/debugger/trace/createReplay.ts';
import { loopExtents } from '#tools/debugger/trace/loopExtents.ts';
import { buildProgram, traceOf } from '../../../../tests/support/traceBuilder.ts';
import { loopsAt } from './Sections.tsx';

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

const { program } = buildProgram(
  SOURCE,
  ['draw', 'inner'],
  [
    ['inner', 'enter', 'float ⟦inner⟧'],
    ['for k', 'iteration', '⟦for (int k⟧'],
    ['return', 'return', '⟦return⟧ sum'],
    ['draw', 'enter', 'void ⟦draw⟧'],
    ['for i', 'iteration', '⟦for (int i⟧'],
    ['while', 'iteration', '⟦while⟧ (j'],
    ['inner(2)', 'statement', '⟦inner(2)⟧'],
    ['do', 'iteration', '⟦do {⟧'],
  ],
);

/** @param sites by their index in the program */
function replayOf(...sites: readonly number[]) {
  return createReplay(
    traceOf(
      program,
      sites.map((site) => ({ site, value: null })),
    ),
  );
}

it('finds where loops end, with and without braces', () => {
  const loops = runAtOnce(loopExtents(SOURCE, program.sites));
  const lines = loops.map(({ firstLine, lastLine }) => `${firstLine} to ${lastLine}`);
  expect(lines).toEqual(['4 to 4', '9 to 15', '12 to 13', '16 to 16']);
});

describe('loopsAt', () => {
  const call = [6, 0, 1, 1, 2];
  const once = [4, 5, 5, ...call];
  const replay = replayOf(3, ...once, ...once, 7, 0, 1, 2);
  const outer = (iteration: number) => ({ line: 9, iteration });

  it('counts the iterations of nested loops, outermost first', () => {
    expect(loopsAt(replay, 1)).toEqual([outer(1)]);
    expect(loopsAt(replay, 3)).toEqual([outer(1), { line: 12, iteration: 2 }]);
  });

  it('restarts an inner loop’s count when the outer loop continues', () => {
    const loops = loopsAt(replay, 1 + once.length + 1);
    expect(loops).toEqual([outer(2), { line: 12, iteration: 1 }]);
  });

  it('restarts the count in another call, and keeps the caller’s counts', () => {
    const within = 1 + once.length + 5;
    expect(loopsAt(replay, within)).toEqual([{ line: 4, iteration: 1 }]);
    expect(loopsAt(replay, within, 1)).toEqual([outer(2)]);
  });

  it('finds no loop outside all loops', () => {
    expect(loopsAt(replay, 0)).toEqual([]);
    expect(loopsAt(replay, 3, 7)).toEqual([]);
    expect(loopsAt(replayOf(), -1)).toEqual([]);
  });
});
