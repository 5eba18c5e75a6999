import { expect, it } from 'vitest';
import { countText, describeDifference } from './ChangesPanel.tsx';

it('formats counts in words and with signs', () => {
  const counts = (added: number, removed: number) => ({ added, removed });
  expect(countText(counts(3, 1))).toBe('+3 −1');
  expect(countText(counts(0, 2))).toBe('−2');
  expect(countText(counts(0, 0))).toBe('');
  expect(describeDifference(counts(1, 1200))).toBe('1 line added, 1,200 lines removed');
  expect(describeDifference(counts(2, 0))).toBe('2 lines added');
});
