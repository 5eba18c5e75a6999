import type { LibraryModule } from '#engine/compiler/protocol.ts';
import { lineText, type TextDocument } from '#engine/language/textDocument.ts';
import type { Documents, ReadyDocument } from './documents.ts';
import type { NativeDiagnostic, NativeServer } from './nativeServer.ts';
import { type ProjectGraph, readProjectGraph } from './projectGraph.ts';

/** The diagnostics of each document of several. */
export interface ProjectDiagnostics {
  /** The binary's diagnostics that are about this document. */
  of(document: ReadyDocument): readonly NativeDiagnostic[];
  /** The paths of the other documents whose diagnostics may change with this one. */
  affectedBy(path: string): readonly string[];
}

/**
 * The binary returns the diagnostics of all documents that it has read since the last edit, and does
 * not name their documents. So it reads a document only after those that the document needs: what
 * then is new belongs to the document.
 */
export function createProjectDiagnostics(
  native: Pick<NativeServer, 'diagnostics'>,
  documents: Documents,
  libraries: readonly LibraryModule[],
): ProjectDiagnostics {
  const builtIn = new Set(libraries.map(({ name }) => name));
  let graph: { readonly generation: number; readonly value: ProjectGraph } | undefined;
  let known = nothingKnown(-1, '');
  const currentGraph = () => {
    const generation = documents.generation();
    if (graph?.generation !== generation) {
      graph = { generation, value: readProjectGraph(documents.all(), builtIn) };
    }
    return graph.value;
  };
  /** Something else made the binary read documents: a hover, for example. */
  const isDisturbed = () =>
    known.generation !== documents.generation() ||
    native.diagnostics(known.first).length !== known.seen.length;
  const read = (path: string) => {
    if (known.byPath.has(path)) return;
    const all = native.diagnostics(path);
    const fresh = without(all, known.seen);
    known.seen = all;
    const assigned = known.elsewhere.get(path) ?? [];
    known.byPath.set(path, assigned);
    for (const each of fresh) {
      const owner = ownerOf(each, path, documents.all());
      const list = known.elsewhere.get(owner) ?? [];
      if (owner === path) assigned.push(each);
      else if (!known.byPath.has(owner)) known.elsewhere.set(owner, [...list, each]);
    }
  };
  return {
    of({ path }) {
      if (documents.all().length < 2) return native.diagnostics(path);
      if (isDisturbed()) {
        // Most documents have no problems, nor has what they need.
        if (native.diagnostics(path).length === 0) return [];
        documents.forget();
        known = nothingKnown(documents.generation(), path);
      }
      const project = currentGraph();
      for (const needed of project.withNeeded(path)) read(needed);
      const own = known.byPath.get(path) ?? [];
      return project.isOnlyText(path) ? own.filter(isAboutSyntax) : own;
    },
    affectedBy: (path) => (documents.all().length < 2 ? [] : currentGraph().affectedBy(path)),
  };
}

interface Known {
  readonly generation: number;
  /** A document that the binary has read. */
  readonly first: string;
  /** All that the binary returned so far. */
  seen: readonly NativeDiagnostic[];
  /** Those of the documents that were read. */
  readonly byPath: Map<string, NativeDiagnostic[]>;
  /** Those of documents that were not read yet. */
  readonly elsewhere: Map<string, NativeDiagnostic[]>;
}

function nothingKnown(generation: number, first: string): Known {
  return { generation, first, seen: [], byPath: new Map(), elsewhere: new Map() };
}

/** The diagnostics that are not among the others, each as often as it is more often there. */
function without(
  all: readonly NativeDiagnostic[],
  others: readonly NativeDiagnostic[],
): NativeDiagnostic[] {
  const counts = new Map<string, number>();
  for (const each of others) {
    const key = JSON.stringify(each);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return all.filter((each) => {
    const key = JSON.stringify(each);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}

/** Of what a text includes, the parts of a module and the text itself are read together. */
function ownerOf(
  diagnostic: NativeDiagnostic,
  path: string,
  documents: readonly ReadyDocument[],
): string {
  const quoted = [...diagnostic.message.matchAll(/['`]([^'`]+)['`]/g)].map(([, text = '']) => text);
  const { line, character } = diagnostic.range.start;
  const startsHere = ({ document }: { readonly document: TextDocument }) => {
    const rest = lineText(document, line).slice(Math.max(character, 0));
    return quoted.some((text) => rest.startsWith(text) || rest.startsWith(`"${text}`));
  };
  const own = documents.find((each) => each.path === path);
  if (quoted.length === 0 || !own || startsHere(own)) return path;
  return documents.find(startsHere)?.path ?? path;
}

/** A text that others include may lack names that it has there. */
function isAboutSyntax({ code }: NativeDiagnostic): boolean {
  return Number(code) < 30_000;
}
