import { afterClosing, type Span, splitList, type Token } from '#core/source/tokens.ts';
import { readBlock, readDo, readFor, readIf, readSwitch, readWhile } from './control.ts';
import { declaratorsIn } from './declarators.ts';
import { type Assignment, afterSemicolon, assignmentIn, isRepeatable } from './expressions.ts';
import { readExpression } from './lambdas.ts';
import {
  addSite,
  atCall,
  declare,
  endBefore,
  fromOf,
  guarded,
  insert,
  is,
  leaveOut,
  namedBy,
  recordsValues,
  spanOf,
  textOf,
  valueCall,
  variableCall,
  variableNamed,
  type Writer,
  wrapResult,
} from './writer.ts';

/** Inserts sites into a statement; returns the index after it. Unknown syntax stays unchanged. */
export function readStatement(w: Writer, start: number, end: number): number {
  const { at, isUnrolled } = afterAttributes(w, start, end);
  const isCall = is(w, at + 1, '(');
  switch (w.tokens[at]?.text) {
    case '{':
      return readBlock(w, at, end);
    case ';':
      return at + 1;
    case 'if':
      return isCall ? readIf(w, at, end) : at + 1;
    case 'for':
      return isCall ? readFor(w, at, end, isUnrolled) : at + 1;
    case 'while':
      return readWhile(w, at, end);
    case 'do':
      return readDo(w, at, end);
    case 'switch':
      return readSwitch(w, at, end);
    case 'return':
      return readReturn(w, at, end);
    case 'case':
    case 'default':
      return afterLabel(w, at, end);
    case 'break':
    case 'continue':
    case 'discard': {
      const next = afterSemicolon(w.tokens, at, end);
      reach(w, at, next);
      return next;
    }
    default:
      return readOther(w, at, end);
  }
}

function afterAttributes(w: Writer, start: number, end: number) {
  let at = start;
  let isUnrolled = false;
  while (is(w, at, '[')) {
    const close = afterClosing(w.tokens, at, end);
    isUnrolled ||= /unroll/i.test(textOf(w, at, close));
    at = close;
  }
  return { at, isUnrolled };
}

function reach(w: Writer, start: number, end: number): void {
  const site = addSite(w, spanOf(w, start, end), { kind: 'statement' });
  insert(w, fromOf(w, start), guarded(w, [atCall(w, site)]));
}

function afterLabel(w: Writer, start: number, end: number): number {
  let at = start;
  while (at < end && !is(w, at, ':')) {
    const isOpening = /^[([{]$/.test(w.tokens[at]?.text ?? '');
    at = isOpening ? afterClosing(w.tokens, at, end) : at + 1;
  }
  return at + 1;
}

function readReturn(w: Writer, at: number, end: number): number {
  const next = afterSemicolon(w.tokens, at, end);
  const hasValue = next - at > 2;
  if (hasValue) readExpression(w, at + 1, next - 1);
  const canWrap = hasValue && !w.context.isDifferentiable && !is(w, at + 1, '{');
  // In differentiable functions, a value can be recorded separately but not wrapped.
  const isBeside = hasValue && !canWrap && isRepeatable(w.tokens, at + 1, next - 1);
  const event = { kind: 'return', hasValue: canWrap || isBeside } as const;
  const site = addSite(w, spanOf(w, at, next), event);
  if (site === null) return next;
  if (isBeside) {
    const call = valueCall(w, site, textOf(w, at + 1, next - 1), w.context.returns);
    insert(w, fromOf(w, at), guarded(w, [call]));
    return next;
  }
  if (canWrap && recordsValues(w.kind)) {
    wrapResult(w, site, [at + 1, next - 1], w.context.returns);
  } else insert(w, fromOf(w, at), guarded(w, [atCall(w, site)]));
  return next;
}

/** WGSL lacks these types. The compiler accepts them only where they fold to constants. */
const UNKNOWN_NUMBER = /^(?:u?int(?:8|16|64)_t|double)(?:[1-4](?:x[1-4])?)?$/;
const NO_NUMBER = 'WGSL has no numbers of this type, so they are not recorded.';

/** Words that begin code to leave unchanged, with the reason to show; empty if nothing is lost. */
const LEFT_ALONE: ReadonlyMap<string, string> = new Map([
  ...['struct', 'class', 'enum', 'interface', 'extension', 'typealias', 'typedef', 'using'].map(
    (word) => [word, ''] as const,
  ),
  ...['defer', 'try', 'catch', 'throw', 'func', '__requirePrelude'].map(
    (word) => [word, `Statements that begin with ${word} are not recorded.`] as const,
  ),
  ['static_assert', ''],
]);

function readOther(w: Writer, at: number, end: number): number {
  const word = w.tokens[at]?.text ?? '';
  const reason = LEFT_ALONE.get(word);
  if (reason !== undefined) {
    const next = afterBraces(w, at, end);
    if (reason !== '') leaveOut(w, spanOf(w, at, next), reason);
    return next;
  }
  if (w.statementMacros.has(word)) {
    const close = is(w, at + 1, '(') ? afterClosing(w.tokens, at + 1, end) : at + 1;
    const next = is(w, close, ';') ? close + 1 : close;
    reach(w, at, next);
    return next;
  }
  const isLabel = w.tokens[at]?.kind === 'word' && is(w, at + 1, ':');
  return isLabel ? at + 2 : readPlain(w, at, end);
}

function afterBraces(w: Writer, start: number, end: number): number {
  let at = start;
  while (at < end && !is(w, at, '{') && !is(w, at, ';')) {
    const isOpening = /^[([]$/.test(w.tokens[at]?.text ?? '');
    at = isOpening ? afterClosing(w.tokens, at, end) : at + 1;
  }
  return is(w, at, '{') ? afterClosing(w.tokens, at, end) : at + 1;
}

function readPlain(w: Writer, at: number, end: number): number {
  const next = afterSemicolon(w.tokens, at, end);
  const last = is(w, next - 1, ';') ? next - 1 : next;
  const before = w.sites.length;
  const declared = declaratorsIn(w.tokens, at, last);
  readExpression(w, at, last);
  const isStore = w.sites.slice(before).some(({ event }) => event.kind === 'store');
  if (declared) readDeclared(w, declared, at, next);
  else if (!readAssigned(w, at, last, next) && !isStore) reach(w, at, next);
  for (const token of writtenArguments(w, at, last)) {
    tellValue(w, token, namedBy(w, token.text, [token]), next);
  }
  return next;
}

function readDeclared(
  w: Writer,
  declared: NonNullable<ReturnType<typeof declaratorsIn>>,
  at: number,
  next: number,
): void {
  const [first] = declared;
  const isUnknown = first !== undefined && namesUnknownNumber(w, at, first.name.from);
  if (isUnknown) leaveOut(w, spanOf(w, at, next), NO_NUMBER);
  const calls = declared.map(({ name, hasValue, type }) => {
    const typed = declare(w, name, type);
    return hasValue && !isUnknown ? variableCall(w, name, typed) : '';
  });
  insert(w, endBefore(w, next), ` ${guarded(w, calls)}`);
}

/** Whether the type before the offset `to` has numbers that WGSL lacks. */
function namesUnknownNumber(w: Writer, at: number, to: number): boolean {
  for (let index = at; fromOf(w, index) < to; index += 1) {
    if (UNKNOWN_NUMBER.test(w.tokens[index]?.text ?? '')) return true;
  }
  return false;
}

/** Records the value that a statement assigns; false if no target can be named. */
function readAssigned(w: Writer, at: number, last: number, next: number): boolean {
  const target = assignmentIn(w.tokens, at, last) ?? incrementIn(w, at, last);
  if (!target || !isRepeatable(w.tokens, target.start, target.end)) return false;
  if (isPicture(w, target.start) || movesIndex(w, target, last)) return false;
  const { start, end } = target;
  const named = namedBy(w, textOf(w, start, end), w.tokens.slice(start, end));
  tellValue(w, spanOf(w, start, end), named, next);
  return true;
}

/** Whether an index in the target may have changed since: `a[i] = i++`. */
function movesIndex(w: Writer, { start, end }: Pick<Assignment, 'start' | 'end'>, last: number) {
  const target = w.tokens.slice(start, end).map(({ text }) => text);
  if (!target.includes('[')) return false;
  const value = w.tokens.slice(end, last).map(({ text }) => text);
  const steps = value.filter((text, index) => /^[+-]$/.test(text) && text === value[index + 1]);
  return (
    steps.length > 0 || writtenArguments(w, end, last).some(({ text }) => target.includes(text))
  );
}

/** The picture can be written, but not read. */
function isPicture(w: Writer, start: number): boolean {
  return is(w, start, 'outputTexture');
}

/** Records a value after the statement that ends before `next`. */
function tellValue(w: Writer, span: Span, named: ReturnType<typeof namedBy>, next: number): void {
  insert(w, endBefore(w, next), ` ${guarded(w, [variableCall(w, span, named)])}`);
}

function incrementIn(w: Writer, start: number, end: number) {
  const isStep = (at: number) =>
    /^[+-]$/.test(w.tokens[at]?.text ?? '') && w.tokens[at]?.text === w.tokens[at + 1]?.text;
  if (isStep(start)) return { start: start + 2, end };
  return isStep(end - 2) ? { start, end: end - 2 } : undefined;
}

/**
 * Variables that the calls in a statement change: `inout` arguments, and the objects of mutating
 * methods.
 */
function writtenArguments(w: Writer, start: number, end: number): Token[] {
  const found = new Map<string, Token>();
  const add = (token: Token | undefined) => {
    if (token?.kind !== 'word' || variableNamed(w, token.text) === null) return;
    found.set(token.text, token);
  };
  for (let at = start; at < end; at += 1) {
    const token = w.tokens[at];
    if (token?.kind !== 'word' || !is(w, at + 1, '(')) continue;
    if (is(w, at - 1, '.') && w.signatures.isMutating(token.text)) add(rootBefore(w, at, start));
    const written = w.signatures.written(token.text);
    if (written === undefined) continue;
    const close = afterClosing(w.tokens, at + 1, end);
    for (const [index, argument] of splitList(w.tokens, at + 2, close - 1).entries()) {
      const isWritten = written === 'all' || written.has(index);
      if (isWritten && isPath(argument)) add(argument[0]);
    }
  }
  return [...found.values()];
}

/** `a`, `a.b` or `a[i]`. */
function isPath(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  return first?.kind === 'word' && (second === undefined || /^[.[]$/.test(second.text));
}

/** The variable at the start of a chain of members before a method's name. */
function rootBefore(w: Writer, method: number, start: number): Token | undefined {
  let at = method - 1;
  while (at > start && is(w, at, '.') && w.tokens[at - 1]?.kind === 'word') {
    if (!is(w, at - 2, '.')) return w.tokens[at - 1];
    at -= 2;
  }
  return undefined;
}
