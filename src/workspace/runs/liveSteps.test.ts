import { expect, it } from 'vitest';
import type { Outcome } from '#workspace/compilation.ts';
import {
  type Answered,
  INITIAL_LIVE_STATE,
  type LiveEffect,
  type LiveEvent,
  type LiveState,
  step,
} from './live.ts';

const DESCRIPTOR = { outputTypes: ['image'] };
const answered = (text: string): Answered => ({
  text,
  outcome: { planned: { ok: true, value: DESCRIPTOR } } as unknown as Outcome,
});
const FAULTY: Answered = { text: 'new', outcome: { planned: null } as unknown as Outcome };

const ON: LiveState = { ...INITIAL_LIVE_STATE, on: true, followed: 'old' };
const TYPING: LiveState = { ...ON, rested: false };
const COMPILING: LiveState = { ...ON, compilingSince: 3 };
const RUNS: LiveState = { ...ON, suspensions: 1 };

const NEW = { text: 'new', at: 9 };
const ANSWER = answered('new');
const answeredBy = (answer: Answered | null): LiveEvent => ({
  ...{ kind: 'answered', answered: answer, ...NEW },
});

const TYPED = { rested: false };
const STARTED = { compilingSince: 9 };
const ENDED = { compilingSince: null, lastDuration: 6 };

const COMPILE: LiveEffect = { kind: 'compile' };
const SHOWN_COMPILE: LiveEffect[] = [{ kind: 'show compiling', since: 9 }, COMPILE];
const FOLLOW: LiveEffect[] = [{ kind: 'follow', answered: ANSWER }];
const SETTLE: LiveEffect[] = [{ kind: 'show settled' }];
const EXPECT: LiveEffect[] = [{ kind: 'expect', descriptor: DESCRIPTOR as never }];
const awaitRest = (milliseconds: number): LiveEffect => ({ kind: 'await rest', milliseconds });

type Row = [when: string, LiveState, change: Partial<LiveState>, effects: readonly LiveEffect[]];

function testSteps(what: string, event: LiveEvent, rows: readonly Row[]): void {
  it.each(rows)(`live mode takes the right step after ${what} %s`, (_, before, change, effects) => {
    expect(step(before, event)).toEqual([{ ...before, ...change }, effects]);
  });
}

testSteps('an edit', { kind: 'edited', at: 9 }, [
  ['while it is off', INITIAL_LIVE_STATE, {}, []],
  [
    'while compiles are fast',
    { ...ON, answered: ANSWER },
    { ...TYPED, ...STARTED, answered: null },
    [awaitRest(40), COMPILE],
  ],
  ['while compiles are slow', { ...ON, lastDuration: 500 }, TYPED, [awaitRest(100)]],
  [
    'while compiles are neither fast nor slow',
    { ...ON, lastDuration: 60 },
    { ...TYPED, ...STARTED },
    [awaitRest(100), COMPILE],
  ],
  ['during a compile', COMPILING, TYPED, [awaitRest(40)]],
  ['during a Run', RUNS, TYPED, [awaitRest(40)]],
]);

testSteps('a pause', { kind: 'rested', ...NEW }, [
  ['without a compile', TYPING, { rested: true, ...STARTED }, SHOWN_COMPILE],
  [
    'during a compile',
    { ...TYPING, compilingSince: 3 },
    { rested: true },
    [{ kind: 'show compiling', since: 3 }],
  ],
  [
    'with the result for this text',
    { ...TYPING, answered: ANSWER },
    { rested: true, answered: null, followed: 'new' },
    FOLLOW,
  ],
  [
    'with the result for another text',
    { ...TYPING, answered: answered('newer') },
    { rested: true, answered: null, ...STARTED },
    SHOWN_COMPILE,
  ],
  ['with the running text', { ...TYPING, followed: 'new' }, { rested: true }, SETTLE],
]);

testSteps('a Run', { kind: 'suspended' }, [['begins', ON, { suspensions: 1 }, []]]);
testSteps('a Run', { kind: 'ran', text: 'new' }, [['has a text', ON, { followed: 'new' }, []]]);
testSteps('the end', { kind: 'resumed', ...NEW }, [
  ['of a Run with another text', RUNS, { suspensions: 0, ...STARTED }, SHOWN_COMPILE],
  ['of the first of two Runs', { ...ON, suspensions: 2 }, { suspensions: 1 }, []],
]);

testSteps('a result', answeredBy(ANSWER), [
  ['during a pause', COMPILING, { ...ENDED, followed: 'new' }, FOLLOW],
  ['during typing', { ...COMPILING, rested: false }, { ...ENDED, answered: ANSWER }, EXPECT],
  ['during a Run', { ...COMPILING, suspensions: 1 }, ENDED, []],
]);
testSteps('a faulty result', answeredBy(FAULTY), [
  ['during typing', { ...COMPILING, rested: false }, { ...ENDED, answered: FAULTY }, []],
]);
testSteps('a result', answeredBy(answered('older')), [
  ['for an older text', COMPILING, { ...ENDED, ...STARTED }, SHOWN_COMPILE],
]);
testSteps('a compile', answeredBy(null), [
  ['that a Run superseded', { ...COMPILING, suspensions: 1 }, ENDED, []],
]);

testSteps('switching on', { kind: 'switched', on: true, ...NEW }, [
  ['for the first time', INITIAL_LIVE_STATE, { on: true, ...STARTED }, SHOWN_COMPILE],
]);
testSteps('switching off', { kind: 'switched', on: false, ...NEW }, [
  ['during a compile', COMPILING, { on: false }, SETTLE],
]);
