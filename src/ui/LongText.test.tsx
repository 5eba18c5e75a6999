import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LongText } from './LongText.tsx';

it('is its whole text, in blocks that say how many lines they have', () => {
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
