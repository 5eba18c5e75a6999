import { LIBRARIES } from '#core/slang/libraries.ts';
import { createCompiler } from '#engine/compiler/core/compiler.ts';
import { fetchBinary } from '#engine/compiler/core/fetchBinary.ts';
import { createServer } from '#engine/compiler/core/server.ts';
import type { MessageFromWorker, RequestMessage } from '#engine/compiler/protocol.ts';
import compilerFile from '#generated/slang/compiler.json';
import { fingerprint } from '#generated/slang/fingerprint.json';

declare const self: DedicatedWorkerGlobalScope;

const post = (message: MessageFromWorker) => self.postMessage(message);

const serve = createServer({
  identity: { compilerVersion: compilerFile.version, fingerprint },
  post,
  async loadBinary(source) {
    if (source.kind === 'module') return source.module;
    return fetchBinary({
      url: source.url,
      inflatedBytes: compilerFile.binaryBytes,
      onProgress: (progress) => post({ kind: 'event', name: 'loading', progress }),
    });
  },
  createCompiler: (binary) => createCompiler(binary, LIBRARIES),
});

export function receive(data: unknown): void {
  // The page's side of the protocol sends nothing else.
  void serve(data as RequestMessage);
}
