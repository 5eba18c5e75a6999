import type { Declaration } from '#core/source/declarations.ts';
import type { Span, Token } from '#core/source/tokens.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { Signatures } from './bodies.ts';
import type { Site, SiteEvent, TracedFile, TracedFunction, Unseen, Variable } from './site.ts';
import type { SearchKind } from './trace.ts';
import { type DeclaredTypes, suffixOfType, typeOfPath, type WrittenType } from './writtenTypes.ts';

/** An insertion into the source, or the replacement of a token. Contains no line break. */
export interface Edit {
  readonly at: number;
  /** Length of the replaced text, in UTF-16 units. */
  readonly length: number;
  readonly text: string;
}

export interface Scope {
  readonly parent: Scope | null;
  /** Indices of variables, by name. */
  readonly names: Map<string, number>;
  /** Offset where the scope ends. */
  readonly to: number;
}

/**
 * What threads record: everything that one of them does, findings of all of them, the value of all
 * of them at one site, which of them come to breakpoints, or which elements of resources they
 * access.
 */
export type TraceKind = 'records' | SearchKind | 'paint' | 'hits' | 'accesses';

/** Code that runs at a site, besides what the site records. */
export interface Beside {
  /** Records an expression, which gets the last site, or counts a thread. */
  readonly name: 'result' | 'hit';
  /** The site that is left out if the compiler refuses the code. */
  readonly site: number;
  /** The arguments after the site. */
  readonly text: string;
}

/** By site. */
export type BesideSites = ReadonlyMap<number, Beside>;

export const NOTHING_BESIDE: BesideSites = new Map();

interface FunctionContext {
  readonly name: string;
  readonly index: number;
  /** Differentiable functions allow no code between a value and its use. */
  readonly isDifferentiable: boolean;
  /** Types of values are only known when they are used. */
  readonly isGeneric: boolean;
  /** Return type; empty if not written. */
  readonly returns: WrittenType;
  /** Whether it is a fragment entry point. */
  readonly isFragment: boolean;
  readonly isSilent: boolean;
}

/** Empty for the main file's module. */
export type ModuleSuffix = '' | `M${number}`;

/** Parts that are left out because the compiler refuses them, with the reasons. */
export interface Refused {
  /** By site id. Sites that are left out keep their ids, so that the others do too. */
  readonly sites: ReadonlyMap<number, string>;
  /** Functions without sites, by index. */
  readonly functions: ReadonlyMap<number, string>;
  /** Own types that are opaque, by index. */
  readonly types: ReadonlyMap<number, string>;
  /** Why stores to the picture are not recorded; null if they are. */
  readonly stores: string | null;
  /** Why vertex entry points are not recorded; null if they are. */
  readonly vertices: string | null;
}

export const NOTHING_REFUSED: Refused = {
  sites: new Map(),
  functions: new Map(),
  types: new Map(),
  stores: null,
  vertices: null,
};

/**
 * The state of instrumenting one file. The functions below change it; it stays in this folder. Its
 * offsets are those of the file, until they are added to what all files share: sites, variables,
 * functions and unseen places.
 */
export interface Writer {
  readonly file: TracedFile;
  /** Ends the names of functions that the file's module has of its own; see `ModuleSuffix`. */
  readonly suffix: ModuleSuffix;
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly declarations: readonly Declaration[];
  readonly kind: TraceKind;
  /** Prefix of names in the trace code. */
  readonly prefix: string;
  readonly signatures: Signatures;
  readonly types: DeclaredTypes;
  readonly refused: Refused;
  readonly beside: BesideSites;
  /** Macros that are whole statements: a new statement begins after them. */
  readonly statementMacros: ReadonlySet<string>;
  readonly lineStarts: readonly number[];
  readonly edits: Edit[];
  readonly sites: Site[];
  readonly variables: Variable[];
  /** Types of the variables; null for arrays of unknown length, which cannot be recorded. */
  readonly variableTypes: (WrittenType | null)[];
  readonly functions: TracedFunction[];
  readonly unseen: Unseen[];
  /** Reads a statement; returns the index of the token after it. */
  readonly statement: (w: Writer, at: number, end: number) => number;
  context: FunctionContext;
  scope: Scope;
}

export function fromOf(w: Writer, index: number): number {
  return w.tokens[index]?.from ?? w.source.length;
}

export function endBefore(w: Writer, index: number): number {
  return w.tokens[index - 1]?.to ?? 0;
}

export function spanOf(w: Writer, start: number, end: number): Span {
  const from = fromOf(w, start);
  return { from, to: Math.max(from, endBefore(w, end)) };
}

/** The source text on one line, without comments. */
export function textOf(w: Writer, start: number, end: number): string {
  const text = w.source.slice(fromOf(w, start), endBefore(w, end));
  if (!/[\n\r]|\/\/|\/\*/.test(text)) return text;
  return w.tokens
    .slice(start, end)
    .map(
      (token, index) =>
        (index > 0 && token.from > endBefore(w, start + index) ? ' ' : '') + token.text,
    )
    .join('');
}

export function is(w: Writer, index: number, text: string): boolean {
  return w.tokens[index]?.text === text;
}

/** One-based, in the program's source. */
export function lineAt({ lineStarts, file }: Writer, offset: number): number {
  return file.firstLine - 1 + upperBound(lineStarts, offset);
}

/** The place in the program's source of a place in the file. */
function placed({ file }: Writer, { from, to }: Span): Span {
  return { from: from + file.from, to: to + file.from };
}

export function insert(w: Writer, at: number, text: string): void {
  w.edits.push({ at, length: 0, text });
}

export function replaceToken(w: Writer, index: number, text: string): void {
  const token = w.tokens[index];
  if (token) w.edits.push({ at: token.from, length: token.to - token.from, text });
}

/** Adds a site; null if no code may record it. */
export function addSite(w: Writer, span: Span, event: SiteEvent): number | null {
  const id = w.sites.length;
  const line = lineAt(w, span.from);
  w.sites.push({ id, ...placed(w, span), line, function: w.context.index, event });
  const reason = w.refused.sites.get(id);
  if (reason !== undefined) leaveOut(w, span, reason);
  return reason !== undefined || w.context.isSilent ? null : id;
}

export function leaveOut(w: Writer, span: Span, reason: string): void {
  w.unseen.push({ ...placed(w, span), line: lineAt(w, span.from), reason });
}

/** The statement that records a site without a value; empty if it is not recorded. */
export function atCall(w: Writer, site: number | null): string {
  const { kind, prefix } = w;
  if (site === null) return '';
  const isRecorded = kind === 'records' || kind === 'cost' || kind === 'accesses';
  return `${isRecorded ? `${prefix}at(${site}); ` : ''}${besideCall(w, site)}`;
}

/** The statement of the code beside a site; empty if there is none. */
export function besideCall(w: Writer, site: number): string {
  const call = besideAt(w, site);
  return call === '' ? '' : `${call}; `;
}

function besideAt(w: Writer, site: number): string {
  const beside = w.beside.get(site);
  if (!beside || w.refused.sites.has(beside.site)) return '';
  const name = beside.name === 'hit' ? `${w.prefix}hit` : nameFor(w, 'result', '');
  return `${name}(${beside.site}, ${beside.text})`;
}

/** @param type of the value; empty if unknown */
export function valueCall(
  w: Writer,
  site: number | null,
  value: string,
  type: WrittenType,
): string {
  if (!recordsValues(w.kind)) return atCall(w, site);
  if (site === null) return '';
  return `${nameFor(w, 'value', type)}(${site}, ${value}); ${besideCall(w, site)}`;
}

/** Adds a site for the value of a variable or of a part; returns the statement that records it. */
export function variableCall(w: Writer, span: Span, { name, variable, type }: TypedName): string {
  if (type === null) leaveOut(w, span, 'Arrays of any length are not recorded.');
  const site = addSite(w, span, { kind: 'value', name, variable });
  return type === null ? '' : valueCall(w, site, name, type);
}

interface TypedName {
  readonly name: string;
  readonly variable: number | null;
  readonly type: WrittenType | null;
}

/** Puts recording statements into one test, so that other threads skip all of them. */
export function guarded(w: Writer, calls: readonly string[]): string {
  const code = calls.join('');
  if (code === '' || w.kind === 'cost') return code;
  return `if (${w.prefix}isOn) { ${code}} `;
}

/**
 * Wraps an expression so that its value is recorded before it is used.
 *
 * @param type expected where the value goes; empty if unknown
 */
export function wrapResult(
  w: Writer,
  site: number,
  [start, end]: readonly [start: number, end: number],
  type: WrittenType,
): void {
  const beside = besideAt(w, site);
  if (beside !== '') insert(w, fromOf(w, start), `(${beside}, `);
  wrapValue(w, site, [start, end], type);
  if (beside !== '') insert(w, endBefore(w, end), ')');
}

/** Records variables before an expression each time that it is computed. */
export function wrapBefore(
  w: Writer,
  [start, end]: readonly [start: number, end: number],
  variables: readonly (TypedName & { readonly span: Span })[],
): void {
  const calls = variables.flatMap(({ span, name, variable, type }) => {
    const site = addSite(w, span, { kind: 'value', name, variable });
    if (site === null || type === null) return [];
    const value = wrapsValues(w.kind) ? `${nameFor(w, 'result', type)}(${site}, ${name})` : '';
    return [besideAt(w, site), value].filter((call) => call !== '');
  });
  if (calls.length === 0) return;
  insert(w, fromOf(w, start), `(${calls.join(', ')}, `);
  insert(w, endBefore(w, end), ')');
}

function wrapValue(
  w: Writer,
  site: number,
  [start, end]: readonly [start: number, end: number],
  type: WrittenType,
): void {
  if (!wrapsValues(w.kind)) return;
  // A value converts to Optional implicitly when returned, but not when recorded.
  const isOptional = suffixOfType(w.types, type)?.startsWith('O');
  const [cast, close] = isOptional ? [`(${type})(`, '))'] : ['', ')'];
  insert(w, fromOf(w, start), `${nameFor(w, 'result', type)}(${site}, ${cast}`);
  insert(w, endBefore(w, end), close);
}

/**
 * Name of the function that records a value. Interfaces have their own, since the compiler passes a
 * value's run-time type to generic functions. If a type is a parameter, the function tests it.
 */
export function nameFor(
  { kind, prefix, suffix, context, types }: Writer,
  name: string,
  type: WrittenType,
): string {
  if (kind === 'accesses') return `${prefix}${name}`;
  if (kind === 'paint') return `${prefix}${name}${context.isGeneric ? 'Of' : ''}`;
  const own = suffixOfType(types, type) ?? (context.isGeneric ? 'Of' : '');
  return `${prefix}${name}${own}${own && suffix}`;
}

/** Whether the values that fragment entry points return are recorded apart from their sites. */
function recordsColors({ kind, context }: Writer): boolean {
  return context.isFragment && (kind === 'records' || kind === 'out-of-range');
}

/** Wraps the value that a fragment entry point returns; its end tells that it was not discarded. */
export function wrapReturned(
  w: Writer,
  site: number,
  [start, end]: readonly [start: number, end: number],
  inside: () => void,
): void {
  const isWrapped = recordsColors(w);
  if (isWrapped) insert(w, fromOf(w, start), `${w.prefix}returned(${site}, `);
  inside();
  if (isWrapped) insert(w, endBefore(w, end), ')');
}

/** The statement that tells the end of a fragment entry point. */
export function endCall(w: Writer): string {
  return recordsColors(w) ? `${w.prefix}fragmentEnds(); ` : '';
}

export function recordsValues(kind: TraceKind): boolean {
  return recordsTypes(kind) || kind === 'paint';
}

/** Whether the sites of values that are used at once are around them, so that they come after them. */
export function wrapsValues(kind: TraceKind): boolean {
  return recordsValues(kind) || kind === 'accesses';
}

/** Whether values of the source's own types are recorded too. */
export function recordsTypes(kind: TraceKind): kind is 'records' | 'non-finite' {
  return kind === 'records' || kind === 'non-finite';
}

/** Declares a name from here to the end of the current scope. */
export function declare(w: Writer, name: Token, type: WrittenType | null): TypedName {
  const scope = placed(w, { from: name.from, to: w.scope.to });
  const variable = w.variables.push({ name: name.text, function: w.context.index, scope }) - 1;
  w.variableTypes.push(type);
  w.scope.names.set(name.text, variable);
  return { name: name.text, variable, type };
}

/** The variable that a path such as `a.b[2]` starts with, and the path's type. */
export function namedBy(w: Writer, name: string, path: readonly Token[]): TypedName {
  const [first, ...rest] = path;
  const root = first?.kind === 'word' && first.text !== 'this' ? first.text : undefined;
  const variable = root === undefined ? null : variableNamed(w, root);
  const owner = w.context.name.split('.').at(-2) ?? '';
  const member = root === undefined ? owner : w.types.fields.get(owner)?.get(root);
  const type = variable === null ? (member ?? '') : (w.variableTypes[variable] ?? null);
  const isWhole = rest.length === 0;
  if (type === null) return { name, variable, type: isWhole ? null : '' };
  return { name, variable, type: typeOfPath(w.types, type, rest) };
}

export function variableNamed(w: Writer, name: string): number | null {
  for (let scope: Scope | null = w.scope; scope; scope = scope.parent) {
    const found = scope.names.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

/** Runs `work` in a new scope that ends at `to`. */
export function within<T>(w: Writer, to: number, work: () => T): T {
  const before = w.scope;
  w.scope = { parent: before, names: new Map(), to };
  const result = work();
  w.scope = before;
  return result;
}

interface FunctionKind extends Pick<FunctionContext, 'isDifferentiable' | 'isGeneric' | 'returns'> {
  readonly isFragment?: boolean;
  /** Why nothing in it is recorded. */
  readonly silence?: string | undefined;
}

/**
 * Adds the function and runs `work` inside it.
 *
 * @param traced with its span in the file
 */
export function inFunction(
  w: Writer,
  traced: TracedFunction,
  { silence, isFragment = false, ...kind }: FunctionKind,
  work: () => void,
): void {
  const before = w.context;
  const index = w.functions.push({ ...traced, ...placed(w, traced) }) - 1;
  const reason = silence ?? w.refused.functions.get(index);
  const isSilent = before.isSilent || reason !== undefined;
  w.context = { name: traced.name, index, isFragment, isSilent, ...kind };
  if (reason !== undefined) leaveOut(w, traced, reason);
  work();
  w.context = before;
}

export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Edits at the same place keep their order; replacements come last. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.at - other.at || one.length - other.length);
  const parts: string[] = [];
  let end = 0;
  for (const { at, length, text: inserted } of sorted) {
    parts.push(text.slice(end, at), inserted);
    end = at + length;
  }
  parts.push(text.slice(end));
  return parts.join('');
}
