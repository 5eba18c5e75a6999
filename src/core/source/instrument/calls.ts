import { createMacroConditions } from '#core/source/conditions.ts';
import {
  afterAngles,
  afterClosing,
  readTokensInSlices,
  type Span,
  type Token,
} from '#core/source/tokens.ts';
import type { Sliced } from '#core/util/slices.ts';
import type { InstrumentedProgram } from './site.ts';

/** A call of a function, with what it is called on: `ray.at(2)`. */
export interface FoundCall extends Span {
  /** Whether it is a whole statement, whose value nobody uses. */
  readonly isStatement: boolean;
}

/** All calls of the function with what is painted, of which one counts. */
export interface ChosenCall {
  readonly calls: readonly FoundCall[];
  readonly chosen: number;
}

/** Finds the calls of a function by its name, so those of its overloads too. */
export function* findCalls(
  { files, functions }: Pick<InstrumentedProgram, 'files' | 'functions'>,
  name: string,
): Sliced<FoundCall[]> {
  const last = name.split('.').at(-1) ?? '';
  const found: FoundCall[] = [];
  for (const { text, from } of files) {
    const tokens = yield* readTokensInSlices(text, undefined, createMacroConditions());
    for (const [at, token] of tokens.entries()) {
      if (token.text !== last) continue;
      const inside = functions.some(
        (each) => each.from < token.from + from && token.from + from < each.to,
      );
      const call = inside ? callAt(tokens, at) : null;
      if (call) found.push({ ...call, from: call.from + from, to: call.to + from });
    }
    yield;
  }
  return found;
}

/** The call of the function that a token names; null if it is no call. */
function callAt(tokens: readonly Token[], at: number): FoundCall | null {
  const next = tokens[at + 1]?.text;
  const open = next === '<' ? afterAngles(tokens, at + 1) : at + 1;
  if (tokens[open]?.text !== '(') return null;
  const start = startOfOperand(tokens, at);
  const before = tokens[start - 1];
  // A declaration's name follows its type.
  if (before?.kind === 'word' && !/^(?:return|else|case|do)$/.test(before.text)) return null;
  const end = afterClosing(tokens, open);
  const first = tokens[start];
  const close = tokens[end - 1];
  if (!first || !close) return null;
  const isStatement = /^(?:[;{})]|else|do)$/.test(before?.text ?? ';') && tokens[end]?.text === ';';
  return { from: first.from, to: close.to, isStatement };
}

/** The index of the first token of `a.b[1].c`, from that of `c`. */
function startOfOperand(tokens: readonly Token[], at: number): number {
  let start = at;
  while (/^(?:\.|->|::)$/.test(tokens[start - 1]?.text ?? '')) {
    let operand = start - 2;
    while (/^[)\]]$/.test(tokens[operand]?.text ?? '')) operand = beforeOpening(tokens, operand);
    const isWord = /^(?:word|number)$/.test(tokens[operand]?.kind ?? '');
    start = isWord ? operand : operand + 1;
  }
  return start;
}

/** The index before the bracket that a closing one belongs to. */
function beforeOpening(tokens: readonly Token[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (/^[)\]]$/.test(text)) depth += 1;
    else if (/^[([]$/.test(text)) depth -= 1;
    if (depth === 0) return at - 1;
  }
  return -1;
}
