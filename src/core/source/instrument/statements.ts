import { afterClosing, type Span, splitList, type Token } from '#core/source/tokens.ts';
import { readParameters } from './bodies.ts';
import {
  type Assignment,
  afterSemicolon,
  assignmentIn,
  isRepeatable,
  type LambdaBody,
  lambdasIn,
  readStore,
} from './expressions.ts';
import {
  addSite,
  atCall,
  besideCall,
  declare,
  endBefore,
  endCall,
  fromOf,
  guarded,
  inFunction,
  insert,
  is,
  leaveOut,
  lineAt,
  namedBy,
  spanOf,
  textOf,
  valueCall,
  variableCall,
  variableNamed,
  type Writer,
  within,
  wrapBefore,
  wrapResult,
  wrapReturned,
  wrapsValues,
} from './writer.ts';
import { declaratorsIn } from './writtenTypes.ts';

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
  if (!canWrap || site === null) insert(w, fromOf(w, at), endCall(w));
  if (site === null) return next;
  if (isBeside) {
    const call = valueCall(w, site, textOf(w, at + 1, next - 1), w.context.returns);
    insert(w, fromOf(w, at), guarded(w, [call]));
    return next;
  }
  if (canWrap) {
    wrapReturned(w, site, [at + 1, next - 1], () =>
      wrapResult(w, site, [at + 1, next - 1], w.context.returns),
    );
  }
  if (!canWrap || !wrapsValues(w.kind)) insert(w, fromOf(w, at), guarded(w, [atCall(w, site)]));
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
  const stores = w.sites.slice(before).filter(({ event }) => event.kind === 'store');
  const isStore = stores.length > 0;
  const beside = stores.map(({ id }) => (w.refused.sites.has(id) ? '' : besideCall(w, id)));
  insert(w, fromOf(w, at), guarded(w, beside));
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

export function readStatements(w: Writer, start: number, end: number): number {
  let at = start;
  while (at < end) at = Math.max(at + 1, w.statement(w, at, end));
  return at;
}

/**
 * @param open index of the opening brace
 * @returns the index after the closing brace
 */
function readBlock(w: Writer, open: number, end: number): number {
  const close = afterClosing(w.tokens, open, end);
  within(w, fromOf(w, close - 1), () => readStatements(w, open + 1, close - 1));
  return close;
}

/** Reads a statement, and makes it a block if it is not one. */
function readBranch(w: Writer, at: number, end: number, begin = ''): number {
  if (is(w, at, '{')) {
    if (begin !== '') insert(w, endBefore(w, at + 1), ` ${begin}`);
    return readBlock(w, at, end);
  }
  insert(w, fromOf(w, at), `{ ${begin}`);
  const next = within(w, w.scope.to, () => w.statement(w, at, end));
  insert(w, endBefore(w, next), ' }');
  return next;
}

/** Wraps the condition of a statement to record its value. */
function readCondition(w: Writer, start: number, end: number): void {
  if (start >= end) return;
  readExpression(w, start, end);
  const word = w.tokens[start]?.text ?? '';
  const isConstant = end - start === 1 && /^(?:true|false|\d+)$/.test(word);
  if (/^(?:let|var)$/.test(word) || isConstant || w.context.isDifferentiable) return;
  const event = { kind: 'condition', text: textOf(w, start, end) } as const;
  const site = addSite(w, spanOf(w, start, end), event);
  if (site !== null) wrapResult(w, site, [start, end], '');
}

function readIf(w: Writer, at: number, end: number): number {
  const close = afterClosing(w.tokens, at + 1, end);
  const opened = declaratorsIn(w.tokens, at + 2, close - 1);
  readCondition(w, at + 2, close - 1);
  const next = within(w, w.scope.to, () => {
    const calls = (opened ?? []).map(({ name, type }) =>
      variableCall(w, name, declare(w, name, type)),
    );
    return readBranch(w, close, end, guarded(w, calls));
  });
  if (!is(w, next, 'else')) return next;
  return is(w, next + 1, 'if') ? readIf(w, next + 1, end) : readBranch(w, next + 1, end);
}

function iterationCall(w: Writer, start: number, end: number): string {
  const site = addSite(w, spanOf(w, start, end), { kind: 'iteration' });
  return atCall(w, site);
}

function readWhile(w: Writer, at: number, end: number): number {
  const close = afterClosing(w.tokens, at + 1, end);
  readCondition(w, at + 2, close - 1);
  return readBranch(w, close, end, guarded(w, [iterationCall(w, at, close)]));
}

function readDo(w: Writer, at: number, end: number): number {
  const next = readBranch(w, at + 1, end, guarded(w, [iterationCall(w, at, at + 1)]));
  if (!is(w, next, 'while')) return next;
  const close = afterClosing(w.tokens, next + 1, end);
  readCondition(w, next + 2, close - 1);
  return afterSemicolon(w.tokens, close, end);
}

/** @param isUnrolled whether the condition must stay unchanged */
function readFor(w: Writer, at: number, end: number, isUnrolled: boolean): number {
  const close = afterClosing(w.tokens, at + 1, end);
  const first = afterSemicolon(w.tokens, at + 2, close - 1);
  const second = afterSemicolon(w.tokens, first, close - 1);
  return within(w, w.scope.to, () => {
    const declared = declaratorsIn(w.tokens, at + 2, first - 1) ?? [];
    const own = declared.map(({ name, type }) => ({ span: name, ...declare(w, name, type) }));
    const variables = [...own, ...steppedVariables(w, second, close - 1, own)];
    const calls: string[] = [];
    const hasNoPlace = isUnrolled || w.context.isDifferentiable || second - first < 2;
    if (hasNoPlace || w.kind === 'cost') {
      calls.push(...variables.map(({ span, ...named }) => variableCall(w, span, named)));
    } else {
      // The condition reads the values of this iteration; so does a breakpoint on its line.
      wrapBefore(w, [first, second - 1], variables);
    }
    if (!isUnrolled) readCondition(w, first, second - 1);
    calls.push(iterationCall(w, at, close));
    return readBranch(w, close, end, guarded(w, calls));
  });
}

/** Variables from outside a loop that its third part changes, such as `i` in `for (; i < 3; i++)`. */
function steppedVariables(
  w: Writer,
  start: number,
  end: number,
  own: readonly { readonly name: string }[],
) {
  return splitList(w.tokens, start, end).flatMap((tokens) => {
    const [name, next] = /^[+-]$/.test(tokens[0]?.text ?? '') ? tokens.slice(2) : tokens;
    if (name?.kind !== 'word' || /^[.[(]$/.test(next?.text ?? '')) return [];
    const isOwn = own.some((each) => each.name === name.text);
    if (isOwn || variableNamed(w, name.text) === null) return [];
    return [{ span: name, ...namedBy(w, name.text, [name]) }];
  });
}

function readSwitch(w: Writer, at: number, end: number): number {
  const close = afterClosing(w.tokens, at + 1, end);
  readCondition(w, at + 2, close - 1);
  return is(w, close, '{') ? readBlock(w, close, end) : close;
}

/** Reads the lambdas, which contain statements, and the stores to the picture. */
function readExpression(w: Writer, start: number, end: number): void {
  const lambdas = lambdasIn(w.tokens, start, end);
  let at = start;
  for (const lambda of lambdas) {
    readStores(w, at, lambda.start, end);
    readLambda(w, lambda);
    at = lambda.end;
  }
  readStores(w, at, end, end);
}

function readStores(w: Writer, start: number, stop: number, end: number): void {
  for (let at = start; at < stop; at += 1) readStore(w, at, end);
}

function readLambda(w: Writer, { parameters, start, end, isBlock }: LambdaBody): void {
  const span = spanOf(w, parameters[0] - 1, end);
  const name = `lambda in ${w.context.name}`;
  const traced = { name, line: lineAt(w, span.from), entryPoint: null, ...span };
  const { isDifferentiable, isGeneric } = w.context;
  inFunction(w, traced, { isDifferentiable, isGeneric, returns: '' }, () => {
    within(w, span.to, () => {
      const begin = guarded(w, enterCalls(w, parameters, start));
      if (isBlock) readBlockBody(w, start, end, begin);
      else readValueBody(w, start, end, begin);
    });
  });
}

function enterCalls(w: Writer, parameters: LambdaBody['parameters'], start: number): string[] {
  const enter = addSite(w, spanOf(w, parameters[0] - 1, start), { kind: 'enter' });
  const values = readParameters(w.tokens, parameters, false).map(({ name, written, isUnsized }) =>
    variableCall(w, name, declare(w, name, isUnsized ? null : written)),
  );
  return [atCall(w, enter), ...values];
}

function readBlockBody(w: Writer, open: number, end: number, begin: string): void {
  insert(w, endBefore(w, open + 1), ` ${begin}`);
  const close = afterClosing(w.tokens, open, end);
  for (let at = open + 1; at < close - 1; ) at = Math.max(at + 1, w.statement(w, at, close - 1));
}

/** `x => x + 1` becomes `x => { …; return x + 1; }`. */
function readValueBody(w: Writer, start: number, end: number, begin: string): void {
  readExpression(w, start, end);
  const hasValue = !w.context.isDifferentiable;
  const site = addSite(w, spanOf(w, start, end), { kind: 'return', hasValue });
  if (site === null) return;
  const isWrapped = hasValue && wrapsValues(w.kind);
  const at = isWrapped ? '' : guarded(w, [atCall(w, site)]);
  insert(w, fromOf(w, start), `{ ${begin}${at}return `);
  if (isWrapped) wrapResult(w, site, [start, end], '');
  insert(w, endBefore(w, end), '; }');
}
