import type { Token } from '#core/source/tokens.ts';
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
