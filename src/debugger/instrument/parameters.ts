import { splitList, type Token } from '#program/source/tokens.ts';
import { ownValue } from '#shared/ownValue.ts';

/** A parameter of a function as it is written. */
export interface WrittenParameter {
  readonly name: Token;
  readonly type: readonly Token[];
  /** `out` ones have no value when the function begins. */
  readonly direction: 'in' | 'out' | 'inout';
  /** Such as `SV_DispatchThreadID`; empty without one. */
  readonly semantic: string;
  /** `each T` or `expand each T`: any number of values. */
  readonly isPack: boolean;
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
  return splitList(withoutAngles(tokens, start, end), 0, Number.POSITIVE_INFINITY).flatMap(
    (written) => readParameter(written, isModern) ?? [],
  );
}

/** Commas between angles part no parameters: what stands in them becomes part of the token before. */
function withoutAngles(tokens: readonly Token[], start: number, end: number): Token[] {
  const flat: Token[] = [];
  let depth = 0;
  for (const token of tokens.slice(start, end)) {
    if (token.text === '<') depth += 1;
    if (depth === 0) flat.push(token);
    if (token.text === '>') depth -= 1;
  }
  return flat;
}

function readParameter(written: readonly Token[], isModern: boolean): WrittenParameter | undefined {
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
  const isEnd = ({ text }: Token) => text === '=' || text === ':' || text === '[';
  const stop = rest.findIndex(isEnd);
  const head = stop < 0 ? rest : rest.slice(0, stop);
  const colon = rest.findIndex(({ text }) => text === ':');
  const tail = colon < 0 ? [] : rest.slice(colon + 1);
  if (isModern) {
    const [name] = rest;
    if (name?.kind !== 'word') return undefined;
    const modern = ownValue(DIRECTIONS, tail[0]?.text ?? '');
    return { name, type: tail, direction: modern ?? direction, semantic: '', isPack };
  }
  const name = head.at(-1);
  if (name?.kind !== 'word' || head.length < 2) return undefined;
  return { name, type: head.slice(0, -1), direction, semantic: tail[0]?.text ?? '', isPack };
}
