import { afterAngles, afterClosing, splitList, type Token } from '#core/source/tokens.ts';
import { type WrittenType, writtenType } from './writtenTypes.ts';

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
