import type { ProblemCounts } from '#ui/editor/problems.ts';

/** Such as `1 error, 2 warnings`. */
export function describeProblems({ errors, warnings }: ProblemCounts): string {
  const parts = [count(errors, 'error'), count(warnings, 'warning')].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'No problems';
}

function count(number: number, noun: string): string {
  if (number === 0) return '';
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}
