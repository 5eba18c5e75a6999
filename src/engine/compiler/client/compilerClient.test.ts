import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CompileRequest,
  type CompileResult,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { PROTOCOL_VERSION } from '#engine/compiler/protocol.ts';
import { type MemoryServer, startMemoryServer } from '../../../../tests/support/memoryTransport.ts';
import { cacheKey, createMemoryCache } from './compileCache.ts';
import {
  type CompilerClient,
  type CompilerClientOptions,
  createCompilerClient,
} from './compilerClient.ts';

const request = (sourceCode: string): CompileRequest => ({
  target: 'WGSL',
  entrypoint: null,
  sourceCode,
  shaderPath: USER_SHADER_PATH,
});

const EMPTY = { target: 'HLSL', sourceCode: '', shaderPath: USER_SHADER_PATH } as const;

/** Answers with the source itself as the code. */
const echo: Compiler = {
  compile: ({ target, sourceCode }): CompileResult => ({
    succ: true,
    message: '',
    log: '',
    diagnostics: [],
    result: {
      target,
      code: sourceCode,
      binary: null,
      hashedStrings: {},
      reflection: {},
      threadGroupSizes: {},
    },
  }),
  memoryBytes: () => 0,
  isSpent: () => false,
  findEntryPoints: () => ({ succ: true, message: '', log: '', diagnostics: [], result: [] }),
};

let servers: MemoryServer[];
let states: CompilerState[];
let client: CompilerClient;
const server = () => {
  const newest = servers.at(-1);
  if (!newest) throw new Error('The client started no server.');
  return newest;
};

function start(
  compiler: Compiler = echo,
  host = {},
  timeLimit = 60_000,
  options: Partial<CompilerClientOptions> = {},
) {
  servers = [];
  states = [];
  client = createCompilerClient({
    start(deliver) {
      servers.push(startMemoryServer(deliver, compiler, host));
      return server().transport;
    },
    binaryUrl: 'slang.wasm.gz',
    onState: (state) => states.push(state),
    timeLimits: { asked: timeLimit, background: timeLimit },
    ...options,
  });
}

beforeEach(() => start());
afterEach(() => client.dispose());

const sourcesAsked = ({ received }: MemoryServer) =>
  received.flatMap((message) =>
    message.method === 'compile' ? [(message.params as CompileRequest).sourceCode] : [],
  );

/** Null if the compile was superseded. */
const codeOf = async (report: ReturnType<CompilerClient['compile']>) => {
  const settled = await report;
  return settled === null ? null : settled.result?.code;
};

describe('the compiler client', () => {
  it('loads the binary first, and delays compiles until it is ready', async () => {
    const report = client.compile(request('first'));
    await vi.waitUntil(() => server().received.length > 0);
    expect(server().received).toMatchObject([
      { method: 'initialize', params: { protocolVersion: PROTOCOL_VERSION } },
    ]);
    await server().deliver();
    await server().deliver();
    expect(await codeOf(report)).toBe('first');
    expect(states.at(-1)).toEqual({ kind: 'ready', compilerVersion: 'test' });
  });

  it('compiles an edit made during a compile next, and drops the stale answer', async () => {
    await server().deliver();
    const first = client.compile(request('first'));
    await vi.waitUntil(() => server().received.length === 2);
    const second = client.compile(request('second'));
    const third = client.compile(request('third'));
    await server().deliver();
    expect(await codeOf(first)).toBeNull();
    expect(await codeOf(second)).toBeNull();
    await server().deliver();
    expect(await codeOf(third)).toBe('third');
    expect(sourcesAsked(server())).toEqual(['first', 'third']);
  });

  it('resolves an aborted request with null, and an equal one with its answer', async () => {
    await server().deliver();
    const controller = new AbortController();
    const gone = client.compile(request('text'), 'person', controller.signal);
    const stays = client.compile(request('text'));
    controller.abort();
    expect(await gone).toBeNull();
    await server().deliver();
    expect(await codeOf(stays)).toBe('text');
    expect(sourcesAsked(server())).toEqual(['text']);
  });

  it('caches the result of a compile that nobody waits for any more', async () => {
    await server().deliver();
    const controller = new AbortController();
    const gone = client.compile(request('text'), 'person', controller.signal);
    await vi.waitUntil(() => server().received.length === 2);
    controller.abort();
    expect(await gone).toBeNull();
    await server().deliver();
    await vi.waitUntil(() => !client.isCompiling());
    expect(await client.compile(request('text'))).toMatchObject({ cached: true });
  });

  it('caches answers by everything that they depend on', async () => {
    await server().deliver();
    const ask = async (asked: CompileRequest) => {
      const report = await client.compile(asked);
      return report && [report.cached, report.result?.code];
    };
    const deliverAndAsk = (asked: CompileRequest) => {
      const report = ask(asked);
      return server()
        .deliver()
        .then(() => report);
    };
    expect(await deliverAndAsk(request('text'))).toEqual([false, 'text']);
    expect(await ask(request('text'))).toEqual([true, 'text']);
    expect(await ask({ ...request('text'), entrypoint: 'ignored for WGSL' })).toEqual([
      true,
      'text',
    ]);
    expect(await deliverAndAsk({ ...request('text'), target: 'METAL' })).toEqual([false, 'text']);
    const hlsl = { ...request('text'), target: 'HLSL' } as const;
    expect(await deliverAndAsk({ ...hlsl, entrypoint: 'a' })).toEqual([false, 'text']);
    expect(await deliverAndAsk({ ...hlsl, entrypoint: 'b' })).toEqual([false, 'text']);
    expect(await ask({ ...hlsl, entrypoint: 'a' })).toEqual([true, 'text']);
  });

  it('fails with the reason if the binary cannot be loaded, and can retry', async () => {
    start(echo, {
      loadBinary: async () => {
        throw new Error('slang.wasm.gz could not be loaded: 404');
      },
    });
    const report = client.compile(request('waits'));
    await server().deliver();
    expect(await report).toMatchObject({
      succ: false,
      message: "Slang session not available. Maybe the compiler hasn't been initialized yet?",
      log: 'slang.wasm.gz could not be loaded: 404',
    });
    expect(states.at(-1)).toEqual({
      kind: 'failed',
      message: 'slang.wasm.gz could not be loaded: 404',
    });
    const failed = server();
    client.retry();
    expect(failed.closed).toBe(true);
    expect(servers).toHaveLength(2);
    expect(states.at(-1)).toMatchObject({ kind: 'loading' });
  });
});

describe('while the compiler is loading', () => {
  const remembering = async (fingerprint: string) => {
    const cache = createMemoryCache();
    const key = await cacheKey(fingerprint, request('known'));
    await cache.set(key ?? '', echo.compile(request('remembered')));
    client.dispose();
    start(echo, {}, 60_000, { cache, fingerprint });
    return vi.spyOn(cache, 'get');
  };

  it('answers from the cache', async () => {
    await remembering('test');
    expect(await codeOf(client.compile(request('known')))).toBe('remembered');
    expect(sourcesAsked(server())).toEqual([]);
  });

  it('answers a cached request before one that waits for the compiler', async () => {
    const looksUp = await remembering('test');
    const waits = client.compile(request('unknown'));
    await vi.waitUntil(() => looksUp.mock.calls.length === 1);
    expect(await codeOf(client.compile(request('known')))).toBe('remembered');
    expect(await codeOf(waits)).toBeNull();
    await server().deliver();
    expect(sourcesAsked(server())).toEqual([]);
  });

  it('discards cached answers if the loaded compiler is a different build', async () => {
    await remembering('of another build');
    await server().deliver();
    const report = client.compile(request('known'));
    await server().deliver();
    expect(await codeOf(report)).toBe('known');
  });

  it('compiles the warm-up shader if idle, and then reports that it is ready', async () => {
    client.dispose();
    performance.clearMarks();
    start(echo, {}, 60_000, { warmUp: request('warm') });
    await server().deliver();
    await server().deliver();
    await vi.waitUntil(
      () => performance.getEntriesByName('playground:compiler-ready').length === 1,
    );
    expect(sourcesAsked(server())).toEqual(['warm']);
  });

  it('compiles a waiting request before the warm-up', async () => {
    client.dispose();
    start(echo, {}, 60_000, { warmUp: request('warm') });
    const report = client.compile(request('wanted'));
    await vi.waitUntil(() => server().received.length > 0);
    await server().deliver();
    await server().deliver();
    expect(await codeOf(report)).toBe('wanted');
    expect(sourcesAsked(server())).toEqual(['wanted']);
  });

  it('compiles the warm-up shader after a lookup of entry points', async () => {
    performance.clearMarks();
    client.dispose();
    start(echo, {}, 60_000, { warmUp: request('warm') });
    void client.findEntryPoints({ ...EMPTY, sourceCode: 'found' });
    await vi.waitUntil(() => server().received.length > 0);
    await server().deliver();
    await server().deliver();
    await vi.waitUntil(() => server().received.length === 3);
    await server().deliver();
    await vi.waitUntil(
      () => performance.getEntriesByName('playground:compiler-ready').length === 1,
    );
    expect(sourcesAsked(server())).toEqual(['warm']);
  });
});

describe('a request whose worker fails', () => {
  /** Expects a new worker to take over the compiled module and to answer the next compile. */
  async function expectRecovery(killed: MemoryServer) {
    expect(killed.closed).toBe(true);
    expect(server()).not.toBe(killed);
    expect(states.at(-1)).toEqual({ kind: 'restarting' });
    const next = client.compile(request('after'));
    await server().deliver();
    await server().deliver();
    expect(await codeOf(next)).toBe('after');
    expect(server().received[0]).toMatchObject({ params: { binary: { kind: 'module' } } });
  }

  it('is answered with the reason if the worker dies, and a new worker takes over', async () => {
    await server().deliver();
    const killed = server();
    const report = client.compile(request('kills'));
    await vi.waitUntil(() => sourcesAsked(killed).length === 1);
    killed.crash('Out of memory');
    expect(await report).toMatchObject({
      succ: false,
      message: 'Unknown error occurred',
      log: expect.stringMatching(/^The compiler stopped: Out of memory\./),
    });
    await expectRecovery(killed);
  });

  it('is answered with the compiler’s words if the binary aborts', async () => {
    let aborts = true;
    start({
      ...echo,
      compile(asked) {
        if (aborts) throw new Error('Aborted(native code called abort())');
        return echo.compile(asked);
      },
    });
    await server().deliver();
    const killed = server();
    const report = client.compile(request('aborts'));
    await killed.deliver();
    expect(await report).toMatchObject({
      message: 'Unknown error occurred',
      log: expect.stringContaining('Aborted(native code called abort())'),
    });
    aborts = false;
    await expectRecovery(killed);
  });

  it('is answered if the worker still answers, and a new worker takes over', async () => {
    let spent = true;
    start({ ...echo, isSpent: () => spent });
    await server().deliver();
    const killed = server();
    const report = client.compile(request('survives'));
    await killed.deliver();
    expect(await codeOf(report)).toBe('survives');
    spent = false;
    await vi.waitUntil(() => server() !== killed);
    await expectRecovery(killed);
  });

  it('is stopped at the time limit, and says so', async () => {
    start(echo, {}, 30);
    await server().deliver();
    const killed = server();
    const report = client.compile(request('never ends'));
    expect(await report).toMatchObject({
      succ: false,
      message: 'Compilation took longer than 0.03 s and was stopped.',
    });
    client.dispose();
    expect(killed.closed).toBe(true);
  });

  it('is answered with “cancelled” if it is cancelled', async () => {
    await server().deliver();
    const killed = server();
    const report = client.compile(request('never ends'));
    await vi.waitUntil(() => sourcesAsked(killed).length === 1);
    client.cancel();
    expect(await report).toMatchObject({ message: 'Compilation was cancelled.' });
    await expectRecovery(killed);
  });

  it('does not affect other requests', async () => {
    await server().deliver();
    const killed = server();
    const lookup = client.findEntryPoints({ ...EMPTY, sourceCode: 'hangs' });
    const compile = client.compile(request('waits'));
    await vi.waitUntil(() => killed.received.length === 2);
    killed.crash('Out of memory');
    expect(await lookup).toMatchObject({ succ: false });
    await server().deliver();
    await server().deliver();
    expect(await codeOf(compile)).toBe('waits');
  });

  it('is cancelled without a restart while the compiler is loading', async () => {
    const report = client.compile(request('waits'));
    await new Promise((resolve) => setTimeout(resolve));
    client.cancel();
    expect(await report).toMatchObject({ message: 'Compilation was cancelled.' });
    expect(servers).toHaveLength(1);
    expect(server().closed).toBe(false);
  });

  it('is answered when the client is disposed', async () => {
    const report = client.compile(request('open'));
    await new Promise((resolve) => setTimeout(resolve));
    client.dispose();
    expect(server().closed).toBe(true);
    expect(await report).toMatchObject({ succ: false });
  });
});

describe('a background compile', () => {
  /** Null if the inspection was superseded. */
  const inspected = async (report: ReturnType<CompilerClient['inspect']>) => {
    const settled = await report;
    return settled === null || settled === 'no-answer' ? settled : settled.result?.code;
  };

  it('is shared with a user’s compile of the same text', async () => {
    await server().deliver();
    const background = client.inspect(request('text'));
    await vi.waitUntil(() => server().received.length === 2);
    const asked = client.compile(request('text'));
    await server().deliver();
    expect(await inspected(background)).toBe('text');
    expect(await codeOf(asked)).toBe('text');
    expect(sourcesAsked(server())).toEqual(['text']);
  });

  it('provides the answer for a later compile', async () => {
    await server().deliver();
    const background = client.inspect(request('text'));
    await server().deliver();
    await background;
    expect(await client.compile(request('text'))).toMatchObject({ cached: true });
  });

  it('keeps its place in the queue among compiles', async () => {
    await server().deliver();
    const asked = client.compile(request('asked'));
    await vi.waitUntil(() => server().received.length === 2);
    const background = client.inspect(request('background'));
    await server().deliver();
    expect(await codeOf(asked)).toBe('asked');
    const next = client.compile(request('next'));
    await server().deliver();
    await server().deliver();
    expect(await inspected(background)).toBe('background');
    expect(await codeOf(next)).toBe('next');
  });

  it('yields to that of a newer text', async () => {
    await server().deliver();
    const first = client.inspect(request('first'));
    await vi.waitUntil(() => server().received.length === 2);
    const second = client.inspect(request('second'));
    await server().deliver();
    await server().deliver();
    expect(await inspected(first)).toBeNull();
    expect(await inspected(second)).toBe('second');
  });

  it('is never repeated after it has killed the compiler', async () => {
    await server().deliver();
    const deadly = client.inspect(request('deadly'));
    await vi.waitUntil(() => server().received.length === 2);
    server().crash('out of memory');
    expect(await inspected(deadly)).toBe('no-answer');
    await server().deliver();
    expect(await inspected(client.inspect(request('deadly')))).toBe('no-answer');
    expect(sourcesAsked(server())).toEqual([]);
    const other = client.inspect(request('other'));
    await server().deliver();
    expect(await inspected(other)).toBe('other');
  });

  it('is skipped if nothing can be stored, unless a view displays it', async () => {
    await server().deliver();
    vi.stubGlobal('crypto', {});
    try {
      expect(await inspected(client.inspect(request('text')))).toBe('no-answer');
      const shown = client.inspect(request('text'), undefined, 'view');
      await server().deliver();
      expect(await inspected(shown)).toBe('text');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('a user’s request', () => {
  const AT_ONCE = 20;
  const NEVER = 60_000;

  /** A client with a warm worker that is busy with a request until the test answers it. */
  async function startBusy<Outcome>(grace: number, ask: () => Outcome) {
    start(echo, {}, 60_000, { grace });
    await server().deliver();
    const first = client.compile(request('first'));
    await server().deliver();
    await first;
    const busy = server();
    const hanging = ask();
    await vi.waitUntil(() => busy.received.length === 3);
    return { busy, hanging };
  }
  const methodsAsked = ({ received }: MemoryServer) => received.map(({ method }) => method);

  it('ends a long inspection, and can inspect that text again', async () => {
    const { busy, hanging } = await startBusy(AT_ONCE, () => client.inspect(request('long')));
    const asked = client.compile(request('mended'));
    expect(await hanging).toBeNull();
    expect(busy.closed).toBe(true);
    await server().deliver();
    await server().deliver();
    expect(await codeOf(asked)).toBe('mended');
    const again = client.inspect(request('long'));
    await server().deliver();
    expect(await again).toMatchObject({ cached: false });
  });

  it('is cancelled together with what it waits for', async () => {
    const { busy, hanging } = await startBusy(NEVER, () => client.compile(request('hangs')));
    const asked = client.compile(request('mended'));
    await client.inspect(request('first'));
    client.cancel();
    expect(await hanging).toBeNull();
    expect(await asked).toMatchObject({ message: 'Compilation was cancelled.' });
    expect(busy.closed).toBe(true);
    const next = client.compile(request('mended'));
    await server().deliver();
    await server().deliver();
    expect(await codeOf(next)).toBe('mended');
  });

  it('can be cancelled even if it is a lookup', async () => {
    const { busy, hanging } = await startBusy(NEVER, () => client.findEntryPoints(EMPTY));
    client.cancel();
    expect(await hanging).toMatchObject({
      succ: false,
      message: 'Compilation was cancelled.',
    });
    expect(busy.closed).toBe(true);
    expect(methodsAsked(server())).toEqual(['initialize']);
  });
});
