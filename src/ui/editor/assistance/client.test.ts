import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RPC_ERRORS } from '#engine/language/protocol.ts';
import { createClient } from './assistance.ts';

// The module needs a browser's document; this test does not use it.
vi.mock('./documentation.ts', () => ({ sanitizeHtml: (html: string) => html }));

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client whose server initializes and then answers with `answer`; undefined means no answer. */
function connect(answer: (method: string) => Answer | undefined) {
  const handlers = new Set<(text: string) => void>();
  return createClient({
    send(text) {
      const { id, method } = JSON.parse(text);
      const given = method === 'initialize' ? { result: { capabilities: {} } } : answer(method);
      if (id === undefined || !given) return;
      const reply = JSON.stringify({ jsonrpc: '2.0', id, ...given });
      queueMicrotask(() => {
        for (const handler of handlers) handler(reply);
      });
    },
    subscribe: (handler) => void handlers.add(handler),
    unsubscribe: (handler) => void handlers.delete(handler),
  });
}
const failing = (code: number) => connect(() => ({ error: { code, message: 'unreachable' } }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('returns the server’s answer', async () => {
  const client = connect((method) => ({ result: method }));
  expect(await client.request('textDocument/hover', {})).toBe('textDocument/hover');
});

it('returns nothing when the server fails, and warns once per method', async () => {
  const client = failing(RPC_ERRORS.internal);
  for (const method of ['textDocument/hover', 'textDocument/hover', 'textDocument/definition']) {
    expect(await client.request(method, {})).toBeNull();
  }
  expect(vi.mocked(console.warn).mock.calls.map(([message]) => message)).toEqual([
    'The language server failed at textDocument/hover.',
    'The language server failed at textDocument/definition.',
  ]);
});

it('returns nothing when the server does not answer for a minute', async () => {
  const client = connect(() => undefined);
  const asked = client.request('textDocument/hover', {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await asked).toBeNull();
  expect(console.warn).toHaveBeenCalledOnce();
});

it.each([RPC_ERRORS.cancelled, RPC_ERRORS.serverCancelled])(
  'logs nothing for a request that was superseded or lost with its server (%d)',
  async (code) => {
    expect(await failing(code).request('textDocument/hover', {})).toBeNull();
    expect(console.warn).not.toHaveBeenCalled();
  },
);
