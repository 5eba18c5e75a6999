import { constantsOf, type Evaluate, enumCases } from '#core/source/constantExpression.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import { elementsBetween, type Token } from '#core/source/tokens.ts';
import { readTypeHead } from '#core/source/typeHeads.ts';
import type { TracedType } from './site.ts';
import {
  type DeclaredTypes,
  declaratorsIn,
  lineOf,
  type OwnInterface,
  readBases,
  type WrittenType,
} from './writtenTypes.ts';

/** A struct or enum of the source, with the parts of the extension that records its values. */
export interface OwnType {
  readonly traced: TracedType;
  /** As the extension names it, such as `Pair<T, U>`. */
  readonly type: string;
  /** Generic parameters of the extension, such as `<T : IFloat, let N : int>`; empty if none. */
  readonly generics: string;
  /** Constraints of the extension, such as `where T.Item == int`; empty if none. */
  readonly constraints: string;
  /** Fields of a struct, in order. */
  readonly fields: ReadonlyMap<string, WrittenType>;
  /** Whether modules that import it may name it. */
  readonly isPublic: boolean;
}

export interface OwnTypes {
  /** Structs and enums declared outside functions, in source order; library types follow. */
  readonly types: readonly OwnType[];
  readonly declared: DeclaredTypes;
  readonly evaluate: Evaluate;
}

/** Its value exists only if `hasValue` is true. */
export const OPTIONAL = 'Optional';

/** @param sources those of one module */
export function readOwnTypes(sources: readonly Source[]): OwnTypes {
  const types: OwnType[] = [];
  const interfaces = new Map<string, OwnInterface>();
  const evaluates = sources.map((source) => constantsOf(source));
  const evaluate: Evaluate = (expression) => {
    for (const each of evaluates) {
      const value = each(expression);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const isOpen = sources.every(({ tokens }) => !tokens.some(({ text }) => VISIBILITY.test(text)));
  const read = (
    tokens: readonly Token[],
    declarations: readonly Declaration[],
    path: string,
  ): void => {
    for (const { kind, at, name: own, namespace, members } of declarations) {
      const head = kind === 'struct' ? readTypeHead(tokens, at) : undefined;
      const name = [path, namespace.replaceAll('::', '.'), own]
        .filter((part) => part !== '')
        .join('.');
      if (head?.kind === 'enum') {
        const cases = [...enumCases(tokens, head, evaluate)];
        const traced = {
          ...({ kind: 'enum', name } as const),
          cases: cases.map(([each, value]) => ({ name: each, value })),
        };
        types.push({
          ...{ traced, type: name, generics: '', constraints: '', fields: NO_FIELDS },
          isPublic: isOpen || tokens[at - 1]?.text === 'public',
        });
      } else if (head?.kind === 'interface') {
        if (head.generics.length === 0) interfaces.set(own, { name, index: interfaces.size });
      } else if (head?.kind === 'struct') {
        const { generics, constraints } = head;
        const fields = fieldsOf(tokens, members);
        types.push({
          traced: { kind: 'struct', name, fields: [...fields.keys()] },
          type: name + namesOf(generics),
          ...{ generics: lineOf(generics), constraints: lineOf(constraints), fields },
          isPublic: isOpen || tokens[at - 1]?.text === 'public',
        });
        // A type nested in a generic type shares that type's parameters, so it stays opaque.
        if (generics.length === 0) read(tokens, members, name);
      }
    }
  };
  for (const { tokens, declarations } of sources) read(tokens, declarations, '');
  const tokens = sources.flatMap((source) => source.tokens);
  const fields = new Map(
    types.map(({ traced, fields: own }) => [traced.name.split('.').at(-1) ?? '', own]),
  );
  return {
    types: [...types, ...typesOfLibrary(tokens, types)],
    declared: { fields, interfaces, bases: readBases(tokens) },
    evaluate,
  };
}

/** A module without these words lets others see all that it declares. */
const VISIBILITY = /^(?:module|implementing|public|internal|private)$/;

/** What all modules declare. Interfaces get new indices. */
export function mergeDeclared(modules: readonly DeclaredTypes[]): DeclaredTypes {
  const interfaces = new Map<string, OwnInterface>();
  const bases = new Map<string, readonly string[]>();
  for (const each of modules) {
    for (const [name, { name: path }] of each.interfaces) {
      interfaces.set(name, { name: path, index: interfaces.get(name)?.index ?? interfaces.size });
    }
    for (const [name, own] of each.bases) bases.set(name, [...(bases.get(name) ?? []), ...own]);
  }
  return { fields: new Map(modules.flatMap(({ fields }) => [...fields])), interfaces, bases };
}

const NO_FIELDS: ReadonlyMap<string, WrittenType> = new Map();

/** Library types whose values are recorded, with the words that indicate their use. */
const LIBRARY: readonly (OwnType & { readonly words: RegExp })[] = [
  {
    traced: { kind: 'struct', name: OPTIONAL, fields: ['hasValue', 'value'] },
    type: `${OPTIONAL}<T>`,
    generics: '<T>',
    constraints: '',
    fields: NO_FIELDS,
    isPublic: false,
    words: /^Optional$/,
  },
  {
    traced: { kind: 'struct', name: 'DifferentialPair', fields: ['p', 'd'] },
    type: 'DifferentialPair<T>',
    generics: '<T : IDifferentiable>',
    constraints: '',
    fields: NO_FIELDS,
    isPublic: false,
    words: /^(?:DifferentialPair|diffPair|DiffPair)$/,
  },
];

function typesOfLibrary(tokens: readonly Token[], own: readonly OwnType[]): OwnType[] {
  const names = new Set(own.map(({ traced }) => traced.name));
  return LIBRARY.filter(
    ({ traced, words }) => !names.has(traced.name) && tokens.some(({ text }) => words.test(text)),
  ).map(({ words: _, ...type }) => type);
}

/** `<T, N>` of `<T : IFloat, let N : int>`. */
function namesOf(generics: readonly Token[]): string {
  if (generics.length === 0) return '';
  const names = elementsBetween(generics, 1, generics.length - 1).flatMap(({ start, end }) => {
    const words = generics.slice(start, end).filter(({ text }) => !/^(?:let|each)$/.test(text));
    const isTyped = words[0]?.kind === 'word' && words[1]?.kind === 'word';
    return words[isTyped ? 1 : 0]?.text ?? [];
  });
  return `<${names.join(', ')}>`;
}

/** Members with these words are not fields, or an extension cannot name them. */
const NO_FIELD = /^(?:private|static|associatedtype|typealias|typedef|using|property)$/;
const FIELD_MODIFIER =
  /^(?:public|internal|precise|nointerpolation|noperspective|linear|centroid|sample)$/;

function fieldsOf(
  tokens: readonly Token[],
  members: readonly Declaration[],
): ReadonlyMap<string, WrittenType> {
  const fields = new Map<string, WrittenType>();
  for (const { kind, type, at, end } of members) {
    if (kind !== 'variable' || type.some(({ text }) => NO_FIELD.test(text))) continue;
    let first = at;
    while (FIELD_MODIFIER.test(tokens[first]?.text ?? '')) first += 1;
    const declared = declaratorsIn(tokens, first, end - 1) ?? [];
    for (const each of declared) fields.set(each.name.text, each.type);
  }
  return fields;
}
