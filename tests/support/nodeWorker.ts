import { parentPort } from 'node:worker_threads';
import { createCompiler } from '#engine/compiler/core/compiler.ts';
import { createServer } from '#engine/compiler/core/server.ts';
import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';
import { readBinary, readLibraries } from './compiler.ts';

/** The real compiler with the real protocol, in a Node thread that can hang or crash on its own. */
const port = parentPort;
if (!port) throw new Error('nodeWorker.ts runs in a worker thread only.');

const libraries = await readLibraries();
const serve = createServer({
  identity: { compilerVersion: 'node', fingerprint: 'node' },
  post: (message: MessageFromWorker) => port.postMessage(message),
  loadBinary: (source) =>
    source.kind === 'module' ? Promise.resolve(source.module) : readBinary(),
  createCompiler: (binary) => createCompiler(binary, libraries),
});

port.on('message', (request: RequestMessage) => void serve(request));
