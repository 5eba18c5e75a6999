import { LSPClient } from '@codemirror/lsp-client';
import type { LanguageTransport } from '#engine/language/client/transport.ts';
import { RPC_ERRORS } from '#engine/language/protocol.ts';
import { slangLanguage } from '#ui/editor/grammars/slang.ts';
import { sanitizeHtml } from './sanitize.ts';
import { ServerFiles } from './serverFiles.ts';
import { publishProblems } from './serverProblems.ts';

/** Long enough for a server that restarts meanwhile. The client detects hangs itself. */
const REQUEST_TIMEOUT = 60_000;

/**
 * A client whose requests never reject: they return nothing if the server went away, failed or
 * did not answer, or if a newer request superseded them. No caller could do more about it.
 */
class PatientClient extends LSPClient {
  /** The methods whose failure was reported. */
  private readonly told = new Set<string>();

  override async request<Params, Answer>(method: string, params: Params): Promise<Answer> {
    try {
      return await super.request<Params, Answer>(method, params);
    } catch (error) {
      if (!isGone(error) && !this.told.has(method)) {
        this.told.add(method);
        console.warn(`The language server failed at ${method}.`, error);
      }
      // Every requested answer may be null.
      return null as Answer;
    }
  }
}

function isGone(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === RPC_ERRORS.serverCancelled || error.code === RPC_ERRORS.cancelled;
}

/** A client for the project of one editor at a time. */
export function createClient(transport: LanguageTransport): LSPClient {
  const client = new PatientClient({
    rootUri: 'file:///',
    timeout: REQUEST_TIMEOUT,
    sanitizeHTML: sanitizeHtml,
    highlightLanguage: (name) => (name === 'slang' ? slangLanguage : null),
    workspace: (client) => new ServerFiles(client),
    notificationHandlers: { 'textDocument/publishDiagnostics': publishProblems },
  });
  client.connect(transport);
  // Requests wait for the initialization, and fail with it.
  client.initializing.catch(() => {});
  return client;
}
