import { expect, it } from 'vitest';
import { describeFault, type Fault, faultOfAnswer, isSameFault } from './fault.ts';
import { lastConfirmed } from './reduceFault.ts';

const wgsl = (said: string): Fault => ({ kind: 'invalid-wgsl', said });
const crash = (said: string): Fault => ({ kind: 'crash', said });

it.each<[string, Fault | null, Fault | null, boolean]>([
  ['other names', wgsl("unresolved value '_S2'"), wgsl("unresolved value '_S14'"), true],
  ['other numbers', crash('out of memory: 512 MB\nat f1'), crash('out of memory: 2048 MB'), true],
  ['no text', { kind: 'hang' }, { kind: 'hang' }, true],
  ['other words', wgsl("unresolved value 'a'"), wgsl("unresolved type 'a'"), false],
  ['another kind', crash('unreachable'), { kind: 'internal-error', said: 'unreachable' }, false],
  ['a hang', { kind: 'hang' }, crash('unreachable'), false],
  ['no fault', null, null, false],
])('tells whether a fault with %s is the same', (_, one, other, isSame) => {
  expect(isSameFault(one, other)).toBe(isSame);
});

it('distinguishes internal errors from ordinary ones', () => {
  const faultOf = (message: string, log: string) =>
    faultOfAnswer({ succ: false, result: null, diagnostics: [], message, log });
  expect(faultOf('USER error: see log for more information', '')).toBeNull();
  const log = "(0): internal error: unexpected: 'double' type emitted\nThis target has no double.";
  const said = "unexpected: 'double' type emitted";
  const fault = { kind: 'internal-error', said };
  expect(faultOf('Slang internal error occurred.', log)).toEqual(fault);
});

it('finds the smallest source that a slow check confirms', async () => {
  const checked: number[] = [];
  const confirms = (last: number) => async (value: number) => {
    checked.push(value);
    return value <= last;
  };
  const values = [1, 2, 3, 4, 5, 6, 7, 8] as const;
  expect(await lastConfirmed(values, confirms(8))).toBe(8);
  expect(checked).toEqual([8]);
  expect(await lastConfirmed(values, confirms(3))).toBe(3);
  expect(await lastConfirmed(values, confirms(1))).toBe(1);
  expect(await lastConfirmed([1], confirms(0))).toBe(1);
});

it('describes a crash by the first line of its message', () => {
  expect(describeFault(crash('There is no reflection.\nat f1'))).toBe(
    'the compiler stops (There is no reflection)',
  );
});
