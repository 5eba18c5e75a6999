import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver-protocol';
import { foldersAbove } from '#core/project/filePaths.ts';
import {
  applyChanges,
  createTextDocument,
  nativeText,
  type TextDocument,
} from '#engine/language/textDocument.ts';
import type { NativeServer } from './nativeServer.ts';
import { type EndlessIncludes, endlessIncludesIn, withoutIncludes } from './projectGraph.ts';

export interface ReadyDocument {
  readonly document: TextDocument;
  readonly path: string;
}

/** The open documents and the binary's copies of them. */
export type Documents = ReturnType<typeof createDocuments>;

interface OpenDocument {
  document: TextDocument;
  readonly path: string;
  /** The document that the binary has, and as JSON its includes that were omitted. */
  native: TextDocument;
  omitted: string;
}

export function createDocuments(server: NativeServer) {
  const opened = new Map<string, OpenDocument>();
  let generation = 0;
  /** Whether a document was opened, changed or closed since the binary got all texts. */
  let isStale = false;
  let endless: EndlessIncludes = new Map();
  const close = (uri: string) => {
    const entry = opened.get(uri);
    if (!entry) return;
    opened.delete(uri);
    isStale = true;
    generation += 1;
    server.close(entry.path);
  };
  const send = (entry: OpenDocument) => {
    const { document, path } = entry;
    const includes = endless.get(path) ?? [];
    entry.native = document;
    entry.omitted = JSON.stringify(includes);
    generation += 1;
    server.replace(path, nativeText(withoutIncludes(document, includes)));
  };
  const update = () => {
    if (!isStale) return;
    isStale = false;
    endless = endlessIncludesIn([...opened.values()]);
    for (const entry of opened.values()) {
      const { document, native, omitted, path } = entry;
      const isNew = document !== native && document.text !== native.text;
      if (isNew || omitted !== JSON.stringify(endless.get(path) ?? [])) send(entry);
      else entry.native = document;
    }
  };
  return {
    open({ textDocument: { uri, version, text } }: DidOpenTextDocumentParams) {
      const path = pathOf(uri);
      if (path === undefined) return;
      close(uri);
      if (!isFreePath(path, [...opened.values()])) return;
      const document = createTextDocument(uri, version, text);
      opened.set(uri, { document, path, native: document, omitted: '[]' });
      isStale = true;
      generation += 1;
      server.open(path, nativeText(document));
    },
    change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams) {
      const entry = opened.get(uri);
      if (!entry) return;
      entry.document = applyChanges(entry.document, version, contentChanges);
      isStale = true;
    },
    close,
    get: (uri: string): TextDocument | undefined => opened.get(uri)?.document,
    /** In the order in which they were opened. */
    all: (): readonly ReadyDocument[] => [...opened.values()],
    /**
     * Sends the latest texts of all documents to the binary, because they may import each other,
     * and returns the requested one; undefined if it is not open. Edits on their own cost the
     * binary nothing.
     */
    ready(uri: string): ReadyDocument | undefined {
      const entry = opened.get(uri);
      if (!entry) return undefined;
      update();
      return entry;
    },
    /** The includes that are withheld from the binary, because it would never finish. */
    endless(): EndlessIncludes {
      update();
      return endless;
    },
    /** Changes whenever the binary discards what it knows about the texts. */
    generation: (): number => generation,
    /** Makes the binary discard what it knows about the texts. */
    forget() {
      const [first] = opened.values();
      if (first) send(first);
    },
  };
}

/**
 * Whether a file can have the path. It must not equal another document's path, and neither may be a
 * folder of the other.
 */
function isFreePath(path: string, others: readonly ReadyDocument[]): boolean {
  return others.every(
    (other) =>
      other.path !== path &&
      !foldersAbove(other.path).includes(path) &&
      !foldersAbove(path).includes(other.path),
  );
}

/** The path in a `file:` URI; undefined for other URIs, which the binary cannot store. */
export function pathOf(uri: string): string | undefined {
  const path = /^file:\/\/(\/[^?#]+)$/.exec(uri)?.[1];
  if (path === undefined || path.endsWith('/')) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
