import { afterClosing } from '#core/source/tokens.ts';
import { afterSemicolon } from './expressions.ts';
import { addSite, insert, is, replaceToken, spanOf, type Writer } from './writer.ts';

const PICTURE = 'outputTexture';
const DRAW = 'drawPixel';

/**
 * Makes a store to the picture a recorded one: `outputTexture.Store(…)`, `outputTexture[…] = …` or
 * `drawPixel(…)`.
 */
export function readStore(w: Writer, at: number, end: number): void {
  const text = w.tokens[at]?.text;
  if (text !== PICTURE && text !== DRAW) return;
  if (w.refused.stores !== null || /^(?:\.|->|::)$/.test(w.tokens[at - 1]?.text ?? '')) return;
  if (text === DRAW) readDraw(w, at, end);
  else if (is(w, at + 1, '.') && is(w, at + 2, 'Store') && is(w, at + 3, '(')) {
    readCall(w, at, end);
  } else if (is(w, at + 1, '[')) readAssignment(w, at, end);
}

/** `drawPixel(position, color)` of `import rendering;`. */
function readDraw(w: Writer, at: number, end: number): void {
  if (!is(w, at + 1, '(') || w.signatures.isOwn(DRAW)) return;
  const site = storeSite(w, at, afterClosing(w.tokens, at + 1, end));
  if (site === null) return;
  replaceToken(w, at, `${w.prefix}drawPixel`);
  replaceToken(w, at + 1, `(${site}, `);
}

function readCall(w: Writer, at: number, end: number): void {
  const site = storeSite(w, at, afterClosing(w.tokens, at + 3, end));
  if (site === null) return;
  replaceToken(w, at, `${w.prefix}store`);
  replaceToken(w, at + 1, '');
  replaceToken(w, at + 2, '');
  replaceToken(w, at + 3, `(${site}, `);
}

function readAssignment(w: Writer, at: number, end: number): void {
  const close = afterClosing(w.tokens, at + 1, end);
  const isPlain = is(w, close, '=') && !is(w, close + 1, '=');
  const after = afterSemicolon(w.tokens, close, end);
  const isStatement = isPlain && /^[;{}):]$/.test(w.tokens[at - 1]?.text ?? '');
  if (!isStatement) return;
  const last = is(w, after - 1, ';') ? after - 1 : after;
  const site = storeSite(w, at, last);
  const value = w.tokens[last - 1];
  if (site === null || !value) return;
  replaceToken(w, at, `${w.prefix}store`);
  replaceToken(w, at + 1, `(${site}, `);
  replaceToken(w, close - 1, ',');
  replaceToken(w, close, '');
  insert(w, value.to, ')');
}

function storeSite(w: Writer, start: number, end: number): number | null {
  return addSite(w, spanOf(w, start, end), { kind: 'store' });
}

/** Whether the source stores colours to the picture, directly or through `drawPixel`. */
export function namesPicture({ tokens }: Writer): boolean {
  return tokens.some(({ text }) => text === PICTURE || text === DRAW);
}
