import { describe, expect, it } from 'vitest';
import { type EntryPointsResult, runRequest } from '#core/output/compileResult.ts';
import type { JobOutcome, JobRequest, Purpose } from './jobs.ts';
import { INITIAL_SCHEDULE, isAwaited, isCompiling, step } from './schedule.ts';
import type { Effect, Schedule, ScheduleEvent } from './scheduleTypes.ts';

const ANSWER: EntryPointsResult = {
  succ: true,
  message: '',
  log: '',
  diagnostics: [],
  result: [],
};

const requestOf = (purpose: Purpose, text: string): JobRequest => {
  const params = runRequest(text);
  return isLookup(purpose) ? { method: 'findEntryPoints', params } : { method: 'compile', params };
};
const isLookup = (purpose: Purpose) => purpose === 'lookup' || purpose === 'asked-lookup';

const asked = (id: number, purpose: Purpose, text: string): ScheduleEvent => ({
  kind: 'asked',
  caller: { id, purpose },
  request: requestOf(purpose, text),
});
const unknown = (job: number): ScheduleEvent => ({ kind: 'looked-up', job, found: null });
const known = (job: number): ScheduleEvent => ({ kind: 'looked-up', job, found: ANSWER });
const answered = (job: number, isSpent = false): ScheduleEvent => ({
  kind: 'answered',
  job,
  answer: ANSWER,
  isSpent,
});
const aborted = (caller: number): ScheduleEvent => ({ kind: 'aborted', caller });
const timeOver = (job: number): ScheduleEvent => ({
  kind: 'time-over',
  job,
  milliseconds: 10_000,
  elapsed: 10_000,
});
const graceOver = (job: number): ScheduleEvent => ({ kind: 'grace-over', job });
const faulted: ScheduleEvent = { kind: 'faulted', job: 1, message: 'abort()' };
const died: ScheduleEvent = { kind: 'worker-died', message: 'Out of memory' };
const failed: ScheduleEvent = { kind: 'worker-failed', message: '404' };
const READY: ScheduleEvent = { kind: 'worker-ready' };
const CANCELLED: ScheduleEvent = { kind: 'cancelled' };
const RETRIED: ScheduleEvent = { kind: 'retried' };
const RESTED: ScheduleEvent = { kind: 'rested' };
const DISPOSED: ScheduleEvent = { kind: 'disposed' };

/** The worker is warm, so its jobs yield soon. */
const WARM: readonly ScheduleEvent[] = [READY, asked(100, 'lookup', 'first'), answered(100)];
const sent = (id: number, purpose: Purpose, text: string): readonly ScheduleEvent[] =>
  isLookup(purpose) ? [asked(id, purpose, text)] : [asked(id, purpose, text), unknown(id)];

function apply(events: readonly ScheduleEvent[]): { schedule: Schedule; effects: string[] } {
  let schedule = INITIAL_SCHEDULE;
  let last: readonly Effect[] = [];
  for (const event of events) [schedule, last] = step(schedule, event);
  return { schedule, effects: last.map(describeEffect) };
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

type Row = readonly [
  behaviour: string,
  before: readonly ScheduleEvent[],
  event: ScheduleEvent,
  effects: readonly string[],
];

describe('a job', () => {
  it.each<Row>([
    ['is looked up in the caches first', [READY], asked(1, 'live', 'a'), ['look-up 1']],
    ['that is in a cache is answered', [READY, asked(1, 'live', 'a')], known(1), ['answered 1']],
    [
      'that is in no cache is sent',
      [READY, asked(1, 'asked-compile', 'a')],
      unknown(1),
      ['send 1', 'limit asked'],
    ],
    ['waits for the worker', [], asked(1, 'lookup', 'a'), []],
    [
      'is sent once the worker is ready',
      [asked(1, 'lookup', 'a')],
      READY,
      ['send 1', 'limit background'],
    ],
    [
      'for a warm-up or for entry points skips the caches',
      [READY],
      asked(1, 'warm-up', 'a'),
      ['send 1', 'limit background'],
    ],
    ['is answered', [...WARM, ...sent(1, 'live', 'a')], answered(1), ['answered 1', 'stop-timers']],
    [
      'is followed by the most urgent one',
      [
        ...WARM,
        ...sent(1, 'live', 'a'),
        asked(2, 'lookup', 'a'),
        ...sent(3, 'inspection', 'b'),
        asked(4, 'asked-lookup', 'a'),
      ],
      answered(1),
      ['answered 1', 'send 2', 'limit asked'],
    ],
  ])('%s', (_, before, event, effects) => {
    expect(apply([...before, event]).effects).toEqual(effects);
  });
});

describe('a caller', () => {
  it.each<Row>([
    [
      'supersedes another of its lane that waits',
      [asked(1, 'live', 'a'), unknown(1)],
      asked(2, 'asked-compile', 'b'),
      ['dropped 1', 'look-up 2'],
    ],
    [
      'supersedes another of its lane that was sent, which continues in the background',
      [...WARM, ...sent(1, 'asked-compile', 'a')],
      asked(2, 'live', 'b'),
      ['dropped 1', 'look-up 2', 'limit background'],
    ],
    [
      'does not affect other lanes',
      [...WARM, ...sent(1, 'live', 'a'), asked(2, 'lookup', 'a')],
      asked(3, 'inspection', 'b'),
      ['look-up 3'],
    ],
    [
      'joins an equal job, which gets the time limit of the more urgent purpose',
      [...WARM, ...sent(1, 'inspection', 'a')],
      asked(2, 'asked-compile', 'a'),
      ['limit asked'],
    ],
    [
      'that is less urgent joins without a change',
      [...WARM, ...sent(1, 'asked-compile', 'a')],
      asked(2, 'inspection', 'a'),
      [],
    ],
    [
      'shares the answer with all that have joined',
      [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'live', 'a'), asked(3, 'live', 'a')],
      answered(1),
      ['answered 1 2 3', 'stop-timers'],
    ],
    [
      'supersedes only the callers of its lane in a shared job',
      [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'asked-compile', 'a')],
      asked(3, 'live', 'b'),
      ['dropped 2', 'look-up 3', 'limit background'],
    ],
    [
      'revives a job that nobody waited for any more',
      [...WARM, ...sent(1, 'asked-compile', 'a'), ...sent(2, 'live', 'b')],
      asked(3, 'asked-compile', 'a'),
      ['dropped 2', 'limit asked', 'give way null'],
    ],
    ['that aborts removes its waiting job', [asked(1, 'lookup', 'a')], aborted(1), ['dropped 1']],
    [
      'that aborts leaves a shared job to the others',
      [asked(1, 'lookup', 'a'), asked(2, 'asked-lookup', 'a'), aborted(1)],
      READY,
      ['send 1', 'limit asked'],
    ],
    [
      'that aborts moves a sent job to the background',
      [...WARM, ...sent(1, 'asked-compile', 'a')],
      aborted(1),
      ['dropped 1', 'limit background'],
    ],
    [
      'that was answered aborts nothing',
      [...WARM, asked(1, 'live', 'a'), known(1)],
      aborted(1),
      [],
    ],
  ])('%s', (_, before, event, effects) => {
    expect(apply([...before, event]).effects).toEqual(effects);
  });
});

describe('a job with a more urgent one waiting', () => {
  const outranked = (purpose: Purpose, by: Purpose): readonly ScheduleEvent[] => [
    ...sent(1, purpose, 'a'),
    ...sent(2, by, 'b'),
  ];

  it.each<readonly [Purpose, Purpose]>([
    ['inspection', 'lookup'],
    ['inspection', 'live'],
    ['lookup', 'live'],
    ['live', 'asked-lookup'],
    ['asked-lookup', 'asked-compile'],
  ])('yields: %s to %s', (purpose, by) => {
    const events = [...WARM, ...outranked(purpose, by)];
    expect(apply(events).effects).toEqual(['give way soon']);
    expect(apply([...events, graceOver(1)]).effects).toEqual([
      'dropped 1',
      'replace-worker',
      'stop-timers',
    ]);
  });

  it.each<readonly [Purpose, Purpose]>([
    ['asked-compile', 'inspection'],
    ['live', 'lookup'],
    ['lookup', 'inspection'],
    ['inspection', 'warm-up'],
  ])('continues: %s before %s', (purpose, by) => {
    expect(apply([...WARM, ...outranked(purpose, by)]).effects).toEqual([]);
  });

  it('yields to anything but background work if nobody waits for it', () => {
    const left = [...WARM, ...sent(1, 'inspection', 'a'), aborted(1)];
    expect(apply([...left, ...sent(2, 'inspection', 'b')]).effects).toEqual([]);
    expect(apply([...left, asked(2, 'lookup', 'b')]).effects).toEqual(['give way soon']);
  });

  it('yields later if it is a warm-up or the worker’s first job', () => {
    const isFirst = [READY, ...sent(1, 'inspection', 'a'), asked(2, 'lookup', 'b')];
    expect(apply(isFirst).effects).toEqual(['give way late']);
    const warmsUp = [...WARM, asked(1, 'warm-up', 'a'), asked(2, 'lookup', 'b')];
    expect(apply(warmsUp).effects).toEqual(['give way late']);
  });

  it('does not yield if the urgent one is withdrawn, or joins it', () => {
    const waits = [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'lookup', 'b')];
    expect(apply([...waits, aborted(2)]).effects).toEqual(['dropped 2', 'give way null']);
    expect(apply([...waits, asked(3, 'live', 'a')]).effects).toEqual([
      'limit background',
      'give way null',
    ]);
  });
});

describe('the worker', () => {
  const busy = [...WARM, ...sent(1, 'live', 'a'), asked(2, 'lookup', 'a')];

  it.each<Row>([
    [
      'is replaced with a job that takes too long',
      busy,
      timeOver(1),
      ['time-out 1', 'replace-worker', 'stop-timers'],
    ],
    [
      'is replaced if it cannot handle a job',
      busy,
      faulted,
      ['crashed 1', 'replace-worker', 'stop-timers'],
    ],
    ['is replaced when it dies', busy, died, ['crashed 1', 'replace-worker', 'stop-timers']],
    ['is replaced when it dies without a job', WARM, died, ['replace-worker']],
    [
      'is replaced after an answer that exhausted it',
      busy,
      answered(1, true),
      ['answered 1', 'replace-worker', 'stop-timers'],
    ],
    ['continues with the other jobs', [...busy, died], READY, ['send 2', 'limit background']],
    [
      'reports to all jobs that it cannot be loaded',
      [asked(1, 'lookup', 'a'), ...sent(2, 'live', 'a')],
      failed,
      ['unavailable 1 2'],
    ],
    [
      'also reports that to later jobs',
      [failed, asked(1, 'live', 'a')],
      unknown(1),
      ['unavailable 1'],
    ],
    ['is loaded again', [failed], RETRIED, ['restart-worker']],
    ['that has not failed is not loaded again', WARM, RETRIED, []],
    ['is closed when it has no jobs', WARM, RESTED, ['close-worker']],
    ['is not closed while it works', busy, RESTED, []],
    ['is not closed before it is ready', [], RESTED, []],
    ['is closed only once', [...WARM, RESTED], RESTED, []],
    [
      'stays closed if a cache has the answer',
      [...WARM, RESTED, asked(1, 'live', 'a')],
      known(1),
      ['answered 1'],
    ],
    [
      'starts again for a job that is in no cache',
      [...WARM, RESTED, asked(1, 'live', 'a')],
      unknown(1),
      ['replace-worker'],
    ],
    [
      'continues once it has started again',
      [...WARM, RESTED, ...sent(1, 'live', 'a')],
      READY,
      ['send 1', 'limit background'],
    ],
    [
      'is closed with all its jobs',
      busy,
      DISPOSED,
      ['cancelled 1 2', 'close-worker', 'stop-timers'],
    ],
    ['ignores the start of a job that has ended', busy, timeOver(100), []],
    ['ignores a late answer', busy, answered(100, true), []],
    ['ignores a late error', [...busy, died, READY], faulted, []],
    ['ignores a late answer of a cache', busy, unknown(1), []],
  ])('%s', (_, before, event, effects) => {
    expect(apply([...before, event]).effects).toEqual(effects);
  });
});

describe('Cancel', () => {
  it.each<Row>([
    [
      'ends a job that the user waits for, and the worker',
      [...WARM, ...sent(1, 'asked-compile', 'a'), asked(2, 'lookup', 'a')],
      CANCELLED,
      ['cancelled 1 2', 'replace-worker', 'stop-timers'],
    ],
    [
      'ends a job that is being looked up',
      [...WARM, asked(1, 'asked-compile', 'a')],
      CANCELLED,
      ['cancelled 1'],
    ],
    [
      'ends a job that waits for the worker, which continues to load',
      sent(1, 'asked-compile', 'a'),
      CANCELLED,
      ['cancelled 1'],
    ],
    [
      'ends a job that nobody waits for any more',
      [...WARM, ...sent(1, 'asked-compile', 'a'), aborted(1)],
      CANCELLED,
      ['replace-worker', 'stop-timers'],
    ],
    [
      'does not affect inspections and warm-ups',
      [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'warm-up', 'b')],
      CANCELLED,
      [],
    ],
    [
      'ends an inspection that a user has joined',
      [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'asked-compile', 'a')],
      CANCELLED,
      ['cancelled 1 2', 'replace-worker', 'stop-timers'],
    ],
  ])('%s', (_, before, event, effects) => {
    expect(apply([...before, event]).effects).toEqual(effects);
  });
});

describe('a compile is marked as dangerous', () => {
  const busy = [...WARM, ...sent(1, 'inspection', 'a'), asked(2, 'asked-compile', 'a')];
  it.each<readonly [string, readonly ScheduleEvent[], number]>([
    ['if it took too long', [...busy, timeOver(1)], 1],
    ['if it killed the worker', [...busy, died], 1],
    ['if the worker could not handle it', [...busy, faulted], 1],
    ['if the user cancelled it', [...busy, CANCELLED], 1],
    ['but not if it yielded', [...busy, graceOver(1)], 0],
    ['but not if it was answered', [...busy, answered(1)], 0],
    ['but not if it was not sent yet', [...sent(1, 'live', 'a'), CANCELLED], 0],
    ['but not if it is a lookup', [...WARM, asked(1, 'lookup', 'a'), died], 0],
  ])('%s', (_, events, count) => {
    expect(apply(events).schedule.dangerous).toHaveLength(count);
  });

  it('until a hundred others have been', () => {
    const one = (id: number) => [READY, ...sent(id, 'live', `text ${id}`), died];
    const { dangerous } = apply(Array.from({ length: 101 }, (_, id) => one(id)).flat()).schedule;
    expect(dangerous).toHaveLength(100);
    expect(dangerous[0]).toContain('text 1');
  });

  it('until the texts are too long, except for the newest', () => {
    const one = (id: number) => [READY, ...sent(id, 'live', `${id} `.repeat(2 << 20)), died];
    const { dangerous } = apply([1, 2, 3].flatMap(one)).schedule;
    expect(dangerous.map((key) => key.slice(-3))).toEqual([' 3 ']);
  });
});

describe('the status of the schedule', () => {
  it.each<readonly [string, readonly ScheduleEvent[], boolean, boolean]>([
    ['is empty without jobs', WARM, false, false],
    ['is empty for a compile that may be in a cache', [asked(1, 'live', 'a')], false, false],
    ['includes a compile that waits for the worker', sent(1, 'live', 'a'), true, true],
    ['includes a compile that was sent', [...WARM, ...sent(1, 'asked-compile', 'a')], true, true],
    [
      'says that nobody waits for an inspection',
      [...WARM, ...sent(1, 'inspection', 'a')],
      true,
      false,
    ],
    ['says that the user waits for a lookup', [asked(1, 'asked-lookup', 'a')], false, true],
    [
      'says that nobody waits for the list of entry points',
      [asked(1, 'lookup', 'a')],
      false,
      false,
    ],
    [
      'says that nobody waits any more',
      [...WARM, ...sent(1, 'asked-compile', 'a'), aborted(1)],
      true,
      false,
    ],
  ])('%s', (_, events, compiles, awaits) => {
    const { schedule } = apply(events);
    expect([isCompiling(schedule), isAwaited(schedule)]).toEqual([compiles, awaits]);
  });
});
