import { describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import {
  type MessageFromWorker,
  PROTOCOL_VERSION,
  type RequestMessage,
} from '#engine/compiler/protocol.ts';
import { createServer } from './server.ts';

function start() {
  const posted: MessageFromWorker[] = [];
  const serve = createServer({
    identity: { compilerVersion: 'test', fingerprint: 'test' },
    post: (message) => posted.push(message),
    loadBinary: () => Promise.reject(new Error('no binary in this test')),
    createCompiler: () => Promise.reject(new Error('no compiler in this test')),
  });
  return { posted, serve };
}

const initialize = (protocolVersion: number): RequestMessage => ({
  kind: 'request',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, binary: { kind: 'url', url: 'slang.wasm.gz' } },
});

describe('the compiler server', () => {
  it('rejects a page with another protocol version', async () => {
    const { posted, serve } = start();
    await serve(initialize(PROTOCOL_VERSION + 1));
    const message = `The page speaks version ${PROTOCOL_VERSION + 1} of the compiler's protocol, the worker ${PROTOCOL_VERSION}: reload the page to get matching files.`;
    expect(posted).toEqual([{ kind: 'error', id: 1, message }]);
  });

  it('answers a failed initialization with the reason', async () => {
    const { posted, serve } = start();
    await serve(initialize(PROTOCOL_VERSION));
    expect(posted).toEqual([{ kind: 'error', id: 1, message: 'no binary in this test' }]);
  });

  it('reports a compile request that arrives before it is ready', async () => {
    const { posted, serve } = start();
    await serve({ kind: 'request', id: 7, method: 'compile', params: runRequest('') });
    const message = "Slang session not available. Maybe the compiler hasn't been initialized yet?";
    expect(posted).toMatchObject([
      { kind: 'result', id: 7, result: { answer: { succ: false, message } } },
    ]);
  });
});
