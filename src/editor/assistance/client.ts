import { LSPClient, LSPPlugin, Workspace, type WorkspaceFile } from '@codemirror/lsp-client';
import type { ChangeSet, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { slangLanguage } from '#editor/grammars/slang.ts';
import type { LanguageTransport } from '#language-server/client/transport.ts';
import { RPC_ERRORS } from '#language-server/protocol.ts';
import { displayDocument } from './places.ts';
import { sanitizeHtml } from './sanitize.ts';
import { publishProblems } from './serverProblems.ts';

/** Long enough for a server that restarts meanwhile. The client detects hangs itself. */
const REQUEST_TIMEOUT = 60_000;

/** The name of the user's document, as in the compiler's messages. */
export const USER_URI = 'file:///user.slang';

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

/** A client for one document in one editor at a time. */
export function createClient(transport: LanguageTransport): LSPClient {
  const client = new PatientClient({
    rootUri: 'file:///',
    timeout: REQUEST_TIMEOUT,
    sanitizeHTML: sanitizeHtml,
    highlightLanguage: (name) => (name === 'slang' ? slangLanguage : null),
    workspace: (client) => new OneEditorWorkspace(client),
    notificationHandlers: { 'textDocument/publishDiagnostics': publishProblems },
  });
  client.connect(transport);
  // Requests wait for the initialization, and fail with it.
  client.initializing.catch(() => {});
  return client;
}

interface OpenFile extends WorkspaceFile {
  readonly view: EditorView;
}

class OneEditorWorkspace extends Workspace {
  files: OpenFile[] = [];
  /** Unique, so that diagnostics of an earlier editor do not appear in a later one. */
  private version = 0;

  syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    return this.files.flatMap((file) => {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) return [];
      const { unsyncedChanges: changes } = plugin;
      const { doc: prevDoc } = file;
      this.version += 1;
      file.doc = file.view.state.doc;
      file.version = this.version;
      plugin.clear();
      return [{ file, prevDoc, changes }];
    });
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    this.version += 1;
    const { doc } = view.state;
    const file = { uri, languageId, version: this.version, doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string, view: EditorView): void {
    this.files = this.files.filter((file) => file.view !== view);
    this.client.didClose(uri);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    const view = this.files[0]?.view;
    return view ? displayDocument(view, uri) : null;
  }
}
