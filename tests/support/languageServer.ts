import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as lsp from 'vscode-languageserver-protocol';
import { instantiateSlang } from '#engine/compiler/core/slangModule.ts';
import {
  createLanguageServer,
  type LanguageServerHost,
} from '#engine/language/core/languageServer.ts';
import { createNativeServer, type NativeServer } from '#engine/language/core/nativeServer.ts';
import type { LanguageRequest, LanguageRequests } from '#engine/language/protocol.ts';
import { readBinary, readLibraries } from './compiler.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The binary's real language server, in Node. It takes seconds to start. */
export async function createTestNativeServer(): Promise<NativeServer> {
  const { slang } = await instantiateSlang(await readBinary());
  return createNativeServer(slang, await readLibraries());
}

export type TestClient = Awaited<ReturnType<typeof connectTestClient>>;

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** A client that talks to a language server in memory, using the protocol. */
export async function connectTestClient(
  native: NativeServer,
  host: Partial<LanguageServerHost> = {},
) {
  const pending = new Map<number, Pending>();
  const received: lsp.NotificationMessage[] = [];
  const failures: string[] = [];
  const listeners = new Set<() => void>();
  const receive = (text: string) => {
    const message = JSON.parse(text);
    const request = pending.get(message.id);
    if (request && message.error) request.reject(new Error(JSON.stringify(message.error)));
    else if (request) request.resolve(message.result as never);
    else received.push(message);
    for (const listener of listeners) listener();
  };
  const send = createLanguageServer({
    native,
    libraries: await readLibraries(),
    post: receive,
    loadCoreLibrary: () => readFile(path.join(root, 'generated/slang/core-library.slang'), 'utf8'),
    onFailure: (reason) => failures.push(reason),
    onExit: () => failures.push('exit'),
    defer: (work) => void setTimeout(work, 0),
    ...host,
  });
  let lastId = 0;
  return {
    received,
    failures,
    /** Sends a text that is not a protocol message. */
    sendText: send,
    /** Rejects with the server's error. */
    request: <Method extends LanguageRequest>(
      method: Method,
      params: LanguageRequests[Method]['params'],
    ) =>
      new Promise<LanguageRequests[Method]['result']>((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
        send(JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params }));
      }),
    notify: (method: string, params?: unknown) =>
      send(JSON.stringify({ jsonrpc: '2.0', method, params })),
    /** The document's newest diagnostics, once the server has reported them for this version. */
    diagnostics: (uri: string, version: number) =>
      new Promise<lsp.Diagnostic[]>((resolve) => {
        const look = () => {
          const told = received
            .filter(({ method }) => method === 'textDocument/publishDiagnostics')
            .map(({ params }) => params as lsp.PublishDiagnosticsParams)
            .findLast((params) => params.uri === uri && params.version === version);
          if (!told) return;
          listeners.delete(look);
          resolve(told.diagnostics);
        };
        listeners.add(look);
        look();
      }),
  };
}
