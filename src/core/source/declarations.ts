import { type AttributeInText, readAttributes } from './attributesInText.ts';
import {
  afterAngles,
  afterClosing,
  lineCounter,
  readTokens,
  type Span,
  splitList,
  type Token,
} from './tokens.ts';

/**
 * A declaration, as far as it is recognisable without a compiler. All readers of Slang share this
 * syntax tree.
 */
export interface Declaration extends Span {
  /**
   * `struct` is any type, or a `cbuffer`. `special` has no type before its name: `__init`,
   * `__subscript` or a macro call.
   */
  readonly kind: 'function' | 'variable' | 'struct' | 'extension' | 'special';
  readonly name: string;
  /** Such as `A::B`; empty outside namespaces. */
  readonly namespace: string;
  readonly nameSpan: Span;
  /** Offset after the attributes; `from` is before them. */
  readonly start: number;
  /** The index of the token at `start`; for a type, of its keyword. */
  readonly at: number;
  readonly nameAt: number;
  /**
   * The index of the token that ends the head: `{` of a type, `(` of a function, or the token after
   * a variable's name.
   */
  readonly open: number;
  /** The index after its last token. */
  readonly end: number;
  readonly attributes: readonly AttributeInText[];
  /** For a function or a variable, the tokens before the name, or after its colon. */
  readonly type: readonly Token[];
  /** The tokens of each parameter of a function. */
  readonly parameters: readonly (readonly Token[])[];
  readonly hasBody: boolean;
  /** Of a struct, `cbuffer` or extension. */
  readonly members: readonly Declaration[];
}

interface Import extends Span {
  readonly name: string;
}

export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Including those in namespaces. */
  readonly declarations: readonly Declaration[];
  readonly imports: readonly Import[];
}

/** Reads a source that may be half-typed. Omits what it cannot recognise. */
export function readSource(text: string, tokens: readonly Token[] = readTokens(text)): Source {
  const declarations: Declaration[] = [];
  const imports: Import[] = [];
  readScope(tokens, 0, tokens.length, { declarations, imports, namespace: '', depth: 0 });
  return { text, tokens, declarations, imports };
}

/** The declarations, each followed by its members, recursively. */
export function withMembers(declarations: readonly Declaration[]): readonly Declaration[] {
  return declarations.flatMap((each) => [each, ...withMembers(each.members)]);
}

interface Scope {
  readonly declarations: Declaration[];
  readonly imports: Import[];
  readonly namespace: string;
  /** The number of enclosing braces. */
  readonly depth: number;
}

/** Deeper declarations are ignored: nobody writes them, and the stack is finite. */
const MAX_DEPTH = 32;

const GROUPS: ReadonlySet<string> = new Set([
  'struct',
  'class',
  'interface',
  'extension',
  'enum',
  'cbuffer',
  'tbuffer',
]);

const MODIFIERS: ReadonlySet<string> = new Set([
  'public',
  'internal',
  'private',
  'export',
  'extern',
  'dyn',
  '__generic',
]);

function readScope(tokens: readonly Token[], start: number, end: number, scope: Scope): void {
  if (scope.depth > MAX_DEPTH) return;
  let at = start;
  while (at < end) {
    const { attributes, next } = readAttributes(tokens, at, end);
    at = Math.max(
      readDeclaration(tokens, { start: at, afterAttributes: next, end, attributes }, scope),
      at + 1,
    );
  }
}

interface Begun {
  readonly start: number;
  readonly afterAttributes: number;
  readonly end: number;
  readonly attributes: readonly AttributeInText[];
}

/** Returns the index after the declaration. */
function readDeclaration(tokens: readonly Token[], begun: Begun, scope: Scope): number {
  const { afterAttributes, end } = begun;
  let at = afterAttributes;
  while (at < end && MODIFIERS.has(tokens[at]?.text ?? '')) at = afterWord(tokens, at, end);
  const first = tokens[at];
  if (!first || at >= end) return end;
  if (first.text === 'import' || first.text === '__import')
    return readImport(tokens, at, end, scope);
  if (first.text === 'namespace') {
    const open = findSymbol(tokens, at, end, '{');
    const close = afterClosing(tokens, open, end);
    const name = tokens.slice(at + 1, open).map(({ text }) => text.replace('.', '::'));
    const namespace = [scope.namespace, name.join('')].filter((part) => part !== '').join('::');
    readScope(tokens, open + 1, close - 1, { ...scope, namespace, depth: scope.depth + 1 });
    return close;
  }
  if (GROUPS.has(first.text)) return readGroup(tokens, at, begun, scope);
  return readFunctionOrVariable(tokens, begun, scope);
}

function readImport(tokens: readonly Token[], at: number, end: number, scope: Scope): number {
  const semicolon = findSymbol(tokens, at, end, ';');
  const from = tokens[at]?.from ?? 0;
  const words = tokens.slice(at + 1, semicolon).map(({ text }) => text);
  const to = tokens[Math.min(semicolon, end - 1)]?.to ?? from;
  scope.imports.push({ name: words.join('').replaceAll('"', ''), from, to });
  return semicolon + 1;
}

function readGroup(tokens: readonly Token[], at: number, begun: Begun, scope: Scope): number {
  const { end } = begun;
  // `extension<T> Box<T>`, and `enum class Kind`.
  let nameAt = afterWord(tokens, at, end);
  if (tokens[nameAt]?.text === 'class') nameAt += 1;
  let open = nameAt;
  while (open < end && !/^[{;]$/.test(tokens[open]?.text ?? '')) open += 1;
  if (tokens[open]?.text !== '{') return open + 1;
  const close = afterClosing(tokens, open, end);
  const inner: Scope = { declarations: [], imports: [], namespace: '', depth: scope.depth + 1 };
  const keyword = tokens[at]?.text;
  if (keyword !== 'enum') readScope(tokens, open + 1, close - 1, inner);
  declare(tokens, begun, scope, {
    kind: keyword === 'extension' ? keyword : 'struct',
    ...{ at, nameAt, open, end: close },
    members: inner.declarations,
  });
  return tokens[close]?.text === ';' && close < end ? close + 1 : close;
}

function readFunctionOrVariable(tokens: readonly Token[], begun: Begun, scope: Scope): number {
  const { afterAttributes: at, end: last } = begun;
  const { nameAt, isFunction, open } = readHead(tokens, at, last);
  const end = (isFunction ? endOfFunction : endOfVariable)(tokens, open, last);
  if (nameAt > at || isFunction) {
    declare(tokens, begun, scope, {
      kind: !isFunction ? 'variable' : nameAt > at ? 'function' : 'special',
      ...{ at, nameAt, open, end },
      type: tokens.slice(at, nameAt),
      ...(isFunction && {
        parameters: splitList(tokens, open + 1, afterClosing(tokens, open, last) - 1),
      }),
    });
  }
  return end;
}

type Indices = Pick<Declaration, 'kind' | 'at' | 'nameAt' | 'open' | 'end'>;

function declare(
  tokens: readonly Token[],
  { start, afterAttributes, attributes }: Begun,
  { declarations, namespace }: Scope,
  own: Indices & Partial<Declaration>,
): void {
  const name = tokens[own.nameAt];
  const last = tokens[own.end - 1];
  if (name?.kind !== 'word') return;
  declarations.push({
    name: name.text,
    namespace,
    nameSpan: { from: name.from, to: name.to },
    from: (tokens[start] ?? name).from,
    start: (tokens[afterAttributes] ?? name).from,
    to: (last ?? name).to,
    attributes,
    type: [],
    parameters: [],
    hasBody: last?.text === '}',
    members: [],
    ...own,
  });
}

/** The index after a word and an optional list in angle brackets. */
function afterWord(tokens: readonly Token[], at: number, end: number): number {
  return tokens[at + 1]?.text === '<' ? afterAngles(tokens, at + 1, end) : at + 1;
}

/** The index after the symbols of an operator, such as `operator==(…)` or `operator()(…)`. */
function afterOperator(tokens: readonly Token[], operator: number, end: number): number {
  let at = operator + 1;
  if (tokens[at]?.text === '(' && tokens[at + 1]?.text === ')') at += 2;
  while (at < end && tokens[at]?.kind === 'symbol' && !/[({;]/.test(tokens[at]?.text ?? ''))
    at += 1;
  return at;
}

interface Head extends Pick<Declaration, 'nameAt' | 'open'> {
  readonly isFunction: boolean;
}

/** Reads a type and a name up to the token that distinguishes a function from a variable. */
function readHead(tokens: readonly Token[], start: number, end: number): Head {
  let nameAt = start;
  let isUnclosed = false;
  let at = start;
  while (at < end) {
    const { kind, text = '' } = tokens[at] ?? {};
    if (text === '(') return { nameAt, isFunction: true, open: at };
    if (/^[=;:,[{}]$/.test(text)) break;
    if (kind !== 'word') {
      at += 1;
      continue;
    }
    nameAt = at;
    if (text === 'operator') at = afterOperator(tokens, at, end);
    // `name<T>(…)` is a generic function; the name precedes its parameters.
    else at = isUnclosed ? at + 1 : afterWord(tokens, at, end);
    // Searching for the end of every unclosed angle would take quadratic time.
    isUnclosed ||= tokens[at]?.text === '<';
  }
  return { nameAt, isFunction: false, open: at };
}

/**
 * The index after the body or, if there is none, after the semicolon. Tolerates unclosed
 * parentheses.
 */
function endOfFunction(tokens: readonly Token[], parameters: number, end: number): number {
  for (let at = parameters; at < end; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if (text === ';') return at + 1;
    if (text === '{' && tokens[at - 1]?.text !== '=') return afterClosing(tokens, at, end);
    // A default value.
    if (text === '{') at = afterClosing(tokens, at, end) - 1;
    else if (text === '}') return at;
  }
  return end;
}

/** The index after the semicolon, or after the braces of a property. */
function endOfVariable(tokens: readonly Token[], start: number, end: number): number {
  let assigned = false;
  for (let at = start; at < end; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if (text === ';' || text === '}') return at + 1;
    if (text === '=') assigned = true;
    if (text !== '{') continue;
    const after = afterClosing(tokens, at, end);
    // Without a semicolon, these are the braces of a function's body.
    if (!assigned || tokens[at - 1]?.text === ')') return after;
    at = after - 1;
  }
  return end;
}

function findSymbol(tokens: readonly Token[], start: number, end: number, text: string): number {
  for (let at = start; at < end; at += 1) if (tokens[at]?.text === text) return at;
  return end;
}

/** Spans of the entry points' names, as far as they are recognisable without a compiler. */
export function entryPointsIn(text: string): ReadonlyMap<string, Span> {
  const found = new Map<string, Span>();
  for (const { kind, name, nameSpan, attributes, hasBody } of readSource(text).declarations) {
    const isMarked = attributes.some(
      (each) => each.name === 'shader' || each.name === 'numthreads',
    );
    if (kind === 'function' && isMarked && (hasBody || !found.has(name))) found.set(name, nameSpan);
  }
  return found;
}

/** A function with its one-based lines, up to its closing brace. */
export interface FunctionLines {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** The functions with a body, including members, in source order. */
export function functionLines(text: string): FunctionLines[] {
  const lineOf = lineCounter(text);
  return withMembers(readSource(text).declarations)
    .filter(({ kind, hasBody }) => kind === 'function' && hasBody)
    .map(({ name, start, to }) => ({ name, from: lineOf(start), to: lineOf(to - 1) }));
}
