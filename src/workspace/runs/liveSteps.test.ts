import { expect, it } from 'vitest';
import type { Outcome } from '#workspace/compile/outcome.ts';
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

const NEW = { text: 'new', at: 9 };

type Row = [
  name: string,
  before: LiveState,
  event: LiveEvent,
  change: Partial<LiveState>,
  effects: readonly LiveEffect[],
];

it.each<Row>([
  ['an edit while it is off', INITIAL_LIVE_STATE, { kind: 'edited', at: 9 }, {}, []],
  [
    'an edit while compiles are fast',
    { ...ON, answered: answered('new') },
    { kind: 'edited', at: 9 },
    { rested: false, answered: null, compilingSince: 9 },
    [{ kind: 'await rest', milliseconds: 40 }, { kind: 'compile' }],
  ],
  [
    'an edit while compiles are slow',
    { ...ON, lastDuration: 500 },
    { kind: 'edited', at: 9 },
    { rested: false },
    [{ kind: 'await rest', milliseconds: 100 }],
  ],
  [
    'an edit while compiles are neither fast nor slow',
    { ...ON, lastDuration: 60 },
    { kind: 'edited', at: 9 },
    { rested: false, compilingSince: 9 },
    [{ kind: 'await rest', milliseconds: 100 }, { kind: 'compile' }],
  ],
  [
    'an edit during a compile',
    COMPILING,
    { kind: 'edited', at: 9 },
    { rested: false },
    [{ kind: 'await rest', milliseconds: 40 }],
  ],
  [
    'an edit during a Run',
    { ...ON, suspensions: 1 },
    { kind: 'edited', at: 9 },
    { rested: false },
    [{ kind: 'await rest', milliseconds: 40 }],
  ],
  [
    'a pause, without a compile',
    TYPING,
    { kind: 'rested', ...NEW },
    { rested: true, compilingSince: 9 },
    [{ kind: 'show compiling', since: 9 }, { kind: 'compile' }],
  ],
  [
    'a pause, during a compile',
    { ...TYPING, compilingSince: 3 },
    { kind: 'rested', ...NEW },
    { rested: true },
    [{ kind: 'show compiling', since: 3 }],
  ],
  [
    'a pause, with the result for this text',
    { ...TYPING, answered: answered('new') },
    { kind: 'rested', ...NEW },
    { rested: true, answered: null, followed: 'new' },
    [{ kind: 'follow', answered: answered('new') }],
  ],
  [
    'a pause, with the result for another text',
    { ...TYPING, answered: answered('newer') },
    { kind: 'rested', ...NEW },
    { rested: true, answered: null, compilingSince: 9 },
    [{ kind: 'show compiling', since: 9 }, { kind: 'compile' }],
  ],
  [
    'a pause, with the running text',
    TYPING,
    { kind: 'rested', text: 'old', at: 9 },
    { rested: true },
    [{ kind: 'show settled' }],
  ],
  ['a Run', ON, { kind: 'suspended' }, { suspensions: 1 }, []],
  ['the text of a Run', ON, { kind: 'ran', text: 'new' }, { followed: 'new' }, []],
  [
    'the end of a Run whose text has since been edited',
    { ...ON, suspensions: 1 },
    { kind: 'resumed', ...NEW },
    { suspensions: 0, compilingSince: 9 },
    [{ kind: 'show compiling', since: 9 }, { kind: 'compile' }],
  ],
  [
    'the end of the first of two Runs',
    { ...ON, suspensions: 2 },
    { kind: 'resumed', ...NEW },
    { suspensions: 1 },
    [],
  ],
  [
    'a result during a pause',
    COMPILING,
    { kind: 'answered', answered: answered('new'), ...NEW },
    { compilingSince: null, lastDuration: 6, followed: 'new' },
    [{ kind: 'follow', answered: answered('new') }],
  ],
  [
    'a result during typing',
    { ...COMPILING, rested: false },
    { kind: 'answered', answered: answered('new'), ...NEW },
    { compilingSince: null, lastDuration: 6, answered: answered('new') },
    [{ kind: 'expect', descriptor: DESCRIPTOR as never }],
  ],
  [
    'a faulty result during typing',
    { ...COMPILING, rested: false },
    { kind: 'answered', answered: FAULTY, ...NEW },
    { compilingSince: null, lastDuration: 6, answered: FAULTY },
    [],
  ],
  [
    'a result for an older text',
    COMPILING,
    { kind: 'answered', answered: answered('older'), ...NEW },
    { compilingSince: 9, lastDuration: 6 },
    [{ kind: 'show compiling', since: 9 }, { kind: 'compile' }],
  ],
  [
    'a result during a Run',
    { ...COMPILING, suspensions: 1 },
    { kind: 'answered', answered: answered('new'), ...NEW },
    { compilingSince: null, lastDuration: 6 },
    [],
  ],
  [
    'a compile that a Run superseded',
    { ...COMPILING, suspensions: 1 },
    { kind: 'answered', answered: null, ...NEW },
    { compilingSince: null, lastDuration: 6 },
    [],
  ],
  [
    'switching on',
    INITIAL_LIVE_STATE,
    { kind: 'switched', on: true, ...NEW },
    { on: true, compilingSince: 9 },
    [{ kind: 'show compiling', since: 9 }, { kind: 'compile' }],
  ],
  [
    'switching off during a compile',
    COMPILING,
    { kind: 'switched', on: false, ...NEW },
    { on: false },
    [{ kind: 'show settled' }],
  ],
])('live mode takes the right step after %s', (_name, before, event, change, effects) => {
  expect(step(before, event)).toEqual([{ ...before, ...change }, effects]);
});
