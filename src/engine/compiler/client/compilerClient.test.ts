import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CompileRequest, runRequest as request } from '#core/output/compileResult.ts';
import type { CompilerState } from '#core/output/compilerState.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { PROTOCOL_VERSION } from '#engine/compiler/protocol.ts';
import { compiledAnswer } from '../../../../tests/support/answers.ts';
import { type MemoryServer, startMemoryServer } from '../../../../tests/support/memoryTransport.ts';
import { cacheKey, createMemoryCache } from './compileCache.ts';
import {
  type CompilerClient,
  type CompilerClientOptions,
  createCompilerClient,
} from './compilerClient.ts';

/** Answers with the source itself as the code. */
const echo: Compiler = {
  compile: ({ sourceCode }) => compiledAnswer(sourceCode),
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

const deliver = async (count = 1) => {
  for (let left = count; left > 0; left -= 1) await server().deliver();
};

function start(compiler: Compiler = echo, host = {}, options: Partial<CompilerClientOptions> = {}) {
  servers = [];
  states = [];
  client = createCompilerClient({
    start(deliver) {
      servers.push(startMemoryServer(deliver, compiler, host));
      return server().transport;
    },
    binaryUrl: 'slang.wasm.gz',
    onState: (state) => states.push(state),
    timeLimits: { asked: 60_000, background: 60_000 },
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
    await deliver(2);
    expect(await codeOf(report)).toBe('first');
    expect(states.at(-1)).toEqual({ kind: 'ready', compilerVersion: 'test' });
  });

  it('caches the result of a compile that nobody waits for any more', async () => {
    await deliver();
    const controller = new AbortController();
    const gone = client.compile(request('text'), 'person', controller.signal);
    await vi.waitUntil(() => server().received.length === 2);
    controller.abort();
    expect(await gone).toBeNull();
    await deliver();
    await vi.waitUntil(() => !client.isCompiling());
    expect(await client.compile(request('text'))).toMatchObject({ cached: true });
  });

  it('caches answers by everything that they depend on', async () => {
    await deliver();
    const ask = async (asked: CompileRequest) => {
      const report = await client.compile(asked);
      return report && [report.cached, report.result?.code];
    };
    const deliverAndAsk = async (asked: CompileRequest) =>
      (await Promise.all([ask(asked), deliver()]))[0];
    expect(await deliverAndAsk(request('text'))).toEqual([false, 'text']);
    expect(await ask(request('text'))).toEqual([true, 'text']);
    expect(await ask({ ...request('text'), entrypoint: 'ignored' })).toEqual([true, 'text']);
    expect(await deliverAndAsk({ ...request('text'), target: 'METAL' })).toEqual([false, 'text']);
    const hlsl = { ...request('text'), target: 'HLSL' } as const;
    expect(await deliverAndAsk({ ...hlsl, entrypoint: 'a' })).toEqual([false, 'text']);
    expect(await deliverAndAsk({ ...hlsl, entrypoint: 'b' })).toEqual([false, 'text']);
    expect(await ask({ ...hlsl, entrypoint: 'a' })).toEqual([true, 'text']);
  });

  it('fails with the reason if the binary cannot be loaded, and can retry', async () => {
    const reason = 'slang.wasm.gz could not be loaded: 404';
    start(echo, { loadBinary: () => Promise.reject(new Error(reason)) });
    const report = client.compile(request('waits'));
    await deliver();
    expect(await report).toMatchObject({
      succ: false,
      message: "Slang session not available. Maybe the compiler hasn't been initialized yet?",
      log: reason,
    });
    expect(states.at(-1)).toEqual({ kind: 'failed', message: reason });
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
    start(echo, {}, { cache, fingerprint });
    return vi.spyOn(cache, 'get');
  };

  it('answers a cached request before one that waits for the compiler', async () => {
    const looksUp = await remembering('test');
    const waits = client.compile(request('unknown'));
    await vi.waitUntil(() => looksUp.mock.calls.length === 1);
    expect(await codeOf(client.compile(request('known')))).toBe('remembered');
    expect(await codeOf(waits)).toBeNull();
    await deliver();
    expect(sourcesAsked(server())).toEqual([]);
  });

  it('discards cached answers if the loaded compiler is a different build', async () => {
    await remembering('of another build');
    await deliver();
    const report = client.compile(request('known'));
    await deliver();
    expect(await codeOf(report)).toBe('known');
  });

  it('compiles the warm-up shader if idle, and then reports that it is ready', async () => {
    client.dispose();
    performance.clearMarks();
    start(echo, {}, { warmUp: request('warm') });
    await deliver(2);
    const marks = () => performance.getEntriesByName('playground:compiler-ready');
    await vi.waitUntil(() => marks().length === 1);
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
    await deliver(2);
    expect(await codeOf(next)).toBe('after');
    expect(server().received[0]).toMatchObject({ params: { binary: { kind: 'module' } } });
  }

  it('is answered with the reason if the worker dies, and a new worker takes over', async () => {
    await deliver();
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
    await deliver();
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
    await deliver();
    const killed = server();
    const report = client.compile(request('survives'));
    await killed.deliver();
    expect(await codeOf(report)).toBe('survives');
    spent = false;
    await vi.waitUntil(() => server() !== killed);
    await expectRecovery(killed);
  });
});

describe('a background compile', () => {
  const inspected = async (...asked: Parameters<CompilerClient['inspect']>) => {
    const settled = await client.inspect(...asked);
    return settled === null || settled === 'no-answer' ? settled : settled.result?.code;
  };

  it('is stored for later compiles, but never repeated after it has killed the compiler', async () => {
    await deliver();
    const deadly = inspected(request('deadly'));
    await vi.waitUntil(() => server().received.length === 2);
    server().crash('out of memory');
    expect(await deadly).toBe('no-answer');
    await deliver();
    expect(await inspected(request('deadly'))).toBe('no-answer');
    expect(sourcesAsked(server())).toEqual([]);
    const other = inspected(request('other'));
    await deliver();
    expect(await other).toBe('other');
    expect(await client.compile(request('other'))).toMatchObject({ cached: true });
  });

  it('is skipped if nothing can be stored, unless a view displays it', async () => {
    await deliver();
    vi.stubGlobal('crypto', {});
    try {
      expect(await inspected(request('text'))).toBe('no-answer');
      const shown = inspected(request('text'), undefined, 'view');
      await deliver();
      expect(await shown).toBe('text');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
