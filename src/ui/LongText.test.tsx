import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LongText, textBlocks } from './LongText.tsx';

it('splits the whole text into blocks with their line counts', () => {
  const text = `${'a\n'.repeat(300)}${'b'.repeat(5000)}\n`;
  const markup = renderToStaticMarkup(<LongText text={text} className="own" />);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(text);
  expect([...markup.matchAll(/auto (\d+)lh/g)].map(([, lines]) => lines)).toEqual([
    ...['200', '100', '1', '1'],
  ]);
});

const LIMITS = { lines: 2, length: 6 };

it.each([
  ['a\nb\nc\nd\ne', ['a\nb\n', 'c\nd\n', 'e']],
  ['a\nb\n', ['a\nb\n']],
  ['\n\n\n', ['\n\n', '\n']],
  ['one', ['one']],
  ['', []],
])('splits %j after every second line', (text, blocks) => {
  expect(textBlocks(text, LIMITS).map((block) => block.text)).toEqual(blocks);
});

it.each([
  ['abcd\nefgh\n', ['abcd\n', 'efgh\n']],
  ['abcdefghijklmn\no', ['abcdef', 'ghijkl', 'mn\no']],
  ['a\nabcdefg', ['a\n', 'abcdef', 'g']],
  ['abcde😀f', ['abcde', '😀f']],
])('splits %j after at most six units', (text, blocks) => {
  expect(textBlocks(text, LIMITS).map((block) => block.text)).toEqual(blocks);
});

it('counts the lines of each block', () => {
  expect(textBlocks('a\nb\nlonger\nc', LIMITS).map(({ lines }) => lines)).toEqual([2, 1, 2]);
});

it('keeps the whole of a long text and scans it only once', () => {
  const text = `${'x'.repeat(1_000_000)}\n${'y\n'.repeat(500_000)}`;
  const blocks = textBlocks(text, { lines: 200, length: 4000 });
  expect(blocks.map((block) => block.text).join('') === text).toBe(true);
  expect(blocks).toHaveLength(250 + 1 + 2500);
});
