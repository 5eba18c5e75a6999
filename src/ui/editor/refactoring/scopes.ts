import { afterClosing, type Token } from '#core/source/tokens.ts';
import { type NamePlace, type NameStart, tokenIndexAt, tokensOf } from './projectText.ts';

/** Where a declared name is visible without a qualifier, as token indices; all files if `isGlobal`. */
export interface Scope {
  readonly from: number;
  readonly to: number;
  readonly isGlobal: boolean;
}

/** The scope of a declaration, as far as tokens tell. */
export function scopeOf({ file, from }: NameStart): Scope {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  const opener = openerBefore(tokens, index);
  const block = innermostBlock(tokens, index);
  if (opener === null) return block ?? { from: 0, to: tokens.length, isGlobal: true };
  // A parameter, or a variable of a loop's head: up to the end of the body, or of the statement.
  let at = opener;
  let to = tokens.length;
  while (at < tokens.length) {
    const text = tokens[at]?.text ?? '';
    if (text === '{' || text === ';') {
      to = text === '{' ? afterClosing(tokens, at) : at + 1;
      break;
    }
    at = text === '(' || text === '[' ? afterClosing(tokens, at) : at + 1;
  }
  return { from: opener, to, isGlobal: false };
}

/** The index of the `(` or `<` around a parameter; null if there is none. */
function openerBefore(tokens: readonly Token[], index: number): number | null {
  let angles = 0;
  let brackets = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (text === ')' || text === ']') brackets += 1;
    else if (text === '(' || text === '[') {
      if (brackets === 0) return text === '(' ? at : null;
      brackets -= 1;
    } else if (brackets > 0) continue;
    else if (text === '>') angles += 1;
    else if (text === '<') {
      if (angles === 0) return at;
      angles -= 1;
    } else if (/^[;{}]$/.test(text) && !isInLoopHead(tokens, at)) return null;
  }
  return null;
}

/** Whether the semicolon separates the parts of `for (…; …; …)`. */
function isInLoopHead(tokens: readonly Token[], semicolon: number): boolean {
  if (tokens[semicolon]?.text !== ';') return false;
  let depth = 0;
  for (let at = semicolon - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (text === ')') depth += 1;
    else if (text === '(') {
      if (depth === 0) return tokens[at - 1]?.text === 'for';
      depth -= 1;
    } else if (text === '{' || text === '}') return false;
  }
  return false;
}

function innermostBlock(tokens: readonly Token[], index: number): Scope | null {
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === '}') depth += 1;
    else if (text === '{') {
      if (depth === 0) {
        return isCbuffer(tokens, at)
          ? null
          : { from: at, to: afterClosing(tokens, at), isGlobal: false };
      }
      depth -= 1;
    }
  }
  return null;
}

/** The members of a `cbuffer` are visible everywhere, as those of a namespace may be. */
function isCbuffer(tokens: readonly Token[], open: number): boolean {
  const before = tokens.slice(Math.max(open - 7, 0), open).map(({ text }) => text);
  return /(?:^|[;} ])(?:cbuffer|tbuffer|namespace) [\w.: ]+$/.test(before.join(' '));
}

/** Whether the place is unqualified: not behind `.`, `->` or `::`. */
export function isUnqualified({ file, from }: NameStart): boolean {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  const before = tokens[index - 1]?.text;
  return before !== '.' && before !== '::' && !(before === '>' && tokens[index - 2]?.text === '-');
}

export function isInScope(
  scope: Scope,
  declaration: Pick<NamePlace, 'file'>,
  place: NameStart,
): boolean {
  if (scope.isGlobal) return true;
  if (place.file !== declaration.file) return false;
  const index = tokenIndexAt(tokensOf(place.file), place.from);
  return scope.from <= index && index < scope.to;
}
