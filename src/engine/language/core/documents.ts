import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
} from 'vscode-languageserver-protocol';
import { foldersAbove } from '#core/project/filePaths.ts';
import {
  type Edge,
  edgesOf,
  endlessIncludes,
  type GraphFile,
  type IncludeCycle,
  type References,
  readReferences,
} from '#core/source/moduleGraph.ts';
import {
  applyChanges,
  createTextDocument,
  nativeText,
  type TextDocument,
} from '#engine/language/textDocument.ts';
import type { NativeServer } from './nativeServer.ts';

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

interface PathDocument {
  readonly document: TextDocument;
  readonly path: string;
}

/** By the path of the including document. */
type EndlessIncludes = ReadonlyMap<string, readonly IncludeCycle[]>;

export type ProjectGraph = ReturnType<typeof readProjectGraph>;

/** Entries stay valid because an edit creates a new document. */
const REFERENCES = new WeakMap<TextDocument, References>();

function referencesOf(document: TextDocument): References {
  const references = REFERENCES.get(document) ?? readReferences(document.text);
  REFERENCES.set(document, references);
  return references;
}

function readEdges(documents: readonly PathDocument[], builtIn: ReadonlySet<string>) {
  const files = new Map(
    documents.map(({ document, path }): [string, GraphFile] => [
      path,
      { path, references: referencesOf(document) },
    ]),
  );
  return { files, edges: [...files.values()].flatMap((file) => edgesOf(file, files, builtIn)) };
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const INCLUDE = /#[ \t]*include\b/;

function endlessIncludesIn(documents: readonly PathDocument[]): EndlessIncludes {
  const including = documents.filter(({ document }) => INCLUDE.test(document.text));
  if (including.length === 0) return new Map();
  const { files, edges } = readEdges(including, new Set());
  return groupBy(endlessIncludes(edges, files), ({ edge }) => edge.from);
}

/** The document with some includes replaced by spaces. */
function withoutIncludes(document: TextDocument, includes: readonly IncludeCycle[]): TextDocument {
  let { text } = document;
  for (const { edge } of includes) {
    const { from, to } = edge.reference;
    const start = text.lastIndexOf('#', from);
    text = text.slice(0, start) + ' '.repeat(to - start) + text.slice(to);
  }
  return { ...document, text };
}

export function readProjectGraph(documents: readonly PathDocument[], builtIn: ReadonlySet<string>) {
  const { edges } = readEdges(documents, builtIn);
  const needs = groupBy(edges, ({ from }) => from);
  const neededBy = groupBy(edges, ({ to }) => to);
  return {
    /** The document's path and those of its dependencies, each after its own dependencies. */
    withNeeded(path: string): readonly string[] {
      const ordered = new Set<string>();
      const visited = new Set<string>();
      const visit = (each: string) => {
        if (visited.has(each)) return;
        visited.add(each);
        for (const { to } of needs.get(each) ?? []) visit(to);
        ordered.add(each);
      };
      visit(path);
      return [...ordered];
    },
    /** The paths of the other documents whose problems may change with a document. */
    affectedBy(path: string): readonly string[] {
      const affected = new Set([path]);
      for (const each of affected) {
        for (const { from } of neededBy.get(each) ?? []) affected.add(from);
        // The parts of a module see each other.
        for (const { to, reference } of needs.get(each) ?? []) {
          if (reference.kind === '__include') affected.add(to);
        }
      }
      affected.delete(path);
      return [...affected];
    },
    /** Whether other documents include this one as text and none imports it. */
    isOnlyText(path: string): boolean {
      const mentions: readonly Edge[] = neededBy.get(path) ?? [];
      return (
        mentions.length > 0 && mentions.every(({ reference }) => reference.kind === '#include')
      );
    },
  };
}
