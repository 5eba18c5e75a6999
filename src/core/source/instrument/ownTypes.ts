import { constantsOf, type Evaluate } from '#core/source/constantExpression.ts';
import { readSource } from '#core/source/declarations.ts';
import { afterAngles, afterClosing, splitList, type Token } from '#core/source/tokens.ts';
import { afterWhere } from './angles.ts';
import { declaratorsIn } from './declarators.ts';
import type { TracedType } from './site.ts';
import {
  type DeclaredTypes,
  lineOf,
  type OwnInterface,
  readBases,
  type WrittenType,
} from './writtenTypes.ts';

/** A struct or enum of the source, and what makes it one whose values are recorded. */
export interface OwnType {
  readonly traced: TracedType;
  /** As an extension names it, such as `Pair<T, U>`. */
  readonly type: string;
  /** As the extension declares it, such as `<T : IFloat, let N : int>`; empty if it is not generic. */
  readonly generics: string;
  /** What the extension demands of its parameters, such as `where T.Item == int`; empty if nothing. */
  readonly constraints: string;
  /** Of a struct, in their order. */
  readonly fields: ReadonlyMap<string, WrittenType>;
}

export interface OwnTypes {
  /** The structs and enums that are declared outside of functions, in their order. */
  readonly types: readonly OwnType[];
  readonly declared: DeclaredTypes;
  /** Evaluates constants of the source. */
  readonly evaluate: Evaluate;
}

/** Its value is there if the field before says so. */
export const OPTIONAL = 'Optional';

const MAX_DEPTH = 16;

export function readOwnTypes(text: string, tokens: readonly Token[]): OwnTypes {
  const types: OwnType[] = [];
  const interfaces = new Map<string, OwnInterface>();
  let constants: Evaluate | undefined;
  // It reads the whole source, which few need.
  const evaluate: Evaluate = (expression) => {
    constants ??= constantsOf(readSource(text));
    return constants(expression);
  };
  const scan = (start: number, end: number, path: string, depth: number): void => {
    for (let at = start; at < end && depth < MAX_DEPTH; ) at = read(at, end, path, depth);
  };
  /** Reads what begins at a token; returns the index behind it. */
  const read = (at: number, end: number, path: string, depth: number): number => {
    const word = tokens[at]?.text ?? '';
    if (/^[([{]$/.test(word)) return afterClosing(tokens, at, end);
    if (!/^(?:struct|enum|namespace|interface)$/.test(word)) return at + 1;
    const head = readHead(tokens, at, end);
    if (!head) return at + 1;
    const { name, generics, constraints, open } = head;
    const close = afterClosing(tokens, open, end);
    const inner = path === '' ? name : `${path}.${name}`;
    if (word === 'enum') {
      const isFlags = /^flags$/i.test(tokens[at - 2]?.text ?? '');
      const cases = readCases(tokens, open + 1, close - 1, isFlags, evaluate);
      const traced = { kind: 'enum', name: inner, cases } as const;
      types.push({ traced, type: inner, generics: '', constraints: '', fields: NO_FIELDS });
      return close;
    }
    if (word === 'interface') {
      if (generics.length === 0) interfaces.set(name, { name: inner, index: interfaces.size });
      return close;
    }
    if (word === 'struct') {
      const fields = readFields(tokens, open + 1, close - 1);
      const type = inner + namesOf(generics);
      types.push({
        traced: { kind: 'struct', name: inner, fields: [...fields.keys()] },
        ...{ type, generics: lineOf(generics), constraints: lineOf(constraints), fields },
      });
    }
    // What is nested in a generic type has that type's parameters too: it stays opaque.
    if (generics.length === 0) scan(open + 1, close - 1, inner, depth + 1);
    return close;
  };
  scan(0, tokens.length, '', 0);
  const fields = new Map(
    types.map(({ traced, fields: own }) => [traced.name.split('.').at(-1) ?? '', own]),
  );
  return {
    types: [...types, ...typesOfLibrary(tokens, types)],
    declared: { fields, interfaces, bases: readBases(tokens) },
    evaluate,
  };
}

const NO_FIELDS: ReadonlyMap<string, WrittenType> = new Map();

/** Types of the standard library whose values are recorded, with a word that tells of their use. */
const LIBRARY: readonly (OwnType & { readonly words: RegExp })[] = [
  {
    traced: { kind: 'struct', name: OPTIONAL, fields: ['hasValue', 'value'] },
    type: `${OPTIONAL}<T>`,
    generics: '<T>',
    constraints: '',
    fields: NO_FIELDS,
    words: /^Optional$/,
  },
  {
    traced: { kind: 'struct', name: 'DifferentialPair', fields: ['p', 'd'] },
    type: 'DifferentialPair<T>',
    generics: '<T : IDifferentiable>',
    constraints: '',
    fields: NO_FIELDS,
    words: /^(?:DifferentialPair|diffPair|DiffPair)$/,
  },
];

function typesOfLibrary(tokens: readonly Token[], own: readonly OwnType[]): OwnType[] {
  const names = new Set(own.map(({ traced }) => traced.name));
  return LIBRARY.filter(
    ({ traced, words }) => !names.has(traced.name) && tokens.some(({ text }) => words.test(text)),
  ).map(({ words: _, ...type }) => type);
}

interface Head {
  readonly name: string;
  /** From angle to angle; empty without. */
  readonly generics: readonly Token[];
  /** From the word `where`; empty without. */
  readonly constraints: readonly Token[];
  /** Of the brace. */
  readonly open: number;
}

function readHead(tokens: readonly Token[], start: number, end: number): Head | undefined {
  // `enum class Name`
  const at = tokens[start + 1]?.text === 'class' ? start + 2 : start + 1;
  const name = tokens[at];
  if (name?.kind !== 'word') return undefined;
  const hasGenerics = tokens[at + 1]?.text === '<';
  const behind = hasGenerics ? afterAngles(tokens, at + 1, end) : at + 1;
  let where = behind;
  while (where < end && !/^(?:where|[{;()=])$/.test(tokens[where]?.text ?? '')) where += 1;
  const open = tokens[where]?.text === 'where' ? afterWhere(tokens, where, end) : where;
  if (tokens[open]?.text !== '{') return undefined;
  const generics = tokens.slice(at + 1, behind);
  return { name: name.text, generics, constraints: tokens.slice(where, open), open };
}

/** `<T, N>` of `<T : IFloat, let N : int>`. */
function namesOf(generics: readonly Token[]): string {
  if (generics.length === 0) return '';
  const names = splitAngles(generics.slice(1, -1)).flatMap((item) => {
    const words = item.filter(({ text }) => !/^(?:let|each)$/.test(text));
    const isTyped = words[0]?.kind === 'word' && words[1]?.kind === 'word';
    return words[isTyped ? 1 : 0]?.text ?? [];
  });
  return `<${names.join(', ')}>`;
}

/** By commas outside of inner angles. */
function splitAngles(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '<') depth += 1;
    else if (token.text === '>') depth -= 1;
    if (token.text === ',' && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

/** Others are no fields, or an extension cannot name them. */
const NO_FIELD =
  /^(?:private|static|associatedtype|typealias|typedef|using|property|func|case|__init|__subscript)$/;
const FIELD_MODIFIER = /^(?:public|internal)$/;

function readFields(
  tokens: readonly Token[],
  start: number,
  end: number,
): ReadonlyMap<string, WrittenType> {
  const fields = new Map<string, WrittenType>();
  let at = start;
  while (at < end) {
    while (at < end && tokens[at]?.text === '[') at = afterClosing(tokens, at, end);
    const stop = endOfMember(tokens, at, end);
    if (tokens[stop]?.text === ';') {
      let first = at;
      while (FIELD_MODIFIER.test(tokens[first]?.text ?? '')) first += 1;
      const isField = !tokens.slice(first, first + 3).some(({ text }) => NO_FIELD.test(text));
      const declared = isField ? declaratorsIn(tokens, first, stop) : undefined;
      for (const { name, type } of declared ?? []) fields.set(name.text, type);
    }
    at = Math.max(at + 1, stop + 1);
  }
  return fields;
}

/** Of its semicolon, or of its last brace. */
function endOfMember(tokens: readonly Token[], start: number, end: number): number {
  let at = start;
  let isInitializer = false;
  while (at < end) {
    const text = tokens[at]?.text ?? '';
    if (text === ';') return at;
    if (text === '=') isInitializer = true;
    if (text === '{' && !isInitializer) return afterClosing(tokens, at, end) - 1;
    at = /^[([{]$/.test(text) ? afterClosing(tokens, at, end) : at + 1;
  }
  return end;
}

function readCases(
  tokens: readonly Token[],
  start: number,
  end: number,
  isFlags: boolean,
  evaluate: Evaluate,
): { readonly name: string; readonly value: number }[] {
  const cases: { readonly name: string; readonly value: number }[] = [];
  const known = new Map<string, number>();
  let next: number | undefined = isFlags ? 1 : 0;
  for (const [name, equals, ...expression] of splitList(tokens, start, end)) {
    if (name?.kind !== 'word') continue;
    const [only] = expression;
    const earlier = expression.length === 1 && only ? known.get(only.text) : undefined;
    const value: number | undefined = equals ? (earlier ?? evaluate(expression)) : next;
    next = value === undefined ? undefined : isFlags ? value * 2 : value + 1;
    if (value === undefined) continue;
    known.set(name.text, value);
    cases.push({ name: name.text, value });
  }
  return cases;
}
