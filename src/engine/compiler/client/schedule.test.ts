import { describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { type JobOutcome, PURPOSES, type Purpose } from './jobs.ts';
import {
  type Effect,
  INITIAL_SCHEDULE,
  isAwaited,
  isCompiling,
  type ScheduleEvent,
  step,
} from './schedule.ts';

const ANSWER = { succ: true, message: '', log: '', diagnostics: [], result: [] } as const;

/** Events by their names in scripts, such as `answer 1` for an answer to job 1. */
const EVENTS: Readonly<Record<string, (id: number) => ScheduleEvent>> = {
  hit: (job) => ({ kind: 'looked-up', job, found: ANSWER }),
  miss: (job) => ({ kind: 'looked-up', job, found: null }),
  answer: (job) => ({ kind: 'answered', job, answer: ANSWER, isSpent: false }),
  'last-answer': (job) => ({ kind: 'answered', job, answer: ANSWER, isSpent: true }),
  abort: (caller) => ({ kind: 'aborted', caller }),
  'time-over': (job) => ({ kind: 'time-over', job, milliseconds: 10_000, elapsed: 10_000 }),
  'grace-over': (job) => ({ kind: 'grace-over', job }),
  fault: (job) => ({ kind: 'faulted', job, message: 'abort()' }),
  die: () => ({ kind: 'worker-died', message: 'Out of memory' }),
  fail: () => ({ kind: 'worker-failed', message: '404' }),
  ready: () => ({ kind: 'worker-ready' }),
  cancel: () => ({ kind: 'cancelled' }),
  retry: () => ({ kind: 'retried' }),
  rest: () => ({ kind: 'rested' }),
  dispose: () => ({ kind: 'disposed' }),
};

/** Scripts by their names in others. A warm worker's jobs yield soon. */
const SCRIPTS: Readonly<Record<string, string>> = {
  warm: 'ready, lookup 100 first, answer 100',
  busy: 'warm, sent live 1 a, lookup 2 a',
};

/**
 * Reads a script of events. `live 1 a` is a request with a purpose, a number and a text; `sent live
 * 1 a` is one that is in no cache.
 */
function eventsOf(script: string): ScheduleEvent[] {
  return script.split(', ').flatMap((words) => {
    const [name = '', id = '', text = ''] = words.replace(/^sent /, '').split(' ');
    const named = SCRIPTS[name];
    if (named) return eventsOf(named);
    const event = EVENTS[name];
    if (event) return [event(Number(id))];
    const asked = askedFor(name, Number(id), text);
    const isSent = words.startsWith('sent ') && !name.endsWith('lookup');
    return isSent ? [asked, ...eventsOf(`miss ${id}`)] : [asked];
  });
}

function askedFor(name: string, id: number, text: string): ScheduleEvent {
  const purpose = (name === 'compile' ? 'asked-compile' : name) as Purpose;
  if (!(purpose in PURPOSES)) throw new Error(`${name} is neither an event nor a purpose.`);
  const method = purpose.endsWith('lookup') ? 'findEntryPoints' : 'compile';
  const request = { method, params: runRequest(text) } as const;
  return { kind: 'asked', caller: { id, purpose }, request };
}

/** Also returns the effects of the last event. */
function apply(script: string) {
  let schedule = INITIAL_SCHEDULE;
  let last: readonly Effect[] = [];
  for (const event of eventsOf(script)) [schedule, last] = step(schedule, event);
  return { schedule, effects: last.map(describeEffect).join(', ') || 'nothing' };
}

function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'look-up':
    case 'send':
      return `${effect.kind} ${effect.job.id}`;
    case 'settle':
      return `${describeOutcome(effect.outcome)} ${effect.callers.map(({ id }) => id).join(' ')}`;
    case 'limit-time':
      return `limit ${effect.isAskedFor ? 'asked' : 'background'}`;
    case 'give-way':
      return `give way ${effect.when}`;
    default:
      return effect.kind;
  }
}

function describeOutcome(outcome: JobOutcome): string {
  return outcome.kind === 'ended' ? outcome.reason.kind : outcome.kind;
}

/** Each case has events and, after the arrow, the effects of the last one. */
const itFollows = (cases: Readonly<Record<string, string>>) =>
  it.each(Object.entries(cases))('%s', (_, script) => {
    const [events = '', effects] = script.split(' → ');
    expect(apply(events).effects).toBe(effects);
  });

describe('a job', () => {
  itFollows({
    'is looked up in the caches first': 'ready, live 1 a → look-up 1',
    'that is in a cache is answered': 'ready, live 1 a, hit 1 → answered 1',
    'that is in no cache is sent': 'ready, compile 1 a, miss 1 → send 1, limit asked',
    'waits for the worker': 'lookup 1 a → nothing',
    'is sent once the worker is ready': 'lookup 1 a, ready → send 1, limit background',
    'for a warm-up skips the caches': 'ready, warm-up 1 a → send 1, limit background',
    'is answered': 'warm, sent live 1 a, answer 1 → answered 1, stop-timers',
    'is followed by the most urgent one':
      'warm, sent live 1 a, lookup 2 a, sent inspection 3 b, asked-lookup 4 a, answer 1 → ' +
      'answered 1, send 2, limit asked',
  });
});

describe('a caller', () => {
  itFollows({
    'supersedes another of its lane that waits':
      'live 1 a, miss 1, compile 2 b → dropped 1, look-up 2',
    'supersedes another of its lane that was sent, which continues in the background':
      'warm, sent compile 1 a, live 2 b → dropped 1, look-up 2, limit background',
    'supersedes an older inspection':
      'warm, sent inspection 1 a, inspection 2 b → dropped 1, look-up 2',
    'does not affect other lanes': 'warm, sent live 1 a, lookup 2 a, inspection 3 b → look-up 3',
    'joins an equal job, which gets the time limit of the more urgent purpose':
      'warm, sent inspection 1 a, compile 2 a → limit asked',
    'that is less urgent joins without a change':
      'warm, sent compile 1 a, inspection 2 a → nothing',
    'shares the answer with all that have joined':
      'warm, sent inspection 1 a, live 2 a, live 3 a, answer 1 → answered 1 2 3, stop-timers',
    'supersedes only the callers of its lane in a shared job':
      'warm, sent inspection 1 a, compile 2 a, live 3 b → dropped 2, look-up 3, limit background',
    'revives a job that nobody waited for any more':
      'warm, sent compile 1 a, sent live 2 b, compile 3 a → ' +
      'dropped 2, limit asked, give way null',
    'that aborts removes its waiting job': 'lookup 1 a, abort 1 → dropped 1',
    'that aborts leaves a shared job to the others':
      'lookup 1 a, asked-lookup 2 a, abort 1, ready → send 1, limit asked',
    'that aborts moves a sent job to the background':
      'warm, sent compile 1 a, abort 1 → dropped 1, limit background',
    'that was answered aborts nothing': 'warm, live 1 a, hit 1, abort 1 → nothing',
  });
});

describe('a job with a more urgent one waiting', () => {
  it.each([
    ['inspection', 'lookup 2 b'],
    ['inspection', 'sent live 2 b'],
    ['lookup', 'sent live 2 b'],
    ['live', 'asked-lookup 2 b'],
    ['asked-lookup', 'sent compile 2 b'],
  ])('yields: %s to %s', (purpose, by) => {
    const events = `warm, sent ${purpose} 1 a, ${by}`;
    expect(apply(events).effects).toBe('give way soon');
    expect(apply(`${events}, grace-over 1`).effects).toBe('dropped 1, replace-worker, stop-timers');
  });

  itFollows({
    'continues: a compile before an inspection':
      'warm, sent compile 1 a, sent inspection 2 b → nothing',
    'continues: live mode before a lookup': 'warm, sent live 1 a, lookup 2 b → nothing',
    'continues: a lookup before an inspection': 'warm, lookup 1 a, sent inspection 2 b → nothing',
    'continues: an inspection before a warm-up':
      'warm, sent inspection 1 a, sent warm-up 2 b → nothing',
    'continues before background work if nobody waits for it':
      'warm, sent inspection 1 a, abort 1, sent inspection 2 b → nothing',
    'yields to anything else if nobody waits for it':
      'warm, sent inspection 1 a, abort 1, lookup 2 b → give way soon',
    'yields later if it is the worker’s first job':
      'ready, sent inspection 1 a, lookup 2 b → give way late',
    'yields later if it is a warm-up': 'warm, warm-up 1 a, lookup 2 b → give way late',
    'does not yield if the urgent one is withdrawn':
      'warm, sent inspection 1 a, lookup 2 b, abort 2 → dropped 2, give way null',
    'does not yield if an urgent one joins it':
      'warm, sent inspection 1 a, lookup 2 b, live 3 a → limit background, give way null',
  });
});

describe('the worker', () => {
  itFollows({
    'is replaced with a job that takes too long':
      'busy, time-over 1 → time-out 1, replace-worker, stop-timers',
    'is replaced if it cannot handle a job':
      'busy, fault 1 → crashed 1, replace-worker, stop-timers',
    'is replaced when it dies': 'busy, die → crashed 1, replace-worker, stop-timers',
    'is replaced when it dies without a job': 'warm, die → replace-worker',
    'is replaced after an answer that exhausted it':
      'busy, last-answer 1 → answered 1, replace-worker, stop-timers',
    'continues with the other jobs': 'busy, die, ready → send 2, limit background',
    'reports to all jobs that it cannot be loaded':
      'lookup 1 a, sent live 2 a, fail → unavailable 1 2',
    'also reports that to later jobs': 'fail, live 1 a, miss 1 → unavailable 1',
    'is loaded again': 'fail, retry → restart-worker',
    'that has not failed is not loaded again': 'warm, retry → nothing',
    'is closed when it has no jobs': 'warm, rest → close-worker',
    'is not closed while it works': 'busy, rest → nothing',
    'is not closed before it is ready': 'rest → nothing',
    'is closed only once': 'warm, rest, rest → nothing',
    'stays closed if a cache has the answer': 'warm, rest, live 1 a, hit 1 → answered 1',
    'starts again for a job that is in no cache': 'warm, rest, live 1 a, miss 1 → replace-worker',
    'continues once it has started again':
      'warm, rest, sent live 1 a, ready → send 1, limit background',
    'is closed with all its jobs': 'busy, dispose → cancelled 1 2, close-worker, stop-timers',
    'ignores the end of the time of a job that has ended': 'busy, time-over 100 → nothing',
    'ignores a late answer': 'busy, last-answer 100 → nothing',
    'ignores a late error': 'busy, die, ready, fault 1 → nothing',
    'ignores a late answer of a cache': 'busy, miss 1 → nothing',
  });
});

describe('Cancel', () => {
  itFollows({
    'ends a job that the user waits for, and the worker':
      'warm, sent compile 1 a, lookup 2 a, cancel → cancelled 1 2, replace-worker, stop-timers',
    'ends a job that is being looked up': 'warm, compile 1 a, cancel → cancelled 1',
    'ends a job that waits for the worker, which continues to load':
      'sent compile 1 a, cancel → cancelled 1',
    'ends a job that nobody waits for any more':
      'warm, sent compile 1 a, abort 1, cancel → replace-worker, stop-timers',
    'does not affect inspections and warm-ups':
      'warm, sent inspection 1 a, warm-up 2 b, cancel → nothing',
    'ends an inspection that a user has joined':
      'warm, sent inspection 1 a, compile 2 a, cancel → ' +
      'cancelled 1 2, replace-worker, stop-timers',
  });
});

describe('a compile is marked as dangerous', () => {
  const busy = 'warm, sent inspection 1 a, compile 2 a';
  it.each([
    ['if it took too long', `${busy}, time-over 1`, 1],
    ['if it killed the worker', `${busy}, die`, 1],
    ['if the worker could not handle it', `${busy}, fault 1`, 1],
    ['if the user cancelled it', `${busy}, cancel`, 1],
    ['but not if it yielded', `${busy}, grace-over 1`, 0],
    ['but not if it was answered', `${busy}, answer 1`, 0],
    ['but not if it was not sent yet', 'sent live 1 a, cancel', 0],
    ['but not if it is a lookup', 'warm, lookup 1 a, die', 0],
  ])('%s', (_, events, count) => {
    expect(apply(events).schedule.dangerous).toHaveLength(count);
  });

  const killedBy = (id: number, text: string) => `ready, sent live ${id} ${text}, die`;

  it('until a hundred others have been', () => {
    const events = Array.from({ length: 101 }, (_, id) => killedBy(id, `text${id};`));
    const { dangerous } = apply(events.join(', ')).schedule;
    expect(dangerous).toHaveLength(100);
    expect(dangerous[0]).toContain('text1;');
  });

  it('until the texts are too long, except for the newest', () => {
    const events = [1, 2, 3].map((id) => killedBy(id, `${id};`.repeat(2 << 20)));
    const { dangerous } = apply(events.join(', ')).schedule;
    expect(dangerous.map((key) => key.slice(-3))).toEqual([';3;']);
  });
});

describe('the status of the schedule', () => {
  it.each([
    ['is empty without jobs', 'warm', false, false],
    ['is empty for a compile that may be in a cache', 'live 1 a', false, false],
    ['includes a compile that waits for the worker', 'sent live 1 a', true, true],
    ['includes a compile that was sent', 'warm, sent compile 1 a', true, true],
    ['says that nobody waits for an inspection', 'warm, sent inspection 1 a', true, false],
    ['says that the user waits for a lookup', 'asked-lookup 1 a', false, true],
    ['says that nobody waits for the list of entry points', 'lookup 1 a', false, false],
    ['says that nobody waits any more', 'warm, sent compile 1 a, abort 1', true, false],
  ])('%s', (_, events, compiles, awaits) => {
    const { schedule } = apply(events);
    expect([isCompiling(schedule), isAwaited(schedule)]).toEqual([compiles, awaits]);
  });
});
