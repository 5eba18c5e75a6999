import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { failure } from '#engine/compiler/core/session.ts';
import { type MemoryServer, startMemoryServer } from '../../../../tests/support/memoryTransport.ts';
import type { JobOutcome, Purpose } from './jobs.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

const compiler: Compiler = {
  compile: () => failure('compiled'),
  findEntryPoints: () => failure('looked up'),
  memoryBytes: () => 0,
  isSpent: () => false,
};

let servers: MemoryServer[];
let onState: (state: CompilerState) => void;
let scheduler: Scheduler;

const ask = (sourceCode: string, purpose: Purpose, signal?: AbortSignal) =>
  scheduler.ask({ method: 'compile', params: runRequest(sourceCode) }, purpose, signal);

beforeEach(async () => {
  servers = [];
  onState = () => {};
  scheduler = createScheduler({
    start(deliver) {
      const server = startMemoryServer(deliver, compiler);
      servers.push(server);
      return server.transport;
    },
    binaryUrl: 'slang.wasm.gz',
    onState: (state) => onState(state),
    onReady: () => {},
    onCompiled: () => {},
    memory: { find: async () => null, keep: async () => {} },
    timeLimits: { asked: 60_000, background: 10_000 },
    grace: 1000,
  });
  await servers[0]?.deliver();
  const first = ask('first', 'asked-compile');
  await servers[0]?.deliver();
  await first;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  scheduler.dispose();
});

function hang(sourceCode: string, purpose: Purpose) {
  const controller = new AbortController();
  let outcome: JobOutcome | null = null;
  void ask(sourceCode, purpose, controller.signal).then((settled) => {
    outcome = settled;
  });
  return { outcome: () => outcome, abort: () => controller.abort() };
}

const timeOut = (isAskedFor: boolean, milliseconds: number) => ({
  kind: 'ended',
  reason: { kind: 'time-out', isAskedFor, milliseconds, elapsed: milliseconds },
});

describe('the time limit', () => {
  it.each([
    ['asked-compile', true],
    ['asked-lookup', true],
    ['live', false],
    ['lookup', false],
    ['inspection', false],
    ['warm-up', false],
  ] as const)('depends for %s on whether the user asked for it', async (purpose, isAskedFor) => {
    const limit = isAskedFor ? 60_000 : 10_000;
    const { outcome } = hang('never ends', purpose);
    await vi.advanceTimersByTimeAsync(limit - 1);
    expect(outcome()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toEqual(timeOut(isAskedFor, limit));
    expect(servers[0]?.closed).toBe(true);
  });

  it('restarts with the longer time once the user asks for a background job', async () => {
    const { outcome } = hang('text', 'inspection');
    await vi.advanceTimersByTimeAsync(8000);
    hang('text', 'asked-compile');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(outcome()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toEqual(timeOut(true, 60_000));
  });
});

describe('a compile that nobody waits for any more', () => {
  it('continues for the background time limit while there is nothing else to do', async () => {
    const { outcome, abort } = hang('old', 'asked-compile');
    await vi.advanceTimersByTimeAsync(5000);
    abort();
    await vi.advanceTimersByTimeAsync(9999);
    expect(outcome()).toEqual({ kind: 'dropped' });
    expect(servers[0]?.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(servers[0]?.closed).toBe(true);
  });

  it('ends immediately for a newer one if it has run for a second', async () => {
    const { outcome } = hang('old', 'asked-compile');
    await vi.advanceTimersByTimeAsync(1500);
    hang('new', 'asked-compile');
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome()).toEqual({ kind: 'dropped' });
    expect(servers).toHaveLength(2);
  });
});

describe('a caller', () => {
  it('whose signal is already aborted requests nothing', async () => {
    expect(await ask('text', 'asked-compile', AbortSignal.abort())).toEqual({ kind: 'dropped' });
    expect(scheduler.isAwaited()).toBe(false);
  });

  it('may request the next compile immediately when it is notified of a restart', async () => {
    const second = hang('second', 'asked-compile');
    let third: ReturnType<typeof hang> | undefined;
    onState = ({ kind }) => {
      if (kind === 'restarting') third ??= hang('third', 'live');
    };
    await vi.advanceTimersByTimeAsync(60_000);
    expect(second.outcome()).toEqual(timeOut(true, 60_000));
    const delivered = servers[1]?.deliver();
    await vi.advanceTimersByTimeAsync(100);
    await delivered;
    await vi.advanceTimersByTimeAsync(9000);
    expect(third?.outcome()).toBeNull();
    await vi.advanceTimersByTimeAsync(1000);
    expect(third?.outcome()).toEqual(timeOut(false, 10_000));
  });
});
