import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CompileRequest, type CompileResult, runRequest } from '#core/output/compileResult.ts';
import {
  type CompilerClient,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import type { Delivery, StartServer } from '#engine/compiler/client/transport.ts';
import { PROTOCOL_VERSION, type RequestMessage } from '#engine/compiler/protocol.ts';
import { compiledAnswer } from '../support/answers.ts';
import { createFakeServices } from '../support/fakeServices.ts';
import { type MemoryServer, startMemoryServer } from '../support/memoryTransport.ts';
import { startNodeWorker } from '../support/nodeTransport.ts';

const WRONG = 'wrong';
const NO_RESULT = { diagnostics: [], result: null };

/** Compiles a source to itself. */
const compile = ({ sourceCode }: CompileRequest): CompileResult =>
  sourceCode === WRONG
    ? { succ: false, message: 'It fails.', log: 'error', ...NO_RESULT }
    : compiledAnswer(sourceCode);

const compiler = {
  compile,
  memoryBytes: () => 0,
  isSpent: () => false,
  findEntryPoints: () =>
    ({ succ: true, message: '', log: '', diagnostics: [], result: [] }) as const,
};

/** A server whose messages arrive on their own. */
const startInMemory: StartServer = (deliver) => {
  const server = startMemoryServer(deliver, compiler);
  return {
    ...server.transport,
    send(message) {
      server.transport.send(message);
      void server.deliver();
    },
  };
};

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: PROTOCOL_VERSION, binary: { kind: 'url', url: 'unused' } },
} as const;
const COMPILE = {
  method: 'compile',
  params: runRequest('RWStructuredBuffer<float> data;'),
} as const;

describe.each([
  ['a server in memory', startInMemory],
  ['a server in a thread', startNodeWorker],
])('%s', (_, start) => {
  let close = () => {};
  afterEach(() => close());

  /** Sends requests with the ids 1, 2, …, and waits for all answers. */
  async function answersTo(...requests: readonly Pick<RequestMessage, 'method' | 'params'>[]) {
    const answers: Delivery[] = [];
    const transport = start((delivery) => {
      if (delivery.kind !== 'event') answers.push(delivery);
    });
    close = transport.close;
    for (const [index, request] of requests.entries()) {
      transport.send({ kind: 'request', id: index + 1, ...request });
    }
    expect(answers).toEqual([]);
    await vi.waitUntil(() => answers.length === requests.length, 60_000);
    return answers;
  }

  it('answers each request with its id, and gives the compiled binary away', async () => {
    const [ready] = await answersTo(INITIALIZE);
    const result = { compilerVersion: expect.any(String), fingerprint: expect.any(String) };
    expect(ready).toMatchObject({ kind: 'result', id: 1, result });
    expect(ready).toHaveProperty('result.module', expect.any(WebAssembly.Module));
  });

  it('fails to compile before it is initialized, and refuses another protocol', async () => {
    const other = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: 0 } };
    const [early, refused] = await answersTo(COMPILE, other);
    const answer = {
      succ: false,
      message: "Slang session not available. Maybe the compiler hasn't been initialized yet?",
    };
    expect(early).toMatchObject({ kind: 'result', id: 1, result: { answer } });
    const message = `The page speaks version 0 of the compiler's protocol, the worker ${PROTOCOL_VERSION}: reload the page to get matching files.`;
    expect(refused).toEqual({ kind: 'error', id: 2, message });
  });

  it('delivers nothing after it is closed', async () => {
    const deliver = vi.fn();
    const transport = start(deliver);
    transport.send({ kind: 'request', id: 1, ...COMPILE });
    transport.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(deliver).not.toHaveBeenCalled();
  });
});

interface Bench {
  readonly client: CompilerClient;
  /** Whether a request waits for the compiler. */
  isBusy(): boolean;
  /** Lets the compiler answer its next request. */
  answer(): Promise<void>;
  /** The sources that reached the compiler. */
  asked(): readonly string[];
}

function fakeClient(): Bench {
  const pending: (() => void)[] = [];
  const hold = <Answer>(answer: Answer) =>
    new Promise<Answer>((resolve) => pending.push(() => resolve(answer)));
  const fake = createFakeServices({
    compile: (request) => hold(compile(request)),
    entryPoints: () => hold(compiler.findEntryPoints()),
  });
  return {
    client: fake.services.createCompiler(() => {}),
    isBusy: () => pending.length > 0,
    answer: async () => (await vi.waitUntil(() => pending.shift()))(),
    asked: () => fake.compiled.map(({ sourceCode }) => sourceCode),
  };
}

async function realClient(): Promise<Bench> {
  const servers: MemoryServer[] = [];
  const asked: string[] = [];
  const client = createCompilerClient({
    start(deliver) {
      const server = startMemoryServer(deliver, {
        ...compiler,
        compile(request) {
          asked.push(request.sourceCode);
          return compile(request);
        },
      });
      servers.push(server);
      return server.transport;
    },
    ...{ binaryUrl: 'unused', onState: () => {} },
  });
  const answer = async () => servers[0]?.deliver();
  await answer();
  const isBusy = () => servers[0]?.received.length === 2;
  return { client, isBusy, answer, asked: () => asked };
}

describe.each([
  ['the fake compiler client', fakeClient],
  ['the compiler client', realClient],
])('%s', (_, open) => {
  it('reports what a compile gave, and how long it took', async () => {
    const { client, answer } = await open();
    const report = client.compile(runRequest('text'));
    await answer();
    const times = { milliseconds: expect.any(Number), cached: false };
    expect(await report).toMatchObject({ ...compiledAnswer('text'), ...times });
  });

  it('reports a source that does not compile as a value', async () => {
    const { client, answer } = await open();
    const report = client.compile(runRequest(WRONG));
    await answer();
    expect(await report).toMatchObject({ succ: false, message: 'It fails.', log: 'error' });
  });

  it('answers only the newest compile, and skips those in between', async () => {
    const { client, answer, asked, isBusy } = await open();
    const first = client.compile(runRequest('first'));
    await vi.waitUntil(isBusy);
    const second = client.compile(runRequest('second'));
    const third = client.compile(runRequest('third'));
    await answer();
    expect([await first, await second]).toEqual([null, null]);
    await answer();
    expect(await third).toMatchObject(compiledAnswer('third'));
    expect(asked()).toEqual(['first', 'third']);
  });

  it('inspects a source, and finds its entry points', async () => {
    const { client, answer } = await open();
    const inspection = client.inspect(runRequest('text'));
    await answer();
    expect(await inspection).toMatchObject(compiledAnswer('text'));
    const found = client.findEntryPoints(runRequest('text'));
    await answer();
    expect(await found).toEqual(compiler.findEntryPoints());
  });
});
