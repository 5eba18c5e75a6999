import { vi } from 'vitest';
import type { Deliver, Transport } from '#engine/compiler/client/transport.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createServer, type ServerHost } from '#engine/compiler/core/server.ts';
import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';

export type MemoryServer = ReturnType<typeof startMemoryServer>;

/** A compiler server in memory; the test decides when it receives messages. */
export function startMemoryServer(
  deliver: Deliver,
  compiler: Compiler,
  host: Partial<ServerHost> = {},
) {
  const received: RequestMessage[] = [];
  const waiting: RequestMessage[] = [];
  let closed = false;
  const post = (message: MessageFromWorker) => {
    if (!closed) deliver(message);
  };
  const serve = createServer({
    identity: { compilerVersion: 'test', fingerprint: 'test' },
    post,
    loadBinary: async () =>
      new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])),
    createCompiler: async () => compiler,
    ...host,
  });
  const transport: Transport = {
    send(message) {
      received.push(message);
      waiting.push(message);
    },
    close() {
      closed = true;
    },
  };
  return {
    ...{ received, transport },
    get closed() {
      return closed;
    },
    /** Waits for the next message and delivers it to the server; otherwise messages wait. */
    async deliver() {
      const message = await vi.waitUntil(() => waiting.shift());
      await serve(message);
    },
    crash(reason: string) {
      if (!closed) deliver({ kind: 'closed', reason });
    },
  };
}
