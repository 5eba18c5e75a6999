import { splitList, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { afterAngles } from './angles.ts';
import { type WrittenType, writtenType } from './writtenTypes.ts';

/** A parameter of a function as it is written. */
export interface WrittenParameter {
  readonly name: Token;
  readonly type: readonly Token[];
  /** The same as text, with what is between angles and with the sizes behind the name. */
  readonly written: WrittenType;
  /** `out` ones have no value when the function begins. */
  readonly direction: 'in' | 'out' | 'inout';
  /** Such as `SV_DispatchThreadID`; empty without one. */
  readonly semantic: string;
  /** `each T` or `expand each T`: any number of values. */
  readonly isPack: boolean;
  /** An array of any length: `int a[]`. */
  readonly isUnsized: boolean;
}

const DIRECTIONS: Readonly<Record<string, WrittenParameter['direction']>> = {
  out: 'out',
  __out: 'out',
  inout: 'inout',
  __inout: 'inout',
  __ref: 'inout',
};

const MODIFIERS =
  /^(?:in|out|inout|const|uniform|no_diff|expand|each|__out|__inout|__ref|__constref|precise|nointerpolation|vertices|triangles|point|line|triangle|lineadj|triangleadj|primitives|indices)$/;

/** @param isModern `name : Type` instead of `Type name` */
export function readParameters(
  tokens: readonly Token[],
  [start, end]: readonly [number, number],
  isModern: boolean,
): WrittenParameter[] {
  const all = tokens.slice(start, end);
  return splitList(withoutAngles(all), 0, Number.POSITIVE_INFINITY).flatMap(
    (written) => readParameter(written, isModern, all) ?? [],
  );
}

/** Commas between angles part no parameters: what stands in them becomes part of the token before. */
function withoutAngles(tokens: readonly Token[]): Token[] {
  const flat: Token[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '<') depth += 1;
    if (depth === 0) flat.push(token);
    if (token.text === '>') depth -= 1;
  }
  return flat;
}

function readParameter(
  written: readonly Token[],
  isModern: boolean,
  all: readonly Token[],
): WrittenParameter | undefined {
  let at = 0;
  let direction: WrittenParameter['direction'] = 'in';
  const isPack = written.some(({ text }) => text === 'each' || text === 'expand');
  for (; at < written.length; at += 1) {
    const text = written[at]?.text ?? '';
    if (text === '[') {
      while (at < written.length && written[at]?.text !== ']') at += 1;
      continue;
    }
    if (!MODIFIERS.test(text)) break;
    direction = ownValue(DIRECTIONS, text) ?? direction;
  }
  const rest = written.slice(at);
  const end = rest.findIndex(({ text }) => text === '=' || text === ':');
  const colon = rest.findIndex(({ text }) => text === ':');
  const tail = colon < 0 ? [] : rest.slice(colon + 1);
  if (isModern) {
    const [name] = rest;
    if (name?.kind !== 'word') return undefined;
    const modern = ownValue(DIRECTIONS, tail[0]?.text ?? '');
    const equals = tail.findIndex(({ text }) => text === '=');
    const type = tail.slice(modern === undefined ? 0 : 1, equals < 0 ? tail.length : equals);
    return { name, ...typeIn(type, [], all), direction: modern ?? direction, semantic: '', isPack };
  }
  const head = end < 0 ? rest : rest.slice(0, end);
  const nameAt = beforeSizes(head);
  const name = head[nameAt];
  if (name?.kind !== 'word' || nameAt < 1) return undefined;
  const type = typeIn(head.slice(0, nameAt), head.slice(nameAt + 1), all);
  return { name, ...type, direction, semantic: tail[0]?.text ?? '', isPack };
}

/** The index of the token before the brackets at the end. */
function beforeSizes(tokens: readonly Token[]): number {
  let at = tokens.length - 1;
  while (tokens[at]?.text === ']') {
    while (at > 0 && tokens[at]?.text !== '[') at -= 1;
    at -= 1;
  }
  return at;
}

function typeIn(type: readonly Token[], sizes: readonly Token[], all: readonly Token[]) {
  const isUnsized = [type, sizes].some(
    (part) => part.at(-1)?.text === ']' && part.at(-2)?.text === '[',
  );
  return { type, written: writtenType(withAngles(type, all), sizes), isUnsized };
}

/** With what stands between angles behind each token. */
function withAngles(type: readonly Token[], all: readonly Token[]): Token[] {
  const [first] = type;
  const last = type.at(-1);
  if (!first || !last) return [];
  const start = all.indexOf(first);
  let end = all.indexOf(last) + 1;
  if (all[end]?.text === '<') end = afterAngles(all, end, all.length);
  return all.slice(start, end);
}
