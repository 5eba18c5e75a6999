import { withoutTabs } from '#core/output/lineDirectives.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import {
  type GraphFault,
  graphFiles,
  type ModuleGraph,
  type ProjectFiles,
  type References,
  readModuleGraph,
  readReferences,
} from '#core/source/moduleGraph.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { LibraryModule } from '#engine/compiler/protocol.ts';
import type { Source } from './sourceFiles.ts';

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface ProjectModules {
  readonly graph: ModuleGraph;
  /** By path. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Reads the references of a project's texts; caches those of texts that have not changed. */
export type ReferenceReader = (texts: Readonly<Record<string, string>>) => ProjectFiles;

export function createReferenceReader(): ReferenceReader {
  let last = new Map<string, { readonly text: string; readonly references: References }>();
  return (texts) => {
    const next: typeof last = new Map();
    const files = graphFiles(texts, (text, path) => {
      const known = last.get(path);
      const references = known?.text === text ? known.references : readReferences(text);
      next.set(path, { text, references });
      return references;
    });
    last = next;
    return files;
  };
}

/** Null for a source without other files, unless it may include itself. */
export function readProject(
  source: Source,
  libraries: readonly LibraryModule[],
  readFiles: ReferenceReader,
): ProjectModules | null {
  if (!source.files?.length && !source.sourceCode.includes('include')) return null;
  const texts = textsOf(source);
  const builtIn = new Set(libraries.map(({ name }) => name));
  const main = source.shaderPath;
  return { texts, graph: readModuleGraph({ main, files: readFiles(texts), builtIn }) };
}

/** The files that the main file reaches; the main file comes first. */
export function reachedFiles(
  { shaderPath, sourceCode }: Source,
  project: ProjectModules | null,
): readonly SourceText[] {
  if (!project) return [{ path: shaderPath, text: sourceCode }];
  return project.graph.reached.map((path) => ({ path, text: ownValue(project.texts, path) ?? '' }));
}

/** The faults in the format of compiler diagnostics. */
export function printFaults({ graph, texts }: ProjectModules): string {
  return graph.faults
    .map((fault) => printFault(fault, ownValue(texts, fault.path) ?? ''))
    .join('\n');
}

function printFault({ path, from, to, message }: GraphFault, text: string): string {
  const lines = text.slice(0, from).split(LINE_BREAK);
  const before = lines.at(-1) ?? '';
  const line = text.slice(from - before.length).split(LINE_BREAK, 1)[0] ?? '';
  const [start, end] = [before.length, before.length + to - from].map(
    (column) => encoder.encode(withoutTabs(line.slice(0, column))).byteLength,
  );
  const marker = `${' '.repeat(start ?? 0)}^`.padEnd(end ?? 0, '~');
  return [`${path}(${lines.length}): error: ${message}`, withoutTabs(line), marker].join('\n');
}

const LINE_BREAK = /\r\n|\r|\n/;
const encoder = new TextEncoder();
