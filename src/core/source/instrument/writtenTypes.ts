import { afterAngles, afterClosing, splitList, type Token } from '#core/source/tokens.ts';
import { typeHeads } from '#core/source/typeHeads.ts';

/** Declared base types, by unqualified name. */
type Bases = ReadonlyMap<string, readonly string[]>;

/** Reads the bases of structs, interfaces and extensions: `struct Square : IShape`. */
export function readBases(tokens: readonly Token[]): Bases {
  const found = new Map<string, readonly string[]>();
  for (const { kind, name, bases } of typeHeads(tokens)) {
    if (!/^(?:struct|interface|extension)$/.test(kind)) continue;
    found.set(name.text, [...(found.get(name.text) ?? []), ...bases.map(({ text }) => text)]);
  }
  return found;
}

/** Whether a type is the named interface or derives from it. */
export function isA(bases: Bases, type: string, name: string): boolean {
  const seen = new Set<string>([type]);
  for (const each of seen) {
    if (each === name) return true;
    for (const base of bases.get(each) ?? []) seen.add(base);
  }
  return false;
}

/**
 * A type as written in the source, on one line, without array sizes: `IShape`, `Pair<int, float>`,
 * `Holder[]`. Empty if the source does not state it.
 */
export type WrittenType = string;

/** Tokens on one line, with spaces where the source has white space. */
export function lineOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, from }, index) => (from === tokens[index - 1]?.to ? text : ` ${text}`))
    .join('')
    .trim();
}

/** @param sizes that follow the variable's name */
export function writtenType(type: readonly Token[], sizes: readonly Token[] = []): WrittenType {
  return `${lineOf(type)}${lineOf(sizes)}`.replaceAll(/ ?\[[^[\]]*\]/g, '[]');
}

/** The types that a source declares, by unqualified name. */
export interface DeclaredTypes {
  /** Types of fields, by struct and field name. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, WrittenType>>;
  readonly interfaces: ReadonlyMap<string, OwnInterface>;
  readonly bases: Bases;
}

export interface OwnInterface {
  /** With the enclosing types: `geometry.IShape`. */
  readonly name: string;
  /** Index among the source's interfaces. */
  readonly index: number;
}

/** Suffix of functions that record values of an interface, or of an `Optional` of one. */
type InterfaceSuffix = `I${number}` | `O${number}`;

/** Undefined if the type is neither. */
export function suffixOfType(types: DeclaredTypes, type: WrittenType): InterfaceSuffix | undefined {
  const [, item] = /^Optional *<(.+)>$/.exec(type) ?? [];
  const found = types.interfaces.get(lastName((item ?? type).trim()));
  return found && `${item === undefined ? 'I' : 'O'}${found.index}`;
}

/** Indices of the interfaces in these types, including `Optional`s and arrays of them. */
export function interfacesIn(
  types: DeclaredTypes,
  written: readonly (WrittenType | null)[],
): ReadonlySet<number> {
  const suffixes = written.map((type) => suffixOfType(types, (type ?? '').replaceAll('[]', '')));
  return new Set(suffixes.flatMap((suffix) => (suffix ? Number(suffix.slice(1)) : [])));
}

/** The type of a path such as `a.b[2]`, given the type of its first name. */
export function typeOfPath(
  types: DeclaredTypes,
  first: WrittenType,
  rest: readonly Token[],
): WrittenType {
  let type = first;
  let depth = 0;
  for (const [at, { text, kind }] of rest.entries()) {
    if (text === '[') {
      if (depth === 0) type = type.endsWith('[]') ? type.slice(0, -2) : '';
      depth += 1;
    } else if (text === ']') depth -= 1;
    else if (depth === 0 && kind === 'word' && rest[at - 1]?.text === '.') {
      type = types.fields.get(lastName(type))?.get(text) ?? '';
    }
  }
  return type;
}

/**
 * `IShape` for `geometry::IShape`, `Pair` for `Pair<int, float>`; empty if unnamed, like arrays.
 */
export function lastName(type: WrittenType): string {
  return /^(?:\w+ *(?:\.|::) *)*(\w+)(?: *<.*>)?$/.exec(type)?.[1] ?? '';
}

interface Declarator {
  readonly name: Token;
  /** False without an initializer: there is no value to record yet. */
  readonly hasValue: boolean;
  readonly type: WrittenType;
}

const MODIFIERS = /^(?:const|static|precise|groupshared|uniform|volatile|no_diff|in)$/;

/** Words that begin statements but not types. */
const NO_TYPE =
  /^(?:return|if|else|for|while|do|switch|case|default|break|continue|discard|throw|try|catch|defer|new|this|super|true|false|none|nullptr|sizeof|expand|each|typealias|typedef|using|struct|enum|func)$/;

/** Undefined if the statement declares no names. */
export function declaratorsIn(
  tokens: readonly Token[],
  start: number,
  end: number,
): Declarator[] | undefined {
  let at = start;
  while (MODIFIERS.test(tokens[at]?.text ?? '')) at += 1;
  const word = tokens[at]?.text ?? '';
  if (word === 'let' || word === 'var') return readList(tokens, at + 1, end, []);
  const afterType = typeAt(tokens, at, end);
  if (afterType === undefined || tokens[afterType]?.kind !== 'word') return undefined;
  const next = tokens[afterType + 1]?.text ?? '';
  const type = tokens.slice(at, afterType);
  return /^[=;,[:]$/.test(next) ? readList(tokens, afterType, end, type) : undefined;
}

/** The index after the type that starts here; undefined if none does. */
function typeAt(tokens: readonly Token[], start: number, end: number): number | undefined {
  let at = start;
  if (tokens[at]?.kind !== 'word' || NO_TYPE.test(tokens[at]?.text ?? '')) return undefined;
  at += 1;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if ((text === '::' || text === '.') && tokens[at + 1]?.kind === 'word') at += 2;
    else if (text === '<') {
      const after = afterAngles(tokens, at, end);
      if (after === at) return undefined;
      at = after;
    } else if (text === '[') at = afterClosing(tokens, at, end);
    else if (text === '*') at += 1;
    else return at;
  }
  return undefined;
}

function readList(
  tokens: readonly Token[],
  start: number,
  end: number,
  type: readonly Token[],
): Declarator[] {
  return splitList(tokens, start, end).flatMap((written) => {
    const [name, ...rest] = written;
    const next = rest[0]?.text;
    if (name?.kind !== 'word' || (next !== undefined && !/^[=[:]$/.test(next))) return [];
    const equals = rest.findIndex(({ text }) => text === '=');
    const head = equals < 0 ? rest : rest.slice(0, equals);
    // In `var x : float`, the type follows the name.
    const behind = next === ':' ? writtenType(head.slice(1)) : writtenType(type, head);
    return [{ name, hasValue: equals >= 0, type: type.length > 0 || next === ':' ? behind : '' }];
  });
}
