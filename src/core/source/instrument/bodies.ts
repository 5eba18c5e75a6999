import { readAttributes } from '#core/source/attributesInText.ts';
import { afterAngles, afterClosing, type Token } from '#core/source/tokens.ts';
import { afterWhere } from './angles.ts';
import { type WrittenType, writtenType } from './writtenTypes.ts';

/** A function that has statements, as indices of tokens. */
export interface Body {
  /** With what it is a member of, such as `Ray.at`. */
  readonly name: string;
  /** Of the name, or of the keyword of an accessor. */
  readonly nameAt: number;
  /** Names of attributes before it, such as `shader`, with the text in their parentheses. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Between its parentheses; empty for accessors without any. */
  readonly parameters: readonly [start: number, end: number];
  /** Those of the subscript that an accessor belongs to. */
  readonly outerParameters: readonly [start: number, end: number] | null;
  /** Declared as `func name(a : T) -> R`: types follow names. */
  readonly isModern: boolean;
  /** The type of what it returns; empty if it is not told. */
  readonly returns: WrittenType;
  /** It, or what it is a member of, has parameters of types. */
  readonly isGeneric: boolean;
  /** Of the opening brace, and behind the closing one. */
  readonly open: number;
  readonly end: number;
}

const CONTAINERS: ReadonlySet<string> = new Set([
  'struct',
  'class',
  'interface',
  'extension',
  'namespace',
]);

const ACCESSORS: ReadonlySet<string> = new Set(['get', 'set', 'ref', 'modify']);

/** What stands before the word that says what is declared. */
const MODIFIERS =
  /^(?:public|private|internal|export|extern|static|const|inline|override|no_diff|dyn|__generic|__exported|__prefix|__postfix|groupshared|uniform|volatile|globallycoherent)$/;

const MAX_DEPTH = 32;

/** What is around a declaration. */
interface Place {
  readonly bodies: Body[];
  readonly path: string;
  readonly depth: number;
  readonly isGeneric: boolean;
  /** Of the subscript that an accessor belongs to. */
  readonly parameters: readonly [start: number, end: number] | null;
}

/** The functions of a source, members and accessors among them, in their order. */
export function findBodies(tokens: readonly Token[]): Body[] {
  const bodies: Body[] = [];
  readScope(tokens, 0, tokens.length, {
    bodies,
    path: '',
    depth: 0,
    isGeneric: false,
    parameters: null,
  });
  return bodies;
}

function readScope(tokens: readonly Token[], start: number, end: number, place: Place): void {
  if (place.depth > MAX_DEPTH) return;
  let at = start;
  while (at < end) at = Math.max(at + 1, readMember(tokens, at, end, place));
}

/** Reads one declaration; returns the index behind it. */
function readMember(tokens: readonly Token[], start: number, end: number, place: Place): number {
  const { attributes, next } = readAttributes(tokens, start, end);
  let at = next;
  let hasGenerics = false;
  while (at < end && MODIFIERS.test(tokens[at]?.text ?? '')) {
    const isList = tokens[at]?.text === '__generic' && tokens[at + 1]?.text === '<';
    hasGenerics ||= isList;
    at = isList ? afterAngles(tokens, at + 1, end) : at + 1;
  }
  const word = tokens[at]?.text ?? '';
  if (ACCESSORS.has(word) && /^[{(]$/.test(tokens[at + 1]?.text ?? '')) {
    return readAccessor(tokens, at, end, place);
  }
  const head = readHead(tokens, at, end);
  if (tokens[head.end]?.text !== '{') return head.end + 1;
  const close = afterClosing(tokens, head.end, end);
  const { path, bodies } = place;
  const isGeneric = place.isGeneric || hasGenerics || isGenericHead(tokens, at, head);
  const inside = (name: string, parameters: Place['parameters'] = null) =>
    readScope(tokens, head.end + 1, close - 1, {
      bodies,
      path: joined(path, name),
      depth: place.depth + 1,
      isGeneric,
      parameters,
    });
  if (CONTAINERS.has(word)) {
    const isNamed = word !== 'namespace' && tokens[at + 1]?.kind === 'word';
    inside(isNamed ? (tokens[at + 1]?.text ?? '') : '');
    return close;
  }
  if (word === 'enum' || word === 'cbuffer' || word === 'tbuffer') return close;
  const { parameters } = head;
  const range = parameters && ([parameters.open + 1, parameters.close - 1] as const);
  if (hasAccessors(tokens, head.end + 1, close - 1)) {
    inside(tokens[head.name]?.text ?? word, range);
    return close;
  }
  if (!range) return close;
  bodies.push({
    name: joined(path, nameOf(tokens, head.name)),
    nameAt: head.name,
    attributes: textsOf(tokens.slice(start, next), attributes),
    parameters: range,
    outerParameters: null,
    isModern: word === 'func',
    returns: returnedType(tokens, at, head),
    isGeneric,
    open: head.end,
    end: close,
  });
  return close;
}

/** A container, or a function with parameters of types. */
function isGenericHead(tokens: readonly Token[], start: number, head: Head): boolean {
  const word = tokens[start]?.text ?? '';
  if (word === 'interface') return true;
  const from = CONTAINERS.has(word) ? start : head.name + 1;
  const to = CONTAINERS.has(word) ? head.end : head.name + 2;
  return tokens.slice(from, to).some(({ text }) => text === '<');
}

/** Before the name, or behind the arrow of `func name() -> Type`. */
function returnedType(tokens: readonly Token[], start: number, head: Head): WrittenType {
  if (tokens[start]?.text !== 'func') return writtenType(tokens.slice(start, head.name));
  const behind = tokens.slice(head.parameters?.close ?? head.end, head.end);
  const arrow = behind.findIndex(({ text }) => text === '>');
  const where = behind.findIndex(({ text }) => text === 'where');
  return writtenType(behind.slice(arrow + 1, where < 0 ? behind.length : where));
}

function textsOf(
  tokens: readonly Token[],
  attributes: ReturnType<typeof readAttributes>['attributes'],
): ReadonlyMap<string, string> {
  const texts = attributes.map(({ name, arguments: list }) => {
    const from = list[0]?.from ?? 0;
    const to = list.at(-1)?.to ?? 0;
    const inside = tokens.filter((token) => token.from >= from && token.to <= to);
    return [name, inside.map(({ text }) => text).join('')] as const;
  });
  return new Map(texts);
}

function joined(path: string, name: string): string {
  if (name === '') return path;
  return path === '' ? name : `${path}.${name}`;
}

/** `operator` with its symbols. */
function nameOf(tokens: readonly Token[], at: number): string {
  const name = tokens[at]?.text ?? '';
  if (name !== 'operator') return name;
  let symbols = '';
  for (let next = at + 1; tokens[next]?.kind === 'symbol'; next += 1) {
    const text = tokens[next]?.text ?? '';
    if (text === '(' && !(symbols === '' && tokens[next + 1]?.text === ')')) break;
    symbols += text;
  }
  return `operator${symbols}`;
}

function readAccessor(tokens: readonly Token[], at: number, end: number, place: Place): number {
  const hasParameters = tokens[at + 1]?.text === '(';
  const open = hasParameters ? afterClosing(tokens, at + 1, end) : at + 1;
  if (tokens[open]?.text !== '{') return open + 1;
  const close = afterClosing(tokens, open, end);
  place.bodies.push({
    name: joined(place.path, tokens[at]?.text ?? ''),
    nameAt: at,
    attributes: new Map(),
    parameters: hasParameters ? [at + 2, open - 1] : [at, at],
    outerParameters: place.parameters,
    isModern: false,
    returns: '',
    isGeneric: place.isGeneric,
    open,
    end: close,
  });
  return close;
}

function hasAccessors(tokens: readonly Token[], start: number, end: number): boolean {
  const { next } = readAttributes(tokens, start, end);
  const word = tokens[next]?.text ?? '';
  return ACCESSORS.has(word) && next < end && /^[{;(]$/.test(tokens[next + 1]?.text ?? '');
}

interface Head {
  /** Of the name, as far as it can be told. */
  readonly name: number;
  readonly parameters: { readonly open: number; readonly close: number } | null;
  /** Of what ends the head: `{` of a body, `;`, or the end. */
  readonly end: number;
}

/** Reads up to a body or a semicolon; parentheses and what an initializer holds are stepped over. */
function readHead(tokens: readonly Token[], start: number, end: number): Head {
  let name = start;
  let parameters: Head['parameters'] = null;
  let at = start;
  while (at < end) {
    const token = tokens[at];
    const text = token?.text ?? '';
    if (/^[;{}]$/.test(text)) return { name, parameters, end: at };
    if (text === 'where') return { name, parameters, end: afterWhere(tokens, at, end) };
    if (text === '=' && !parameters && tokens[at - 1]?.text !== 'operator') {
      return { name, parameters: null, end: endOfInitializer(tokens, at, end) };
    }
    if (token?.kind === 'word' && !parameters) {
      if (text === 'operator') {
        name = at;
        at = afterOperator(tokens, at);
        continue;
      }
      name = at;
      at = tokens[at + 1]?.text === '<' ? afterAngles(tokens, at + 1, end) : at + 1;
      continue;
    } else if (text === '(') {
      const close = afterClosing(tokens, at, end);
      parameters ??= { open: at, close };
      at = close;
      continue;
    } else if (text === '[') {
      at = afterClosing(tokens, at, end);
      continue;
    }
    at += 1;
  }
  return { name, parameters, end };
}

/** Of the parenthesis that opens an operator's parameters. */
function afterOperator(tokens: readonly Token[], at: number): number {
  let next = at + 1;
  if (tokens[next]?.text === '(' && tokens[next + 1]?.text === ')') return next + 2;
  while (tokens[next] && tokens[next]?.text !== '(') next += 1;
  return next;
}

function endOfInitializer(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  while (at < end && tokens[at]?.text !== ';') {
    at = /^[([{]$/.test(tokens[at]?.text ?? '') ? afterClosing(tokens, at, end) : at + 1;
  }
  return at;
}
