import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LongText } from './LongText.tsx';

it('splits the whole text into blocks with their line counts', () => {
  const text = `${'a\n'.repeat(300)}${'b'.repeat(5000)}\n`;
  const markup = renderToStaticMarkup(<LongText text={text} className="own" />);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe(text);
  expect([...markup.matchAll(/auto (\d+)lh/g)].map(([, lines]) => lines)).toEqual([
    '200',
    '100',
    '1',
    '1',
  ]);
});
