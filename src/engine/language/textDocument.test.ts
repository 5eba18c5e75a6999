import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  createTextDocument,
  lineText,
  nativeText,
  offsetAt,
} from './textDocument.ts';

const document = (text: string) => createTextDocument('file:///user.slang', 1, text);

const range = (line: number, character: number, endLine = line, endCharacter = character) => ({
  start: { line, character },
  end: { line: endLine, character: endCharacter },
});

describe('a text document', () => {
  it('counts characters as UTF-16 units', () => {
    const text = document('a 🎉 = é;\nb');
    expect(offsetAt(text, { line: 0, character: 5 })).toBe(5);
    const changed = applyChanges(text, 2, [{ range: range(0, 2, 0, 4), text: '🌍🌍' }]);
    expect([changed.text, changed.version]).toEqual(['a 🌍🌍 = é;\nb', 2]);
  });

  it('recognizes each kind of line break, and preserves it', () => {
    const text = document('a\r\nb\rc\n\nd');
    const lines = [0, 1, 2, 3, 4, 5].map((line) => lineText(text, line));
    expect(lines).toEqual(['a', 'b', 'c', '', 'd', '']);
    expect(applyChanges(text, 2, [{ range: range(0, 1, 1, 0), text: '' }]).text).toBe('ab\rc\n\nd');
    expect(applyChanges(text, 2, [{ range: range(0, 9), text: '!' }]).text).toBe('a!\r\nb\rc\n\nd');
  });

  it('applies each change to the result of the previous one', () => {
    const changed = applyChanges(document('one\ntwo\n'), 5, [
      { range: range(1, 0), text: 'and\n' },
      { range: range(2, 3), text: '!' },
      { range: range(0, 0, 1, 0), text: '' },
    ]);
    expect(changed.text).toBe('and\ntwo!\n');
    expect(applyChanges(changed, 6, [{ text: 'all new' }])).toEqual(
      createTextDocument('file:///user.slang', 6, 'all new'),
    );
  });

  it('clamps positions outside the text', () => {
    const text = document('ab\ncd');
    const at = (line: number, character: number) => offsetAt(text, { line, character });
    expect([at(9, 9), at(-1, 0), at(0, 99), at(1, -5)]).toEqual([5, 0, 2, 3]);
    expect(applyChanges(text, 2, [{ range: range(1, 2, 0, 1), text: '!' }]).text).toBe('ab\ncd!');
  });

  it('is passed to the binary with one kind of line break and complete characters', () => {
    const text = document('a\r\nb\rc \ud83d \udf89 🎉');
    expect(nativeText(text)).toBe('a\nb\nc \ufffd \ufffd 🎉');
  });
});
