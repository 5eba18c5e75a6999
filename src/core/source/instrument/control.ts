import { afterClosing } from '#core/source/tokens.ts';
import { declaratorsIn } from './declarators.ts';
import { afterSemicolon } from './expressions.ts';
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
  spanOf,
  textOf,
  variableCall,
  type Writer,
  within,
  wrapResult,
} from './writer.ts';

export function readStatements(w: Writer, start: number, end: number): number {
  let at = start;
  while (at < end) at = Math.max(at + 1, w.statement(w, at, end));
  return at;
}

/**
 * @param open index of the opening brace
 * @returns the index after the closing brace
 */
export function readBlock(w: Writer, open: number, end: number): number {
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

export function readIf(w: Writer, at: number, end: number): number {
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

export function readWhile(w: Writer, at: number, end: number): number {
  const close = afterClosing(w.tokens, at + 1, end);
  readCondition(w, at + 2, close - 1);
  return readBranch(w, close, end, guarded(w, [iterationCall(w, at, close)]));
}

export function readDo(w: Writer, at: number, end: number): number {
  const next = readBranch(w, at + 1, end, guarded(w, [iterationCall(w, at, at + 1)]));
  if (!is(w, next, 'while')) return next;
  const close = afterClosing(w.tokens, next + 1, end);
  readCondition(w, next + 2, close - 1);
  return afterSemicolon(w.tokens, close, end);
}

/** @param isUnrolled whether the condition must stay unchanged */
export function readFor(w: Writer, at: number, end: number, isUnrolled: boolean): number {
  const close = afterClosing(w.tokens, at + 1, end);
  const first = afterSemicolon(w.tokens, at + 2, close - 1);
  const second = afterSemicolon(w.tokens, first, close - 1);
  return within(w, w.scope.to, () => {
    const declared = declaratorsIn(w.tokens, at + 2, first - 1) ?? [];
    const variables = declared.map(({ name, type }) => ({ name, typed: declare(w, name, type) }));
    if (!isUnrolled) readCondition(w, first, second - 1);
    const iteration = iterationCall(w, at, close);
    const values = variables.map(({ name, typed }) => variableCall(w, name, typed));
    return readBranch(w, close, end, guarded(w, [iteration, ...values]));
  });
}

export function readSwitch(w: Writer, at: number, end: number): number {
  const close = afterClosing(w.tokens, at + 1, end);
  readCondition(w, at + 2, close - 1);
  return is(w, close, '{') ? readBlock(w, close, end) : close;
}
