import {
  type Edge,
  edgesOf,
  endlessIncludes,
  type GraphFile,
  type IncludeCycle,
} from '#core/source/moduleGraph.ts';
import { type References, readReferences } from '#core/source/references.ts';
import type { TextDocument } from '#engine/language/textDocument.ts';

interface PathDocument {
  readonly document: TextDocument;
  readonly path: string;
}

/** By the path of the including document. */
export type EndlessIncludes = ReadonlyMap<string, readonly IncludeCycle[]>;

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

export function endlessIncludesIn(documents: readonly PathDocument[]): EndlessIncludes {
  const including = documents.filter(({ document }) => INCLUDE.test(document.text));
  if (including.length === 0) return new Map();
  const { files, edges } = readEdges(including, new Set());
  return groupBy(endlessIncludes(edges, files), ({ edge }) => edge.from);
}

/** The document with some includes replaced by spaces. */
export function withoutIncludes(
  document: TextDocument,
  includes: readonly IncludeCycle[],
): TextDocument {
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
