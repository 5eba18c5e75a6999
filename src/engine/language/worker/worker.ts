import { LIBRARIES } from '#core/slang/libraries.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { instantiateSlang } from '#engine/compiler/core/slangModule.ts';
import { createLanguageServer } from '#engine/language/core/languageServer.ts';
import { createNativeServer, warmUp } from '#engine/language/core/nativeServer.ts';
import type { MessageFromWorker, MessageToWorker } from '#engine/language/protocol.ts';
import coreLibraryUrl from '#generated/slang/core-library.slang?url';

/** The parts of the worker's scope in use. Tests replace it. */
declare const self: {
  postMessage(message: MessageFromWorker): void;
  close(): void;
};

const post = (message: MessageFromWorker) => self.postMessage(message);
const die = (reason: string) => post({ kind: 'died', reason });
const defer = (work: () => void) => void setTimeout(work, 0);

async function start(module: WebAssembly.Module): Promise<(text: string) => void> {
  const started = performance.now();
  const { slang } = await instantiateSlang(module);
  const native = createNativeServer(slang, LIBRARIES);
  warmUp(native);
  const receive = createLanguageServer({
    native,
    libraries: LIBRARIES,
    post: (text, answers) => post({ kind: 'rpc', text, answers }),
    loadCoreLibrary,
    onFailure: die,
    onExit: () => self.close(),
    defer,
  });
  post({ kind: 'ready', milliseconds: performance.now() - started });
  return receive;
}

async function loadCoreLibrary(): Promise<string> {
  const response = await fetch(coreLibraryUrl, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`The core library's source is missing: ${response.status}.`);
  return response.text();
}

let server: Promise<(text: string) => void> | undefined;

export function receive(data: unknown): void {
  // The page sends no other messages.
  const message = data as MessageToWorker;
  switch (message.kind) {
    case 'start':
      server = start(message.module);
      server.catch((thrown) => die(messageOf(thrown)));
      return;
    case 'rpc':
      void server?.then((take) => take(message.text));
      return;
    case 'ping':
      void server?.then(() => defer(() => post({ kind: 'pong' })));
      return;
    default:
      assertNever(message);
  }
}
