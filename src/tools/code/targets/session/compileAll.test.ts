import { expect, it } from 'vitest';
import type { CompileResult } from '#core/output/compileResult.ts';
import { reasonOf } from './targetsSession.ts';

const failed = (message: string, diagnostics: readonly object[] = []) =>
  ({ message, log: '', diagnostics }) as unknown as CompileResult;

it('gives the first error with its line, or the first line of the log', () => {
  const place = { path: '/user.slang', line: 3 };
  const errors = [
    { severity: 'warning', message: 'unused', ...place },
    { severity: 'error', message: 'unknown name', ...place },
  ];
  expect(reasonOf(failed('whole log', errors))).toBe('Line 3: unknown name');
  expect(reasonOf(failed('\nfirst\nsecond'))).toBe('first');
});

it('truncates a reason that is too long for the panel', () => {
  const reason = reasonOf(failed(`#error x${'\u0300'.repeat(100_000)}`));
  expect(reason.length).toBeLessThan(2000);
});
