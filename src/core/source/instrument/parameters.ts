import { elementsBetween, type Token } from '#core/source/tokens.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { type WrittenType, writtenType } from './writtenTypes.ts';

export interface WrittenParameter {
  readonly name: Token;
  readonly type: readonly Token[];
  /** The type as text, including sizes after the name. */
  readonly written: WrittenType;
  /** An `out` parameter has no value when the function begins. */
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

/** @param isModern whether parameters are written `name : Type`, not `Type name` */
export function readParameters(
  tokens: readonly Token[],
  [start, end]: readonly [number, number],
  isModern: boolean,
): WrittenParameter[] {
  return elementsBetween(tokens, start, end).flatMap(
    (each) => readParameter(tokens.slice(each.start, each.end), isModern) ?? [],
  );
}

const PACK = /^(?:each|expand)$/;

function readParameter(written: readonly Token[], isModern: boolean): WrittenParameter | undefined {
  let at = 0;
  let direction: WrittenParameter['direction'] = 'in';
  let isPack = false;
  for (; at < written.length; at += 1) {
    const text = written[at]?.text ?? '';
    if (text === '[') {
      while (at < written.length && written[at]?.text !== ']') at += 1;
      continue;
    }
    if (!MODIFIERS.test(text)) break;
    direction = ownValue(DIRECTIONS, text) ?? direction;
    isPack ||= PACK.test(text);
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
    isPack ||= PACK.test(type[0]?.text ?? '');
    return { name, ...typeIn(type, []), direction: modern ?? direction, semantic: '', isPack };
  }
  const head = end < 0 ? rest : rest.slice(0, end);
  const nameAt = beforeSizes(head);
  const name = head[nameAt];
  if (name?.kind !== 'word' || nameAt < 1) return undefined;
  const type = typeIn(head.slice(0, nameAt), head.slice(nameAt + 1));
  return { name, ...type, direction, semantic: tail[0]?.text ?? '', isPack };
}

/** The index of the token before the trailing brackets. */
function beforeSizes(tokens: readonly Token[]): number {
  let at = tokens.length - 1;
  while (tokens[at]?.text === ']') {
    while (at > 0 && tokens[at]?.text !== '[') at -= 1;
    at -= 1;
  }
  return at;
}

function typeIn(type: readonly Token[], sizes: readonly Token[]) {
  const isUnsized = [type, sizes].some(
    (part) => part.at(-1)?.text === ']' && part.at(-2)?.text === '[',
  );
  return { type, written: writtenType(type, sizes), isUnsized };
}
