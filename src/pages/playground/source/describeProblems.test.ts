import { expect, it } from 'vitest';
import { describeProblems } from './SourcePanel.tsx';

it.each([
  [0, 0, 'No problems'],
  [1, 0, '1 error'],
  [0, 1, '1 warning'],
  [2, 1200, '2 errors, 1,200 warnings'],
])('describes %i errors and %i warnings as "%s"', (errors, warnings, text) => {
  expect(describeProblems({ errors, warnings })).toBe(text);
});
