import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLanguageClient,
  type LanguageClient,
  type LinkEvents,
  SILENCE_LIMIT,
  START_LIMIT,
  type WorkerLink,
} from './languageClient.ts';
import type { MessageToWorker } from './protocol.ts';

type FakeWorker = ReturnType<typeof startFake>['worker'];

let workers: FakeWorker[];
let states: string[];
let heard: { readonly id?: number; readonly result?: unknown; readonly error?: unknown }[];
let client: LanguageClient;

const MODULE = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

function startFake({ onMessage, onClosed }: LinkEvents) {
  /** The received protocol messages, in order. */
  const rpc: { readonly id?: number; readonly method: string; readonly params: unknown }[] = [];
  let life: 'starting' | 'alive' | 'hanging' = 'starting';
  let owed = 0;
  const worker = {
    rpc,
    closed: false,
    /** Becomes ready, and answers pings from now on. */
    ready() {
      life = 'alive';
      onMessage({ kind: 'ready', milliseconds: 1 });
      for (; owed > 0; owed -= 1) onMessage({ kind: 'pong' });
    },
    /** Accepts messages but no longer responds. */
    hang() {
      life = 'hanging';
    },
    answer(id: number, result: unknown) {
      const text = JSON.stringify({ jsonrpc: '2.0', id, result });
      onMessage({ kind: 'rpc', text, answers: id });
    },
    crash: onClosed,
  };
  const post = (message: MessageToWorker) => {
    if (message.kind === 'rpc') rpc.push(JSON.parse(message.text));
    if (message.kind !== 'ping') return;
    if (life === 'alive') queueMicrotask(() => onMessage({ kind: 'pong' }));
    else owed += 1;
  };
  const close = () => {
    worker.closed = true;
  };
  return { worker, link: { post, close } satisfies WorkerLink };
}

const worker = (number: number): FakeWorker => {
  const found = workers[number];
  if (!found) throw new Error(`There is no worker ${number}.`);
  return found;
};
const send = (message: object) =>
  client.transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
const hover = (id: number) => send({ id, method: 'textDocument/hover', params: {} });
const initialize = () => send({ id: 1, method: 'initialize', params: {} });
const methodsOf = (number: number) => worker(number).rpc.map(({ method }) => method);
const settle = () => vi.advanceTimersByTimeAsync(0);

const create = (module: Promise<WebAssembly.Module>) =>
  createLanguageClient({
    startLink(events) {
      const { worker, link } = startFake(events);
      workers.push(worker);
      return link;
    },
    module,
    onState: (state) =>
      states.push('reason' in state ? `${state.kind}: ${state.reason}` : state.kind),
  });

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  states = [];
  heard = [];
  client = create(Promise.resolve(MODULE));
  client.transport.subscribe((text) => heard.push(JSON.parse(text)));
});
afterEach(() => {
  client.dispose();
  vi.useRealTimers();
});

async function start(): Promise<void> {
  client.start();
  await settle();
}

async function startReady(): Promise<void> {
  await start();
  worker(0).ready();
  await settle();
}

const FILE = { uri: 'file:///user.slang' };

function openDocument(text: string): void {
  initialize();
  worker(0).answer(1, { capabilities: {} });
  send({ method: 'initialized', params: {} });
  const textDocument = { ...FILE, languageId: 'slang', version: 1, text };
  send({ method: 'textDocument/didOpen', params: { textDocument } });
}

describe('the language client', () => {
  it('starts one worker on request', async () => {
    expect(workers).toHaveLength(0);
    await startReady();
    await start();
    expect(workers).toHaveLength(1);
    expect(states).toEqual(['starting', 'ready']);
  });

  it('keeps messages sent before the worker runs', async () => {
    initialize();
    await start();
    expect(methodsOf(0)).toEqual(['initialize', 'initialized']);
    worker(0).ready();
    worker(0).answer(1, 'capabilities');
    expect(heard).toMatchObject([{ id: 1, result: 'capabilities' }]);
  });

  it('sends the current documents to a new worker, and hides its second initialization from the client', async () => {
    await startReady();
    openDocument('one\ntwo\n');
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
    const params = {
      textDocument: { ...FILE, version: 2 },
      contentChanges: [{ range, text: '2' }],
    };
    send({ method: 'textDocument/didChange', params });
    worker(0).crash('memory ran out');
    await settle();
    expect(worker(0).closed).toBe(true);
    expect(methodsOf(1)).toEqual(['initialize', 'initialized', 'textDocument/didOpen']);
    const textDocument = { ...FILE, languageId: 'slang', version: 2, text: 'one\n2\n' };
    expect(worker(1).rpc.at(-1)).toMatchObject({ params: { textDocument } });
    expect(worker(1).rpc[0]).toMatchObject({ id: 1 });
    worker(1).ready();
    worker(1).answer(1, { capabilities: {} });
    await settle();
    expect(heard).toHaveLength(1);
    expect(states).toEqual(['starting', 'ready', 'restarting: memory ran out', 'ready']);
  });

  it('answers requests left open by a crash', async () => {
    await startReady();
    openDocument('');
    hover(2);
    hover(3);
    worker(0).answer(3, null);
    worker(0).crash('boom');
    expect(heard.slice(1)).toMatchObject([
      { id: 3, result: null },
      { id: 2, error: { code: -32802, message: 'boom' } },
    ]);
  });

  it('forgets a document that was closed', async () => {
    await startReady();
    openDocument('');
    send({ method: 'textDocument/didClose', params: { textDocument: FILE } });
    worker(0).crash('boom');
    await settle();
    expect(methodsOf(1)).toEqual(['initialize', 'initialized']);
  });

  it('gives up after five crashes within a minute, and restarts on request', async () => {
    await startReady();
    for (let crash = 0; crash < 5; crash += 1) {
      await vi.advanceTimersByTimeAsync(5000);
      worker(crash).crash(`crash ${crash}`);
      await settle();
    }
    expect(workers).toHaveLength(5);
    expect(states.at(-1)).toBe('failed: crash 4');
    await start();
    worker(5).ready();
    expect(states.slice(-2)).toEqual(['starting', 'ready']);
  });

  it('keeps restarting if crashes are rare', async () => {
    await startReady();
    for (let crash = 0; crash < 12; crash += 1) {
      await vi.advanceTimersByTimeAsync(16_000);
      worker(crash).crash('rare');
      await settle();
      worker(crash + 1).ready();
    }
    expect(states.at(-1)).toBe('ready');
  });

  it('replaces a worker that hangs, and gives up on the third', async () => {
    await startReady();
    for (let hang = 0; hang < 3; hang += 1) {
      worker(hang).hang();
      hover(10 + hang);
      await vi.advanceTimersByTimeAsync(SILENCE_LIMIT - 1);
      expect(workers).toHaveLength(hang + 1);
      await vi.advanceTimersByTimeAsync(1);
      workers[hang + 1]?.ready();
      await settle();
    }
    expect(heard.map(({ id }) => id)).toEqual([10, 11, 12]);
    expect(states.at(-1)).toBe('failed: The language server was silent for 15 s.');
  });

  it('notices a hang on a message sent after the ping', async () => {
    await startReady();
    hover(2);
    hover(3);
    worker(0).hang();
    await settle();
    await vi.advanceTimersByTimeAsync(SILENCE_LIMIT);
    expect(worker(0).closed).toBe(true);
  });

  it('answers a request immediately while no worker runs', async () => {
    hover(7);
    await settle();
    expect(heard).toMatchObject([{ id: 7, error: { code: -32802 } }]);
  });

  it('waits a limited time for a slow start', async () => {
    client.start();
    initialize();
    await vi.advanceTimersByTimeAsync(START_LIMIT - 1);
    expect(states).toEqual(['starting']);
    await vi.advanceTimersByTimeAsync(1);
    expect(states.at(-1)).toBe('restarting: The language server was silent for 120 s.');
  });

  it('gives the reason if there is no compiler to share', async () => {
    client = create(Promise.reject(new Error('The compiler did not load.')));
    await start();
    expect(states).toEqual(['starting', 'failed: The compiler did not load.']);
  });

  it('asks only the running worker to hold diagnostics, not the next one', async () => {
    client.holdDiagnostics(true);
    await start();
    worker(0).ready();
    client.holdDiagnostics(true);
    worker(0).crash('It crashed.');
    await settle();
    const held = (number: number) =>
      worker(number)
        .rpc.filter(({ method }) => method === '$/holdDiagnostics')
        .map(({ params }) => params);
    expect([held(0), held(1)]).toEqual([[{ hold: true }], []]);
  });

  it('sends nothing after it is disposed', async () => {
    await startReady();
    openDocument('');
    client.dispose();
    expect(worker(0).closed).toBe(true);
    hover(9);
    await start();
    expect(workers).toHaveLength(1);
  });
});
