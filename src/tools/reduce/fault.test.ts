import { expect, it } from 'vitest';
import { describeFault, type Fault, faultOfAnswer, isSameFault } from './fault.ts';
import { lastConfirmed } from './reduceFault.ts';

const wgsl = (said: string): Fault => ({ kind: 'invalid-wgsl', said });
const crash = (said: string): Fault => ({ kind: 'crash', said });

it('treats faults that differ only in names, numbers and positions as the same', () => {
  expect(isSameFault(wgsl("unresolved value '_S2'"), wgsl("unresolved value '_S14'"))).toBe(true);
  expect(isSameFault(crash('out of memory: 512 MB\nat f1'), crash('out of memory: 2048 MB'))).toBe(
    true,
  );
  expect(isSameFault({ kind: 'hang' }, { kind: 'hang' })).toBe(true);
});

it('does not match another fault', () => {
  expect(isSameFault(wgsl("unresolved value 'a'"), wgsl("unresolved type 'a'"))).toBe(false);
  expect(isSameFault(crash('unreachable'), { kind: 'internal-error', said: 'unreachable' })).toBe(
    false,
  );
  expect(isSameFault({ kind: 'hang' }, crash('unreachable'))).toBe(false);
  expect(isSameFault(null, null)).toBe(false);
});

it('distinguishes internal errors from ordinary ones', () => {
  const answer = { succ: false, result: null, log: '', diagnostics: [] } as const;
  expect(
    faultOfAnswer({ ...answer, message: 'USER error: see log for more information' }),
  ).toBeNull();
  expect(
    faultOfAnswer({
      ...answer,
      message: 'Slang internal error occurred.',
      log: "(0): internal error: unexpected: 'double' type emitted\nThis target has no double.",
    }),
  ).toEqual({ kind: 'internal-error', said: "unexpected: 'double' type emitted" });
});

it('finds the smallest source that a slow check confirms', async () => {
  const checked: number[] = [];
  const confirms = (last: number) => async (value: number) => {
    checked.push(value);
    return value <= last;
  };
  expect(await lastConfirmed([1, 2, 3, 4, 5, 6, 7, 8], confirms(8))).toBe(8);
  expect(checked).toEqual([8]);
  expect(await lastConfirmed([1, 2, 3, 4, 5, 6, 7, 8], confirms(3))).toBe(3);
  expect(await lastConfirmed([1, 2, 3, 4, 5, 6, 7, 8], confirms(1))).toBe(1);
  expect(await lastConfirmed([1], confirms(0))).toBe(1);
});

it('describes a crash by the first line of its message', () => {
  expect(describeFault(crash('There is no reflection.\nat f1'))).toBe(
    'the compiler stops (There is no reflection)',
  );
});
