import { describe, expect, it } from 'vitest';
import type { DebuggerState } from '#tools/debugger/state.ts';
import { debuggerState, shownTrace } from '../../../../tests/support/debuggerTrace.ts';
import {
  atStep,
  CLOSED,
  closed,
  filesChanged,
  moved,
  opensAtSite,
  sourceEdited,
  sourceReplaced,
  withBreakpoint,
  withoutBreakpoint,
} from './transitions.ts';

/** Steps 0 to 5; step n is at site n. */
const SHOWN = shownTrace();
const OPEN = debuggerState({
  shown: SHOWN,
  target: SHOWN.target,
  breakpoints: [{ line: 4, condition: null }],
  watches: ['ray.origin'],
  limit: 10,
  problem: 'It failed.',
  isFollowing: true,
});
const stepOf = ({ shown }: DebuggerState) => shown?.step;

describe('kept state', () => {
  it('includes breakpoints, watches and the limit when the debugger closes', () => {
    const { breakpoints, watches, limit } = OPEN;
    expect(closed(OPEN)).toEqual({ ...CLOSED, breakpoints, watches, limit });
  });

  it('includes watches and the limit when another source opens, and the debugger stays open', () => {
    const { watches, limit } = OPEN;
    expect(sourceReplaced(OPEN)).toEqual({ ...CLOSED, isOpen: true, watches, limit });
  });
});

describe('steps', () => {
  it.each([
    [2, 2],
    [2.4, 2],
    [-7, 0],
    [99, 5],
    [Number.POSITIVE_INFINITY, 5],
  ])('%d is step %d', (step, shown) => expect(stepOf(atStep(OPEN, step))).toBe(shown));

  it('leave the state unchanged if the step is already shown', () => {
    expect(atStep(OPEN, 5)).toBe(OPEN);
    expect(moved(OPEN, { kind: 'forward' })).toBe(OPEN);
  });

  it('return to the innermost function', () => {
    const outer = { ...OPEN, shown: { ...SHOWN, stackFrame: 1 } };
    expect(atStep(outer, 5).shown?.stackFrame).toBe(0);
  });

  it('go to the first step of a finding’s site if the thread executed it', () => {
    expect(stepOf(opensAtSite(OPEN, 2))).toBe(2);
    expect(opensAtSite(OPEN, 99)).toBe(OPEN);
  });

  it('do nothing without a trace, or in one without steps', () => {
    const none = { ...OPEN, shown: null };
    const empty = { ...OPEN, shown: shownTrace({ step: -1 }, { steps: [] }) };
    for (const state of [none, empty]) {
      expect(atStep(state, 3)).toBe(state);
      expect(moved(state, { kind: 'last' })).toBe(state);
      expect(opensAtSite(state, 0)).toBe(state);
    }
  });
});

const texts = (text: string) => ({ text, files: [] });

it('marks the trace as outdated until its text is restored', () => {
  const { source } = SHOWN.replay.trace.program;
  const edited = sourceEdited(OPEN, texts(`${source} `));
  expect(edited.shown?.isDated).toBe(true);
  expect(sourceEdited(edited, texts(`${source}  `))).toBe(edited);
  expect(sourceEdited(edited, texts(source)).shown?.isDated).toBe(false);
});

it('sorts breakpoints by file and line, with one per line', () => {
  const two = { line: 2, condition: null };
  const four = { line: 4, condition: 'k > 3' };
  const both = withBreakpoint(withBreakpoint(OPEN, two), four);
  expect(both.breakpoints).toEqual([two, four]);
  const other = { path: 'noise.slang', line: 2, condition: null };
  expect(withBreakpoint(both, other).breakpoints).toEqual([two, four, other]);
  expect(withoutBreakpoint(both, { line: 2 }).breakpoints).toEqual([four]);
  expect(withoutBreakpoint(both, { path: 'noise.slang', line: 2 }).breakpoints).toEqual([
    two,
    four,
  ]);
});

describe('breakpoints in the files of a project', () => {
  const noise = { id: 7, path: 'noise.slang', text: 'one\ntwo\nthree' };
  const other = { id: 8, path: 'other.slang', text: 'one\ntwo' };
  const inMain = { path: 'user.slang', line: 4, condition: null };
  const inNoise = { path: 'noise.slang', line: 3, condition: 'i == 3' };
  const inOther = { path: 'other.slang', line: 2, condition: null };
  const state = debuggerState({ breakpoints: [inMain, inNoise, inOther] });
  const both = [noise, other];

  it('follow a renamed file, even to the former path of another one', () => {
    const swapped = [
      { ...noise, path: 'other.slang' },
      { ...other, path: 'noise.slang' },
    ];
    const renamed = filesChanged(state, both, swapped);
    expect(renamed.breakpoints).toEqual([
      inMain,
      { ...inOther, path: 'noise.slang' },
      { ...inNoise, path: 'other.slang' },
    ]);
    expect(filesChanged(renamed, swapped, both).breakpoints).toEqual(state.breakpoints);
  });

  it('go away with a deleted file, and return with it', () => {
    const deleted = filesChanged(state, both, [other]);
    expect(deleted.breakpoints).toEqual([inMain, inOther]);
    const restored = filesChanged(deleted, [other], [{ ...noise, id: 9 }, other]);
    expect(restored.breakpoints).toEqual(state.breakpoints);
    expect(restored.deletedBreakpoints).toEqual([]);
  });

  it('do not return with another text that lacks their lines', () => {
    const deleted = filesChanged(state, both, [other]);
    const added = filesChanged(deleted, [other], [{ ...noise, id: 9, text: '' }, other]);
    expect(added.breakpoints).toEqual([inMain, inOther]);
  });
});
