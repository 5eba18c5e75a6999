import { constantsOf, type Evaluate } from '#core/source/constantExpression.ts';
import { type Declaration, readSource, withMembers } from '#core/source/declarations.ts';
import { enumCases } from '#core/source/enumCases.ts';
import type { Token } from '#core/source/tokens.ts';
import { typeHeads } from '#core/source/typeHeads.ts';

/** An enum's cases by value, in decimal. */
export interface EnumCases {
  readonly name: string;
  readonly cases: Readonly<Record<string, string>>;
}

/** The declared types that reflection does not tell apart, because enums are integers there. */
export interface SourceTypes {
  /** The declared type of a struct's field; undefined if it is not known without doubt. */
  fieldType(struct: string, field: string): string | undefined;
  /** The declared type of a global variable. */
  variableType(name: string): string | undefined;
  /** The struct that a declared type names. */
  structIn(declared: string | undefined): string | undefined;
  /** The enum that a declared type names, also as an array's or a buffer's element. */
  enumIn(declared: string | undefined): EnumCases | undefined;
}

/** Reads the user's source, which may lack imported types. */
export function readSourceTypes(text: string): SourceTypes {
  const source = readSource(text);
  const enums = readEnums(source.tokens, constantsOf(source));
  const structs = new Map<string, ReadonlyMap<string, string> | null>();
  for (const { kind, name, members } of withMembers(source.declarations)) {
    if (kind !== 'struct') continue;
    // Two structs of one name, in different namespaces, are the same to reflection.
    structs.set(name, structs.has(name) ? null : typesOf(members));
  }
  const variables = typesOf(source.declarations);
  return {
    fieldType: (struct, field) => structs.get(struct)?.get(field),
    variableType: (name) => variables.get(name),
    structIn: (declared) => wordsOf(declared).find((name) => structs.has(name)),
    enumIn: (declared) =>
      enums.get(wordsOf(declared).find((name) => enums.has(name)) ?? '') ?? undefined,
  };
}

function wordsOf(declared = ''): readonly string[] {
  return declared.match(/\w+/g) ?? [];
}

function typesOf(declarations: readonly Declaration[]): ReadonlyMap<string, string> {
  return new Map(
    declarations.flatMap(({ kind, name, type }) =>
      kind === 'variable' ? [[name, type.map(({ text }) => text).join(' ')] as const] : [],
    ),
  );
}

/** By name; null if two have the same. */
function readEnums(
  tokens: readonly Token[],
  evaluate: Evaluate,
): ReadonlyMap<string, EnumCases | null> {
  const enums = new Map<string, EnumCases | null>();
  for (const head of typeHeads(tokens)) {
    if (head.kind !== 'enum') continue;
    const name = head.name.text;
    // Of two cases of one value, the first names it.
    const cases = [...enumCases(tokens, head, evaluate)].toReversed();
    const byValue = Object.fromEntries(cases.map(([each, value]) => [value, each]));
    enums.set(name, enums.has(name) ? null : { name, cases: byValue });
  }
  return enums;
}
