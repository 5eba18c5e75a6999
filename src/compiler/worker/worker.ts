import { createCompiler } from '#compiler/core/compiler.ts';
import { fetchBinary } from '#compiler/core/fetchBinary.ts';
import { fingerprintOf } from '#compiler/core/fingerprint.ts';
import { createServer } from '#compiler/core/server.ts';
import type { MessageFromWorker, RequestMessage } from '#compiler/protocol.ts';
import compilerFile from '#generated/slang/compiler.json';
import playground from '#slang/playground.slang?raw';
import printing from '#slang/printing.slang?raw';
import rendering from '#slang/rendering.slang?raw';

declare const self: DedicatedWorkerGlobalScope;

const libraries = [
  { name: 'playground', source: playground },
  { name: 'rendering', source: rendering },
  { name: 'printing', source: printing },
];

const post = (message: MessageFromWorker) => self.postMessage(message);

const serve = createServer({
  identity: {
    compilerVersion: compilerFile.version,
    fingerprint: fingerprintOf(compilerFile.binarySha256, libraries),
  },
  post,
  async loadBinary(source) {
    if (source.kind === 'module') return source.module;
    return fetchBinary({
      url: source.url,
      inflatedBytes: compilerFile.binaryBytes,
      onProgress: (progress) => post({ kind: 'event', name: 'loading', progress }),
    });
  },
  createCompiler: (binary) => createCompiler(binary, libraries),
});

self.addEventListener('message', (event: MessageEvent<RequestMessage>) => {
  void serve(event.data);
});
