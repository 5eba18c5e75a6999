import { describe, expect, it } from 'vitest';
import { PRELUDE, type SideRows, SPACER } from '#core/output/codeAlignment/alignment.ts';
import { codeBetween, numberOfRow, rowsByKey } from './sidesView.ts';

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

  it('are copied as the exact code, including hidden lines', () => {
    const copied = codeBetween(ROWS, CODE, { row: 1, column: 1 }, { row: 3, column: 4 });
    expect(copied).toBe('ne\n#line 7\n  tw');
  });

  it('are copied without spacers at the ends of the selection', () => {
    const copied = codeBetween(ROWS, CODE, { row: 2, column: 0 }, { row: 4, column: 0 });
    expect(copied).toBe('  two');
    expect(codeBetween(ROWS, CODE, { row: 2, column: 0 }, { row: 2, column: 0 })).toBe('');
    expect(codeBetween(ROWS, CODE, { row: 1, column: 1 }, { row: 1, column: 2 })).toBe('n');
  });

  it('are copied with the folded lines if the selection extends past them', () => {
    const copied = codeBetween(ROWS, CODE, { row: 0, column: 0 }, { row: 1, column: 3 });
    expect(copied).toBe('// prelude\none');
    expect(codeBetween(ROWS, CODE, { row: 0, column: 0 }, { row: 0, column: 0 })).toBe('');
  });
});
