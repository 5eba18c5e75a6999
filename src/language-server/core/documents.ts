import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver-protocol';
import {
  applyChanges,
  createTextDocument,
  nativeText,
  type TextDocument,
} from '#language-server/textDocument.ts';
import type { NativeServer } from './nativeServer.ts';

/** The open documents, and the binary's copies of them. */
export interface Documents {
  open(params: DidOpenTextDocumentParams): void;
  change(params: DidChangeTextDocumentParams): void;
  close(uri: string): void;
  get(uri: string): TextDocument | undefined;
  /**
   * Sends the newest text to the binary, and returns the document and its path in the
   * binary; undefined for a document that is not open. Edits alone cost the binary nothing.
   */
  ready(uri: string): { readonly document: TextDocument; readonly path: string } | undefined;
}

interface OpenDocument {
  document: TextDocument;
  readonly path: string;
  /** The text that the binary has. */
  native: TextDocument;
}

export function createDocuments(
  server: Pick<NativeServer, 'open' | 'replace' | 'close'>,
): Documents {
  const opened = new Map<string, OpenDocument>();
  const close = (uri: string) => {
    const entry = opened.get(uri);
    if (!entry) return;
    opened.delete(uri);
    server.close(entry.path);
  };
  return {
    open({ textDocument: { uri, version, text } }) {
      const path = pathOf(uri);
      if (path === undefined) return;
      close(uri);
      const document = createTextDocument(uri, version, text);
      opened.set(uri, { document, path, native: document });
      server.open(path, nativeText(document));
    },
    change({ textDocument: { uri, version }, contentChanges }) {
      const entry = opened.get(uri);
      if (entry) entry.document = applyChanges(entry.document, version, contentChanges);
    },
    close,
    get: (uri) => opened.get(uri)?.document,
    ready(uri) {
      const entry = opened.get(uri);
      if (!entry) return undefined;
      const { document, native, path } = entry;
      if (document.text !== native.text) server.replace(path, nativeText(document));
      entry.native = document;
      return { document, path };
    },
  };
}

/** The path in a `file:` address; undefined for other addresses, which the binary cannot store. */
export function pathOf(uri: string): string | undefined {
  const path = /^file:\/\/(\/[^?#]+)$/.exec(uri)?.[1];
  if (path === undefined || path.endsWith('/')) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
