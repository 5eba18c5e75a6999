import { describe, expect, it } from 'vitest';
import { PRELUDE, type SideRows, SPACER } from '#core/output/alignment.ts';
import { codeBetween, numberOfRow, rowsByKey, type Scroller, scrollTogether } from './sidesView.ts';

const CODE = '// prelude\none\n#line 7\n  two\nthree';
const ROWS: SideRows = {
  text: '\none\n\n  two\n\nthree',
  lines: [PRELUDE, 2, SPACER, 4, SPACER, 5],
  keys: [0, 8, 0, 9, 0, 8],
  prelude: 1,
};

describe('the rows of one side', () => {
  it('have the line numbers of the code', () => {
    const numbers = ROWS.lines.map((_, row) => numberOfRow(ROWS, row));
    expect(numbers).toEqual(['', '2', '', '4', '', '5']);
    // To measure the widest number, the editor asks for a row that does not exist.
    expect(numberOfRow(ROWS, 99)).toBe('5');
  });

  it('are found by their keys', () => {
    expect(Object.fromEntries(rowsByKey(ROWS))).toEqual({ 8: [1, 5], 9: [3] });
  });

  it.each([
    ['as the exact code, including hidden lines', [1, 1, 3, 4], 'ne\n#line 7\n  tw'],
    ['in part', [1, 1, 1, 2], 'n'],
    ['without spacers at the ends of the selection', [2, 0, 4, 0], '  two'],
    ['as nothing from an empty selection in a spacer', [2, 0, 2, 0], ''],
    ['with the folded lines if the selection extends past them', [0, 0, 1, 3], '// prelude\none'],
    ['as nothing from an empty selection in the folded lines', [0, 0, 0, 0], ''],
  ] as const)('are copied %s', (_, [row, column, endRow, endColumn], text) => {
    const end = { row: endRow, column: endColumn };
    expect(codeBetween(ROWS, CODE, { row, column }, end)).toBe(text);
  });
});

/** Fires scroll events asynchronously, like browsers. */
class FakeScroller implements Scroller {
  readonly #listeners = new Set<() => void>();
  readonly #limit: number;
  #position = 0;
  #isChanged = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get scrollTop() {
    return this.#position;
  }

  set scrollTop(position: number) {
    const next = Math.min(position, this.#limit);
    this.#isChanged ||= next !== this.#position;
    this.#position = next;
  }

  addEventListener(_type: string, listener: unknown) {
    this.#listeners.add(listener as () => void);
  }

  removeEventListener(_type: string, listener: unknown) {
    this.#listeners.delete(listener as () => void);
  }

  report() {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    for (const listener of this.#listeners) listener();
  }
}

function createPair(limit = 1000) {
  const [left, right] = [new FakeScroller(1000), new FakeScroller(limit)];
  const dispose = scrollTogether(left, right);
  const report = () => {
    left.report();
    right.report();
  };
  return { left, right, dispose, report, tops: () => [left.scrollTop, right.scrollTop] };
}

it('scrolls the other side to the same position, in both directions', () => {
  const { left, right, report, tops } = createPair();
  left.scrollTop = 300;
  report();
  expect(tops()).toEqual([300, 300]);
  right.scrollTop = 120;
  right.report();
  report();
  expect(tops()).toEqual([120, 120]);
});

it('does not move an ongoing scroll animation back', () => {
  const { left, right, report, tops } = createPair();
  left.scrollTop = 100;
  left.report();
  left.scrollTop = 110;
  right.report();
  expect(left.scrollTop).toBe(110);
  report();
  expect(tops()).toEqual([110, 110]);
});

it('keeps one side’s position if the other cannot scroll that far', () => {
  const { left, report, tops } = createPair(985);
  left.scrollTop = 1000;
  for (let turn = 0; turn < 3; turn += 1) report();
  expect(tops()).toEqual([1000, 985]);
});

it('stops when disposed of', () => {
  const { left, dispose, report, tops } = createPair();
  dispose();
  left.scrollTop = 300;
  report();
  expect(tops()).toEqual([300, 0]);
});
