import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MessageFromWorker } from '#engine/language/protocol.ts';
import { readBinary } from '../support/compiler.ts';

/**
 * A line of a session: a client message exactly as the editor sent it, or the relevant parts of a
 * server message.
 */
interface Line {
  readonly client?: object;
  readonly server?: object;
}

const SESSION = path.join(import.meta.dirname, '../sessions/writing-a-function.jsonl');

/** The kinds of all messages that the worker has posted, and the protocol's messages. */
const kinds: MessageFromWorker['kind'][] = [];
const told: unknown[] = [];
const close = vi.fn();
let receive: (data: unknown) => void;

beforeAll(async () => {
  vi.stubGlobal('self', {
    postMessage(message: MessageFromWorker) {
      kinds.push(message.kind);
      if (message.kind === 'rpc') told.push(JSON.parse(message.text));
    },
    close,
  });
  ({ receive } = await import('#engine/language/worker/worker.ts'));
  receive({ kind: 'start', module: await readBinary() });
  await vi.waitUntil(() => kinds.includes('ready'), 60_000);
}, 120_000);
afterAll(() => vi.unstubAllGlobals());

function having(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(having);
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    name === 'items' ? expect.arrayContaining(value.map(having)) : having(value),
  ]);
  return expect.objectContaining(Object.fromEntries(entries));
}

it('the worker gives the recorded answers for a recorded editor session', async () => {
  const lines = (await readFile(SESSION, 'utf8')).trimEnd().split('\n');
  for (const [index, text] of lines.entries()) {
    const { client, server }: Line = JSON.parse(text);
    if (client) receive({ kind: 'rpc', text: JSON.stringify(client) });
    if (server) {
      await vi.waitFor(() => expect(told, `line ${index + 1}`).toContainEqual(having(server)), {
        timeout: 20_000,
        interval: 20,
      });
    }
  }
  expect(kinds).not.toContain('died');
  await vi.waitUntil(() => close.mock.calls.length === 1);
});
