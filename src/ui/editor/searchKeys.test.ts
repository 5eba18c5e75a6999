import { Text } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { placeOfLine } from './searchKeys.ts';

const DOC = Text.of(['one', 'two', 'three', 'four']);
const IN_TWO = 5;

/** The line and column that this input leads to from line 2. */
function enter(entered: string): readonly [number, number] | null {
  const place = placeOfLine(DOC, IN_TWO, entered);
  if (place === null) return null;
  const { number, from } = DOC.lineAt(place);
  return [number, place - from];
}

describe('the line to go to', () => {
  it('is a number, relative to the first line or the cursor’s line', () => {
    expect(enter('3')).toEqual([3, 0]);
    expect(enter(' 3 ')).toEqual([3, 0]);
    expect(enter('+2')).toEqual([4, 0]);
    expect(enter('-1')).toEqual([1, 0]);
  });

  it('is a percentage of the text', () => {
    expect(enter('50%')).toEqual([2, 0]);
    expect(enter('100%')).toEqual([4, 0]);
  });

  it('can have a column', () => {
    expect(enter('3:2')).toEqual([3, 2]);
  });

  it('is clamped to the text', () => {
    expect(enter('0')).toEqual([1, 0]);
    expect(enter('-9')).toEqual([1, 0]);
    expect(enter('99999999999999999999')).toEqual([4, 0]);
    expect(enter('1:99')).toEqual([1, 3]);
  });

  it.each(['', '+', 'one', '1.5', '3:', '--1'])('is null for “%s”', (entered) => {
    expect(enter(entered)).toBeNull();
  });
});
