import { folderOf, normalPath } from '#core/project/filePaths.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { type Directive, readTokens, type Span, type Token } from './tokens.ts';

/** A file as the graph sees it: its path is absolute. */
export interface GraphFile {
  readonly path: string;
  readonly references: References;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly reference: Reference;
  /** Whether the name is only found from the root, not from the folder of its file. */
  readonly isFromRoot: boolean;
}

export interface GraphFault extends Span {
  readonly path: string;
  readonly message: string;
}

export interface ModuleGraph {
  /** Paths in the order in which they are reached, the main file first. */
  readonly reached: readonly string[];
  /** The names by which modules are imported, each with the path of its file. */
  readonly imports: ReadonlyMap<string, string>;
  /** Imports that only succeed after the same imports in a file at the root, in this order. */
  readonly fromRoot: readonly Reference[];
  /** Faults that make an accepting compiler generate wrong code, or never finish. */
  readonly faults: readonly GraphFault[];
}

export type ProjectFiles = ReadonlyMap<string, GraphFile>;

/** @param texts by path */
export function graphFiles(
  texts: Readonly<Record<string, string>>,
  read: (text: string, path: string) => References = readReferences,
): ProjectFiles {
  return new Map(
    Object.entries(texts).map(([path, text]) => [path, { path, references: read(text, path) }]),
  );
}

/** The mentions in a file that find a file of the project. */
export function edgesOf(
  file: GraphFile,
  files: ProjectFiles,
  builtIn: ReadonlySet<string>,
): Edge[] {
  return file.references.mentions.flatMap((reference) => {
    if (reference.kind === 'import' && builtIn.has(reference.name)) return [];
    const found = findMentioned(reference, file.path, files);
    return found ? [{ from: file.path, reference, ...found }] : [];
  });
}

/**
 * The file that a mention finds. Never one of the playground's own modules.
 *
 * @param from the path of the file that mentions it
 */
export function findMentioned(
  { kind, name }: Pick<Reference, 'kind' | 'name'>,
  from: string,
  files: Pick<ReadonlyMap<string, unknown>, 'has'>,
): Pick<Edge, 'to' | 'isFromRoot'> | undefined {
  const names = kind === '#include' ? [name] : moduleFiles(name);
  const find = (folder: string) =>
    names
      .map((each) => normalPath(each.startsWith('/') ? each : `${folder}/${each}`))
      .find((path) => files.has(path));
  const beside = find(folderOf(from));
  if (beside !== undefined) return { to: beside, isFromRoot: false };
  const atRoot = kind === 'import' ? find('') : undefined;
  return atRoot === undefined ? undefined : { to: atRoot, isFromRoot: true };
}

/** The compiler also finds the module `a_b` in `a-b.slang`. */
function moduleFiles(name: string): string[] {
  const file = name.endsWith('.slang') ? name : `${name}.slang`;
  return [file, file.replaceAll('_', '-')];
}

interface GraphOptions {
  /** The path of the main file, which is among the files. */
  readonly main: string;
  readonly files: ProjectFiles;
  readonly builtIn: ReadonlySet<string>;
}

export function readModuleGraph({ main, files, builtIn }: GraphOptions): ModuleGraph {
  const reached = new Set<string>();
  const edges: Edge[] = [];
  const fromRoot = new Map<string, Reference>();
  const importCycles: GraphFault[] = [];
  const visit = (path: string, above: readonly Edge[]) => {
    const file = files.get(path);
    if (!file || reached.has(path)) return;
    reached.add(path);
    for (const edge of edgesOf(file, files, builtIn)) {
      edges.push(edge);
      const way = [...above, edge];
      importCycles.push(...cycleFromRoot(way));
      visit(edge.to, way);
      const { reference, isFromRoot } = edge;
      if (isFromRoot && !fromRoot.has(reference.name)) fromRoot.set(reference.name, reference);
    }
  };
  visit(main, []);
  const imports = edges.filter(({ reference }) => reference.kind === 'import');
  const names = new Map<string, string>();
  for (const { reference, to } of imports)
    if (!names.has(reference.name)) names.set(reference.name, to);
  return {
    reached: [...reached],
    imports: names,
    fromRoot: [...fromRoot.values()],
    faults: [
      ...importCycles,
      ...ambiguousImports(imports),
      ...repeatedModules(main, imports, files, builtIn),
      ...endlessIncludes(edges, files).map(faultOf),
    ],
  };
}

/**
 * The import cycle that the last edge closes, if an import in it is only found from the root: the
 * compiler finds no file there. It reports all other cycles itself.
 */
function cycleFromRoot(way: readonly Edge[]): GraphFault[] {
  const last = way.at(-1);
  const start = way.findIndex(({ from }) => from === last?.to);
  const cycle = start < 0 ? [] : way.slice(start);
  if (!last || !cycle.some(({ isFromRoot }) => isFromRoot)) return [];
  const paths = [...cycle.map(({ from }) => from), last.to].join(' → ');
  const { from, to } = last.reference;
  const message = `The modules import each other, ${paths}. Move what they share into a module of its own.`;
  return [{ path: last.from, from, to, message }];
}

/** The compiler silently takes the file that was imported first. */
function ambiguousImports(imports: readonly Edge[]): GraphFault[] {
  const first = new Map<string, Edge>();
  return imports.flatMap((edge) => {
    const { name, from, to } = edge.reference;
    const known = first.get(name);
    if (!known) first.set(name, edge);
    if (!known || known.to === edge.to) return [];
    const message =
      `The name ${name} stands for two modules: for ${known.to} in ${known.from}, and for ${edge.to} here. ` +
      'Rename one of the files.';
    return [{ path: edge.from, from, to, message }];
  });
}

/** In the compiled code, functions of modules with the same name replace each other. */
function repeatedModules(
  main: string,
  imports: readonly Edge[],
  files: ProjectFiles,
  builtIn: ReadonlySet<string>,
): GraphFault[] {
  const owners = new Map<string, string>([...builtIn].map((name) => [name, '']));
  const seen = new Set<string>();
  const modules = [{ to: main, reference: { name: 'user', from: 0, to: 0 } }, ...imports];
  return modules.flatMap(({ to: path, reference }) => {
    if (seen.has(path)) return [];
    seen.add(path);
    const declared = files.get(path)?.references.module;
    const name = declared?.name ?? reference.name;
    const owner = owners.get(name);
    owners.set(name, owner ?? path);
    // Without a declaration here, the other file has it.
    const place = declared ?? files.get(owner ?? '')?.references.module;
    if (owner === undefined || !place) return [];
    const other = owner === '' ? 'a module of the playground' : owner;
    const message = `Two modules are named ${name}: ${other} and ${path}. Give one of them another name after module.`;
    return [{ path: declared ? path : owner, from: place.from, to: place.to, message }];
  });
}

/** A file that includes itself, directly or through others. */
export interface IncludeCycle {
  readonly edge: Edge;
  /** From a file back to itself. */
  readonly paths: readonly string[];
}

/**
 * The cycles of `#include` that never end.
 *
 * @param conditional whether to include cycles that a condition may end
 */
export function endlessIncludes(
  edges: readonly Edge[],
  files: ProjectFiles,
  conditional = false,
): IncludeCycle[] {
  const from = new Map<string, Edge[]>();
  for (const edge of edges) {
    const { kind, isConditional } = edge.reference;
    if (kind !== '#include' || (isConditional && !conditional)) continue;
    from.set(edge.from, [...(from.get(edge.from) ?? []), edge]);
  }
  const cycles: IncludeCycle[] = [];
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]) => {
    const within = [...above, path];
    for (const edge of from.get(path) ?? []) {
      const start = within.indexOf(edge.to);
      const cycle = within.slice(start);
      if (start < 0 && !done.has(edge.to)) visit(edge.to, within);
      else if (start >= 0 && !cycle.some((each) => files.get(each)?.references.isOnce)) {
        cycles.push({ edge, paths: [...cycle, edge.to] });
      }
    }
    done.add(path);
  };
  for (const path of from.keys()) if (!done.has(path)) visit(path, []);
  return cycles;
}

function faultOf({ edge, paths }: IncludeCycle): GraphFault {
  const { from, to } = edge.reference;
  return { path: edge.from, from, to, message: endlessMessage(paths) };
}

/**
 * Why the compiler may never finish these texts, unless a condition ends the cycle; null if it
 * should finish.
 */
export function explainEndlessness(texts: Readonly<Record<string, string>>): string | null {
  const files = graphFiles(texts);
  const edges = [...files.values()].flatMap((file) => edgesOf(file, files, new Set()));
  const [cycle] = endlessIncludes(edges, files, true);
  return cycle ? endlessMessage(cycle.paths) : null;
}

export function endlessMessage(paths: readonly string[]): string {
  return `The files include each other without end, ${paths.join(' → ')}. Begin ${paths[0]} with #pragma once.`;
}

/** A mention of another file. The span covers the name, as in the compiler's diagnostics. */
export interface Reference extends Span {
  readonly kind: 'import' | '__include' | '#include';
  /** The compiler's name: `lib/noise` for `import lib.noise`, or the text between quotes. */
  readonly name: string;
  readonly isQuoted: boolean;
  /** Whether an enclosing condition may make it inactive. */
  readonly isConditional: boolean;
}

interface ModuleName extends Span {
  readonly name: string;
}

export interface References {
  /** The name in `module …;`. */
  readonly module: ModuleName | null;
  /** The name in `implementing …;`. */
  readonly implementing: ModuleName | null;
  /** In source order. */
  readonly mentions: readonly Reference[];
  /** Whether `#pragma once` keeps it from being included twice. */
  readonly isOnce: boolean;
}

const ANY = /\b(?:import|__import|include|__include|module|implementing)\b|#[ \t]*pragma/;

const NONE: References = { module: null, implementing: null, mentions: [], isOnce: false };

/** Reads a source that may be half-typed. Ignores comments, strings and text in `#if 0`. */
export function readReferences(text: string): References {
  if (!ANY.test(text)) return NONE;
  const directives: Directive[] = [];
  const tokens = readTokens(text, (directive) => directives.push(directive));
  const mentions = [...importsIn(tokens), ...directives.flatMap(includeIn)];
  return {
    module: nameAfter(tokens, 'module'),
    implementing: nameAfter(tokens, 'implementing'),
    mentions: mentions.toSorted((one, other) => one.from - other.from),
    isOnce: directives.some((directive) => /^#\s*pragma\s+once\b/.test(directive.text)),
  };
}

const INCLUDE = /^#\s*include\s*("[^"\n]*"|<[^>\n]*>)/;

function includeIn({ text, from, isConditional }: Directive): Reference[] {
  const [whole = '', quoted] = INCLUDE.exec(text) ?? [];
  if (quoted === undefined) return [];
  const to = from + whole.length;
  const name = quoted.slice(1, -1);
  const span = { from: to - quoted.length, to };
  return [{ kind: '#include', name, isQuoted: true, isConditional, ...span }];
}

const KINDS: Readonly<Record<string, Reference['kind']>> = {
  import: 'import',
  __import: 'import',
  __include: '__include',
};

function importsIn(tokens: readonly Token[]): Reference[] {
  return tokens.flatMap((token, index) => {
    const kind = token.kind === 'word' && ownValue(KINDS, token.text);
    const path = kind ? readPath(tokens, index + 1) : null;
    return kind && path ? [{ kind, isConditional: false, ...path }] : [];
  });
}

function nameAfter(tokens: readonly Token[], keyword: string): ModuleName | null {
  return tokens[0]?.text === keyword ? readPath(tokens, 1) : null;
}

/** Reads words between dots, or a text in quotes. */
function readPath(
  tokens: readonly Token[],
  start: number,
): Pick<Reference, 'name' | 'isQuoted' | 'from' | 'to'> | null {
  const first = tokens[start];
  if (first?.kind === 'string' && /^"[^"]*"$/.test(first.text)) {
    return { name: first.text.slice(1, -1), isQuoted: true, from: first.from, to: first.to };
  }
  if (first?.kind !== 'word') return null;
  let last = first;
  let name = first.text;
  for (let at = start + 1; tokens[at]?.text === '.'; at += 2) {
    const word = tokens[at + 1];
    if (word?.kind !== 'word') break;
    name += `/${word.text}`;
    last = word;
  }
  return { name, isQuoted: false, from: first.from, to: last.to };
}
