import type { Declaration } from '#core/source/declarations.ts';
import type { Span, Token } from '#core/source/tokens.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { SearchKind } from './search.ts';
import type { Signatures } from './signatures.ts';
import type { Site, SiteEvent, TracedFunction, Unseen, Variable } from './site.ts';
import { type DeclaredTypes, suffixOfType, typeOfPath, type WrittenType } from './writtenTypes.ts';

/** What is put into the source, or takes the place of a token of it. It holds no line break. */
export interface Edit {
  readonly at: number;
  /** UTF-16 units of the source that it takes the place of. */
  readonly length: number;
  readonly text: string;
}

/** Names that can be used at a place, and where they stop. */
export interface Scope {
  readonly parent: Scope | null;
  /** Indices of variables. */
  readonly names: Map<string, number>;
  /** Offset of its end. */
  readonly to: number;
}

/** What threads record: all that one of them does, or findings of all of them. */
export type TraceKind = 'records' | SearchKind;

/** What holds for the statements of one function. */
interface FunctionContext {
  readonly name: string;
  /** Index among all functions. */
  readonly index: number;
  /** Its derivatives are computed: nothing may stand between a value and where it goes. */
  readonly isDifferentiable: boolean;
  /** Types of values are known when it is used only. */
  readonly isGeneric: boolean;
  /** The type of what it returns; empty if it is not told. */
  readonly returns: WrittenType;
  /** Nothing in it is recorded. */
  readonly isSilent: boolean;
}

/** What is left out, because the compiler refuses it. */
export interface Refused {
  /** Sites, with the reason. They keep their ids, so that others do too. */
  readonly sites: ReadonlyMap<number, string>;
  /** Functions without sites, by index. */
  readonly functions: ReadonlyMap<number, string>;
  /** Own types that are opaque, by index. */
  readonly types: ReadonlyMap<number, string>;
  /** Stores to the picture are left as they are. */
  readonly stores: string | null;
}

export const NOTHING_REFUSED: Refused = {
  sites: new Map(),
  functions: new Map(),
  types: new Map(),
  stores: null,
};

/** The state of instrumenting one source. The functions below change it; it never leaves this folder. */
export interface Writer {
  readonly source: string;
  readonly tokens: readonly Token[];
  readonly declarations: readonly Declaration[];
  readonly kind: TraceKind;
  /** What names of the trace code begin with. */
  readonly prefix: string;
  readonly signatures: Signatures;
  readonly types: DeclaredTypes;
  readonly refused: Refused;
  /** Macros that are whole statements: what is behind one is another. */
  readonly statementMacros: ReadonlySet<string>;
  readonly lineStarts: readonly number[];
  readonly edits: Edit[];
  readonly sites: Site[];
  readonly variables: Variable[];
  /** Of the variables; null for arrays of any length, which cannot be recorded. */
  readonly variableTypes: (WrittenType | null)[];
  readonly functions: TracedFunction[];
  readonly unseen: Unseen[];
  /** Reads a statement; returns the index of the token behind it. */
  readonly statement: (w: Writer, at: number, end: number) => number;
  context: FunctionContext;
  scope: Scope;
}

export function fromOf(w: Writer, index: number): number {
  return w.tokens[index]?.from ?? w.source.length;
}

/** Where the token before `index` ends. */
export function endBefore(w: Writer, index: number): number {
  return w.tokens[index - 1]?.to ?? 0;
}

export function spanOf(w: Writer, start: number, end: number): Span {
  const from = fromOf(w, start);
  return { from, to: Math.max(from, endBefore(w, end)) };
}

/** As it is written, but on one line, without comments. */
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

/** One-based. */
export function lineAt({ lineStarts }: Writer, offset: number): number {
  return upperBound(lineStarts, offset);
}

export function insert(w: Writer, at: number, text: string): void {
  w.edits.push({ at, length: 0, text });
}

export function replaceToken(w: Writer, index: number, text: string): void {
  const token = w.tokens[index];
  if (token) w.edits.push({ at: token.from, length: token.to - token.from, text });
}

/** Adds a site; null if nothing may be put there. */
export function addSite(w: Writer, { from, to }: Span, event: SiteEvent): number | null {
  const id = w.sites.length;
  w.sites.push({ id, from, to, line: lineAt(w, from), function: w.context.index, event });
  const reason = w.refused.sites.get(id);
  if (reason !== undefined) leaveOut(w, { from, to }, reason);
  return reason !== undefined || w.context.isSilent ? null : id;
}

export function leaveOut(w: Writer, { from, to }: Span, reason: string): void {
  w.unseen.push({ from, to, line: lineAt(w, from), reason });
}

/** The statement that records a site. */
export function atCall({ kind, prefix }: Writer, site: number | null): string {
  const isRecorded = kind === 'records' || kind === 'cost';
  return isRecorded && site !== null ? `${prefix}at(${site}); ` : '';
}

/** @param type of the value, as far as it is told */
export function valueCall(
  w: Writer,
  site: number | null,
  value: string,
  type: WrittenType,
): string {
  if (!recordsValues(w.kind)) return atCall(w, site);
  return site === null ? '' : `${nameFor(w, 'value', type)}(${site}, ${value}); `;
}

/** Adds a site for the value of a variable, or of a part of it; returns the statement that records it. */
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

/** Statements that record, one after the other: a test of one variable for threads that do not. */
export function guarded(w: Writer, calls: readonly string[]): string {
  const code = calls.join('');
  if (code === '' || w.kind === 'cost') return code;
  return `if (${w.prefix}isOn) { ${code}} `;
}

/**
 * Records the value of an expression on its way to where it is used.
 *
 * @param type of where it goes, as far as it is told
 */
export function wrapResult(
  w: Writer,
  site: number,
  [start, end]: readonly [start: number, end: number],
  type: WrittenType,
): void {
  if (!recordsValues(w.kind)) return;
  // What becomes an Optional by itself where it is returned does not where it is recorded.
  const isOptional = suffixOfType(w.types, type)?.startsWith('O');
  const [cast, close] = isOptional ? [`(${type})(`, '))'] : ['', ')'];
  insert(w, fromOf(w, start), `${nameFor(w, 'result', type)}(${site}, ${cast}`);
  insert(w, endBefore(w, end), close);
}

/**
 * Of the function that records a value. Interfaces have functions of their own, since the compiler gives
 * generic ones the type that a value has at run time; where a type is a parameter, the function looks at it.
 */
function nameFor({ prefix, context, types }: Writer, name: string, type: WrittenType): string {
  return `${prefix}${name}${suffixOfType(types, type) ?? (context.isGeneric ? 'Of' : '')}`;
}

export function recordsValues(kind: TraceKind): kind is 'records' | 'non-finite' {
  return kind === 'records' || kind === 'non-finite';
}

/** Declares a name from here to the end of the scope. */
export function declare(w: Writer, name: Token, type: WrittenType | null): TypedName {
  const scope = { from: name.from, to: w.scope.to };
  const variable = w.variables.push({ name: name.text, function: w.context.index, scope }) - 1;
  w.variableTypes.push(type);
  w.scope.names.set(name.text, variable);
  return { name: name.text, variable, type };
}

/** What is named by tokens such as those of `a.b[2]`. */
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

/** Does the work with a scope that ends at `to`. */
export function within<T>(w: Writer, to: number, work: () => T): T {
  const before = w.scope;
  w.scope = { parent: before, names: new Map(), to };
  const result = work();
  w.scope = before;
  return result;
}

interface FunctionKind extends Pick<FunctionContext, 'isDifferentiable' | 'isGeneric' | 'returns'> {
  /** Why nothing in it is recorded. */
  readonly silence?: string | undefined;
}

/** Does the work as a part of this function, whose index comes with it. */
export function inFunction(
  w: Writer,
  traced: TracedFunction,
  { silence, ...kind }: FunctionKind,
  work: () => void,
): void {
  const before = w.context;
  const index = w.functions.push(traced) - 1;
  const reason = silence ?? w.refused.functions.get(index);
  const isSilent = before.isSilent || reason !== undefined;
  w.context = { name: traced.name, index, isSilent, ...kind };
  if (reason !== undefined) leaveOut(w, traced, reason);
  work();
  w.context = before;
}

export function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Edits at one place keep the order in which they were made; what replaces a token comes last. */
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
