import { constantsOf, type Evaluate } from '#core/source/constantExpression.ts';
import { type Declaration, readSource } from '#core/source/declarations.ts';
import { splitList, type Token } from '#core/source/tokens.ts';
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
  const addStructs = (declarations: readonly Declaration[]) => {
    for (const declaration of declarations) {
      if (declaration.kind !== 'struct') continue;
      const { name, members } = declaration;
      // Two structs of one name, in different namespaces, are the same to reflection.
      structs.set(name, structs.has(name) ? null : typesOf(members));
      addStructs(members);
    }
  };
  addStructs(source.declarations);
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
  for (const { kind, name, keyword, open, close } of typeHeads(tokens)) {
    if (kind !== 'enum') continue;
    const items = splitList(tokens, open + 1, close);
    const areFlags = tokens[keyword - 2]?.text === 'Flags' && tokens[keyword - 1]?.text === ']';
    const cases = readCases(items, evaluate, areFlags);
    enums.set(name.text, enums.has(name.text) ? null : { name: name.text, cases });
  }
  return enums;
}

/** Up to the first case whose value is not known. */
function readCases(
  items: readonly (readonly Token[])[],
  evaluate: Evaluate,
  areFlags: boolean,
): Readonly<Record<string, string>> {
  const cases: Record<string, string> = {};
  let next: number | undefined = areFlags ? 1 : 0;
  for (const [name, equals, ...value] of items) {
    if (name?.kind !== 'word') break;
    if (equals?.text === '=') next = constantOf(value, evaluate);
    if (next === undefined) break;
    cases[next] ??= name.text;
    next = areFlags ? next * 2 : next + 1;
  }
  return cases;
}

/** A constant, or one shifted to the left, as flags often are. */
function constantOf(tokens: readonly Token[], evaluate: Evaluate): number | undefined {
  const shift = tokens.findIndex(
    ({ text }, index) => text === '<' && tokens[index + 1]?.text === '<',
  );
  if (shift < 0) return evaluate(tokens);
  const value = evaluate(tokens.slice(0, shift));
  const bits = evaluate(tokens.slice(shift + 2));
  return value === undefined || bits === undefined ? undefined : value * 2 ** bits;
}
