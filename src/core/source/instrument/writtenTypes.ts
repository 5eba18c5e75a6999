import type { Token } from '#core/source/tokens.ts';
import { typeHeads } from '#core/source/typeHeads.ts';

/** What types say that they are, by their names without what they are members of. */
type Bases = ReadonlyMap<string, readonly string[]>;

/** Of structs, interfaces and extensions: `struct Square : IShape`. */
export function readBases(tokens: readonly Token[]): Bases {
  const found = new Map<string, readonly string[]>();
  for (const { kind, name, bases } of typeHeads(tokens)) {
    if (!/^(?:struct|interface|extension)$/.test(kind)) continue;
    found.set(name.text, [...(found.get(name.text) ?? []), ...bases.map(({ text }) => text)]);
  }
  return found;
}

/** Whether a type is an interface, by itself or by what it says that it is. */
export function isA(bases: Bases, type: string, name: string): boolean {
  const seen = new Set<string>([type]);
  for (const each of seen) {
    if (each === name) return true;
    for (const base of bases.get(each) ?? []) seen.add(base);
  }
  return false;
}

/**
 * A type as the source writes it, on one line, without the sizes of arrays: `IShape`, `Pair<int, float>`,
 * `Holder[]`. Empty where the source leaves it to the compiler, or does not tell.
 */
export type WrittenType = string;

/** Tokens on one line, with space where the source has some. */
export function lineOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ text, from }, index) => (from === tokens[index - 1]?.to ? text : ` ${text}`))
    .join('')
    .trim();
}

/** @param sizes behind the name of what has the type */
export function writtenType(type: readonly Token[], sizes: readonly Token[] = []): WrittenType {
  return `${lineOf(type)}${lineOf(sizes)}`.replaceAll(/ ?\[[^[\]]*\]/g, '[]');
}

/** The types that a source declares, by their names without what they are members of. */
export interface DeclaredTypes {
  /** The fields of structs, with their types. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, WrittenType>>;
  readonly interfaces: ReadonlyMap<string, OwnInterface>;
  readonly bases: Bases;
}

export interface OwnInterface {
  /** With what it is a member of: `geometry.IShape`. */
  readonly name: string;
  /** Among all of the source. */
  readonly index: number;
}

/** What the names of functions end with that record values of an interface, or of an `Optional` of one. */
type InterfaceSuffix = `I${number}` | `O${number}`;

/** Undefined if a type is neither. */
export function suffixOfType(types: DeclaredTypes, type: WrittenType): InterfaceSuffix | undefined {
  const [, item] = /^Optional *<(.+)>$/.exec(type) ?? [];
  const found = types.interfaces.get(lastName((item ?? type).trim()));
  return found && `${item === undefined ? 'I' : 'O'}${found.index}`;
}

/** The indices of the interfaces that values of these types hold, or arrays of such. */
export function interfacesIn(
  types: DeclaredTypes,
  written: readonly (WrittenType | null)[],
): ReadonlySet<number> {
  const suffixes = written.map((type) => suffixOfType(types, (type ?? '').replaceAll('[]', '')));
  return new Set(suffixes.flatMap((suffix) => (suffix ? Number(suffix.slice(1)) : [])));
}

/** The type of what an expression names, such as `a.b[2]`, by that of its first name. */
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

/** `IShape` of `geometry::IShape`, and `Pair` of `Pair<int, float>`; empty if the type has no name, as arrays. */
export function lastName(type: WrittenType): string {
  return /^(?:\w+ *(?:\.|::) *)*(\w+)(?: *<.*>)?$/.exec(type)?.[1] ?? '';
}
