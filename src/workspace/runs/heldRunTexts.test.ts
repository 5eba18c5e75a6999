import { expect, it } from 'vitest';
import { originsText } from './heldRunTexts.ts';

const origins = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://${index}.test`);

it('names the first origins, and counts the others', () => {
  expect(originsText(origins(2))).toBe('https://0.test and https://1.test');
  expect(originsText(origins(6))).toMatch(/https:\/\/4\.test, and 1 other$/);
  expect(originsText(origins(1005))).toMatch(/https:\/\/4\.test, and 1,000 others$/);
});

it('shows the end of a long origin, which identifies its owner', () => {
  const origin = `https://trusted.test.${'long-name.'.repeat(22)}other.test:65535`;
  expect(originsText([origin])).toBe(origin);
  expect(originsText([`https://${'long-name.'.repeat(100)}test`])).toHaveLength(271);
});
