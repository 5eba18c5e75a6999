import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from '#compiler/core/answer.ts';
import type { Compiler } from '#compiler/core/compiler.ts';
import { USER_SHADER_PATH } from '#program/compileResult.ts';
import { type MemoryServer, startMemoryServer } from '../../../tests/support/memoryTransport.ts';
import type { JobOutcome, JobPurpose } from './jobQueue.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

const compiler: Compiler = {
  compile: () => failure('compiled'),
  findEntryPoints: () => failure('looked up'),
  memoryBytes: () => 0,
  isSpent: () => false,
};

const request = (sourceCode: string) =>
  ({ target: 'WGSL', entrypoint: null, sourceCode, shaderPath: USER_SHADER_PATH }) as const;

let servers: MemoryServer[];
let supervisor: Supervisor;

/** A supervisor whose worker has answered once. */
beforeEach(async () => {
  servers = [];
  supervisor = createSupervisor({
    start() {
      const server = startMemoryServer(compiler);
      servers.push(server);
      return server.transport;
    },
    binaryUrl: 'slang.wasm.gz',
    onState: () => {},
    onReady: () => {},
    timeLimits: { asked: 60_000, background: 10_000 },
    grace: 1000,
  });
  await servers[0]?.deliver();
  const first = supervisor.run('compile', request('first'), 'asked-compile');
  await servers[0]?.deliver();
  await first;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  supervisor.dispose();
});

/** Asks for a compile that the worker never answers; tells how it has ended so far. */
function hang(sourceCode: string, purpose: JobPurpose) {
  let ended: JobOutcome<'compile'> | null = null;
  void supervisor.run('compile', request(sourceCode), purpose).then((outcome) => {
    ended = outcome;
  });
  return () => ended;
}

const timeOut = (isAskedFor: boolean, milliseconds: number) => ({
  kind: 'ended',
  reason: { kind: 'time-out', isAskedFor, milliseconds, elapsed: milliseconds },
});

describe('the time limit', () => {
  it.each([
    ['asked-compile', true, 60_000],
    ['asked-lookup', true, 60_000],
    ['live', false, 10_000],
    ['lookup', false, 10_000],
    ['inspection', false, 10_000],
    ['warm-up', false, 10_000],
  ] as const)(
    'of the purpose %s depends on whether a person has asked',
    async (purpose, isAskedFor, limit) => {
      const ended = hang('never ends', purpose);
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect(ended()).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended()).toEqual(timeOut(isAskedFor, limit));
      expect(servers[0]?.closed).toBe(true);
    },
  );

  it('starts anew, and is the longer one, once a person asks for what runs in the background', async () => {
    const ended = hang('text', 'inspection');
    await vi.advanceTimersByTimeAsync(8000);
    supervisor.promote('compile', request('text'), 'asked-compile');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(ended()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended()).toEqual(timeOut(true, 60_000));
  });

  it('stays as it is when the page asks for what a person has asked for', async () => {
    const ended = hang('text', 'asked-compile');
    await vi.advanceTimersByTimeAsync(8000);
    supervisor.promote('compile', request('text'), 'inspection');
    await vi.advanceTimersByTimeAsync(51_999);
    expect(ended()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended()).toEqual(timeOut(true, 60_000));
  });
});

describe('a compile that is overtaken', () => {
  it('goes on while nothing else is to be done, as long as background work may', async () => {
    const ended = hang('old', 'asked-compile');
    await vi.advanceTimersByTimeAsync(5000);
    supervisor.abandon('compile', request('old'));
    await vi.advanceTimersByTimeAsync(9999);
    expect(ended()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended()).toEqual(timeOut(false, 10_000));
  });

  it('ends at once for the newer one if it has had its second', async () => {
    const ended = hang('old', 'asked-compile');
    await vi.advanceTimersByTimeAsync(1500);
    supervisor.abandon('compile', request('old'));
    hang('new', 'asked-compile');
    await vi.advanceTimersByTimeAsync(0);
    expect(ended()).toEqual({ kind: 'ended', reason: { kind: 'gave-way' } });
    expect(servers).toHaveLength(2);
  });

  it('never starts if it still waits', async () => {
    hang('running', 'asked-compile');
    const ended = hang('waiting', 'asked-compile');
    supervisor.abandon('compile', request('waiting'));
    await vi.advanceTimersByTimeAsync(0);
    expect(ended()).toEqual({ kind: 'ended', reason: { kind: 'gave-way' } });
    expect(servers[0]?.closed).toBe(false);
  });

  it('ends with Cancel', async () => {
    const ended = hang('old', 'asked-compile');
    await vi.advanceTimersByTimeAsync(0);
    supervisor.abandon('compile', request('old'));
    supervisor.cancel();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended()).toEqual({ kind: 'ended', reason: { kind: 'cancelled' } });
  });
});

describe('the first request of a new worker', () => {
  it('gives way late, since it is slow for any source', async () => {
    hang('hangs', 'asked-compile');
    await vi.advanceTimersByTimeAsync(60_000);
    const delivered = servers[1]?.deliver();
    const cold = hang('cold', 'inspection');
    await vi.advanceTimersByTimeAsync(100);
    await delivered;
    hang('asked', 'asked-compile');
    await vi.advanceTimersByTimeAsync(5000);
    expect(cold()).toBeNull();
    await vi.advanceTimersByTimeAsync(5000);
    expect(cold()).not.toBeNull();
  });
});
