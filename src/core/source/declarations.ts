import { type AttributeInText, readAttributes } from './attributesInText.ts';
import {
  afterAngles,
  afterClosing,
  readTokens,
  type Span,
  splitList,
  type Token,
} from './tokens.ts';

/** A declaration in the source, as far as it is recognisable without a compiler. */
export interface Declaration extends Span {
  readonly kind: 'function' | 'variable' | 'struct';
  readonly name: string;
  /** Its namespace, such as `A::B`; empty outside of namespaces. */
  readonly namespace: string;
  readonly nameSpan: Span;
  /** After the attributes; `from` is before them. */
  readonly start: number;
  readonly attributes: readonly AttributeInText[];
  /** For a function or a variable, the tokens before the name, or after its colon. */
  readonly type: readonly Token[];
  /** Of a function. */
  readonly parameters: readonly (readonly Token[])[];
  readonly hasBody: boolean;
  /** Of a struct or `cbuffer`. */
  readonly members: readonly Declaration[];
}

export interface Import extends Span {
  readonly name: string;
}

/** The parts of a source that lints read. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Including those in namespaces. */
  readonly declarations: readonly Declaration[];
  readonly imports: readonly Import[];
  /** Before the first token; directives and comments may precede it. */
  readonly start: number;
  /** After `module …;`, which must come first; `start` if there is none. */
  readonly afterModule: number;
}

/** Reads a source that may be half-typed. Omits what it cannot recognise. */
export function readSource(text: string): Source {
  const tokens = readTokens(text);
  const declarations: Declaration[] = [];
  const imports: Import[] = [];
  readScope(tokens, 0, tokens.length, { declarations, imports, namespace: '', depth: 0 });
  const start = tokens[0]?.from ?? text.length;
  const moduleEnd = tokens[0]?.text === 'module' ? tokens.find(({ text: t }) => t === ';') : null;
  return { text, tokens, declarations, imports, start, afterModule: moduleEnd?.to ?? start };
}

interface Scope {
  readonly declarations: Declaration[];
  readonly imports: Import[];
  readonly namespace: string;
  /** The number of enclosing braces. */
  readonly depth: number;
}

/** Ignores deeper ones: nobody writes them, and the stack is finite. */
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

const MODIFIERS: ReadonlySet<string> = new Set(['public', 'internal', 'private', 'export']);

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
  while (at < end && MODIFIERS.has(tokens[at]?.text ?? '')) at += 1;
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
  const { end, attributes } = begun;
  const name = tokens[at + 1];
  let open = at + 1;
  while (open < end && !/^[{;]$/.test(tokens[open]?.text ?? '')) open += 1;
  if (tokens[open]?.text !== '{') return open + 1;
  const close = afterClosing(tokens, open, end);
  const inner: Scope = { declarations: [], imports: [], namespace: '', depth: scope.depth + 1 };
  if (tokens[at]?.text !== 'enum') readScope(tokens, open + 1, close - 1, inner);
  if (name?.kind === 'word') {
    scope.declarations.push({
      kind: 'struct',
      name: name.text,
      namespace: scope.namespace,
      nameSpan: spanOf(name),
      from: tokens[begun.start]?.from ?? name.from,
      start: tokens[begun.afterAttributes]?.from ?? name.from,
      to: tokens[close - 1]?.to ?? name.to,
      attributes,
      type: [],
      parameters: [],
      hasBody: true,
      members: inner.declarations,
    });
  }
  return tokens[close]?.text === ';' && close < end ? close + 1 : close;
}

function readFunctionOrVariable(tokens: readonly Token[], begun: Begun, scope: Scope): number {
  const { afterAttributes: start, end, attributes } = begun;
  const head = readHead(tokens, start, end);
  const finish = head.isFunction
    ? endOfFunction(tokens, head.end, end)
    : endOfVariable(tokens, head.end, end);
  const name = tokens[head.name];
  if (name?.kind !== 'word' || head.name <= start) return finish;
  const parametersEnd = head.isFunction ? afterClosing(tokens, head.end, end) : head.end;
  scope.declarations.push({
    kind: head.isFunction ? 'function' : 'variable',
    name: name.text,
    namespace: scope.namespace,
    nameSpan: spanOf(name),
    from: tokens[begun.start]?.from ?? name.from,
    start: tokens[start]?.from ?? name.from,
    to: tokens[finish - 1]?.to ?? name.to,
    attributes,
    type: tokens.slice(start, head.name),
    parameters: head.isFunction ? splitList(tokens, head.end + 1, parametersEnd - 1) : [],
    hasBody: tokens[finish - 1]?.text === '}',
    members: [],
  });
  return finish;
}

/** The index of the parameters of an operator, such as `operator==(…)` or `operator()(…)`; null if there are none. */
function afterOperator(tokens: readonly Token[], start: number, end: number): number | null {
  const isCall = tokens[start]?.text === '(' && tokens[start + 1]?.text === ')';
  let at = isCall ? start + 2 : start;
  while (at < end && tokens[at]?.kind === 'symbol' && !/[({;]/.test(tokens[at]?.text ?? ''))
    at += 1;
  return at < end && tokens[at]?.text === '(' ? at : null;
}

interface Head {
  /** The index of the name, or of the start if there is none. */
  readonly name: number;
  readonly isFunction: boolean;
  /** The index of the token that ends the head: a parenthesis, `=`, `;`, `:`, `,` or `[`. */
  readonly end: number;
}

/** Reads a type and a name up to the token that distinguishes a function from a variable. */
function readHead(tokens: readonly Token[], start: number, end: number): Head {
  let depth = 0;
  let name = start;
  for (let at = start; at < end; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word' && depth === 0) {
      name = at;
      const operator = token.text === 'operator' ? afterOperator(tokens, at + 1, end) : null;
      if (operator !== null) return { name, isFunction: true, end: operator };
      // `name<T>(…)` is a generic function; the name precedes its parameters.
      const generic = tokens[at + 1]?.text === '<' ? afterAngles(tokens, at + 1, end) : at + 1;
      if (tokens[generic]?.text === '(') return { name, isFunction: true, end: generic };
    }
    if (token?.kind !== 'symbol') continue;
    if (token.text === '<') depth += 1;
    else if (token.text === '>') depth = Math.max(0, depth - 1);
    else if (token.text === '(' && depth === 0) return { name, isFunction: true, end: at };
    else if (/^[=;:,[{}]$/.test(token.text) && (depth === 0 || /^[=;{}]$/.test(token.text))) {
      return { name, isFunction: false, end: at };
    }
  }
  return { name, isFunction: false, end };
}

/** After the body, or after the semicolon of a function without one. */
function endOfFunction(tokens: readonly Token[], parameters: number, end: number): number {
  for (let at = afterClosing(tokens, parameters, end); at < end; at += 1) {
    const { text = '' } = tokens[at] ?? {};
    if (text === ';') return at + 1;
    if (text === '{') return afterClosing(tokens, at, end);
    if (text === '}') return at;
  }
  return end;
}

/** After the semicolon; after the braces of a property, which has none. */
function endOfVariable(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  let assigned = false;
  while (at < end) {
    const { text = '' } = tokens[at] ?? {};
    if (text === ';') return at + 1;
    if (text === '}') return at + 1;
    if (text === '=') assigned = true;
    if (text === '{' && !assigned) return afterClosing(tokens, at, end);
    at = /^[([{]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
  }
  return end;
}

function findSymbol(tokens: readonly Token[], start: number, end: number, text: string): number {
  for (let at = start; at < end; at += 1) if (tokens[at]?.text === text) return at;
  return end;
}

function spanOf({ from, to }: Token): Span {
  return { from, to };
}
