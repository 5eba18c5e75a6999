import { afterClosing } from '#core/source/tokens.ts';
import { readParameters } from './bodies.ts';
import { type LambdaBody, lambdasIn, readStore } from './expressions.ts';
import {
  addSite,
  atCall,
  declare,
  endBefore,
  fromOf,
  guarded,
  inFunction,
  insert,
  lineAt,
  recordsValues,
  spanOf,
  variableCall,
  type Writer,
  within,
  wrapResult,
} from './writer.ts';

/** Reads the lambdas, which contain statements, and the stores to the picture. */
export function readExpression(w: Writer, start: number, end: number): void {
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
  const isWrapped = hasValue && recordsValues(w.kind);
  const at = isWrapped ? '' : guarded(w, [atCall(w, site)]);
  insert(w, fromOf(w, start), `{ ${begin}${at}return `);
  if (isWrapped) wrapResult(w, site, [start, end], '');
  insert(w, endBefore(w, end), '; }');
}
