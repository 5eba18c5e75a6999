import type { FileChanges } from '#core/project/edits.ts';
import { afterClosing, type Token } from '#core/source/tokens.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { isReservedWord } from '#ui/editor/grammars/slang.ts';
import type { Meaning, Meanings } from './meaning.ts';
import {
  byFile,
  keyOf,
  type NamePlace,
  type NameStart,
  tokenIndexAt,
  tokensOf,
} from './projectText.ts';
import { candidatesOf, meaningsOf, type References, type Search } from './references.ts';

/** Why the text cannot be the new name; null if the text itself is a valid name. */
export function whyNoName(name: string, old: string): string | null {
  if (name === '') return 'Type a new name.';
  if (name === old) return 'Type another name.';
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    return `“${name}” is not a name. Use letters, digits and underscores, and begin with a letter.`;
  }
  if (name.length > 100) return 'The name is longer than 100 characters. Use a shorter one.';
  if (isReservedWord(name)) return `“${name}” is a word of the language. Use another name.`;
  return null;
}

interface Declared extends NamePlace {
  readonly scope: Scope;
}

/**
 * Fails if the new name would change the program's meaning: it is already declared in the same
 * scope, or a use of either name would resolve to the other declaration.
 */
export async function checkConflicts(
  meanings: Meanings,
  references: References,
  newName: string,
  search: Search,
): Promise<Result<null>> {
  const { words, macro } = candidatesOf(newName, meanings.files);
  if (macro) return fail(`“${newName}” is already a macro, in ${lineOf(macro)}. Use another name.`);
  const found = await meaningsOf(meanings, words, search);
  const declared = words.filter((place, index) => {
    const meaning = found[index];
    return meaning?.kind === 'symbol' && keyOf(meaning) === keyOf(place);
  });
  const renamed = references.declarations.map(withScope);
  for (const other of declared.map(withScope)) {
    const isTaken = renamed.some((own) => sameScope(own, other));
    if (isTaken) return fail(`“${newName}” already exists in ${lineOf(other)}. Use another name.`);
    const captured = references.places.find(
      (place) =>
        isUnqualified(place) &&
        isInScope(other.scope, other, place) &&
        renamed.some((own) => isInside(other, own)),
    );
    if (captured) {
      return fail(
        `“${newName}” in ${lineOf(other)} would hide the renamed symbol in ${lineOf(captured)}. Use another name.`,
      );
    }
  }
  const hidden = words.find(
    (place, index) =>
      renamed.some(
        (own) =>
          found[index]?.kind !== 'swizzle' &&
          !declared.includes(place) &&
          isUnqualified(place) &&
          isInScope(own.scope, own, place),
      ) && !isInnerSymbol(found[index], renamed),
  );
  if (hidden) {
    return fail(
      `“${newName}” is used in ${lineOf(hidden)} for something else, which the renamed symbol would hide. Use another name.`,
    );
  }
  return ok(null);
}

/** Whether the symbol is declared inside all renamed scopes, so that it hides the renamed one. */
function isInnerSymbol(meaning: Meaning | undefined, renamed: readonly Declared[]): boolean {
  if (meaning?.kind !== 'symbol') return false;
  const other = withScope({ ...meaning, to: meaning.from });
  return renamed.every((own) => isInside(other, own));
}

function withScope(place: NamePlace): Declared {
  return { ...place, scope: scopeOf(place) };
}

function sameScope(one: Declared, other: Declared): boolean {
  if (one.scope.isGlobal || other.scope.isGlobal) return one.scope.isGlobal && other.scope.isGlobal;
  return one.file === other.file && one.scope.from === other.scope.from;
}

/** Whether the inner declaration is in the outer one's scope, and so hides it. */
function isInside(inner: Declared, outer: Declared): boolean {
  return !sameScope(inner, outer) && !inner.scope.isGlobal && isInScope(outer.scope, outer, inner);
}

function lineOf({ file, from }: NameStart): string {
  return `line ${file.doc.lineAt(from).number} of ${file.path}`;
}

export function renameEdits({ places }: References, newName: string): FileChanges[] {
  return byFile(places).map((group) => ({
    id: group.file.id,
    changes: group.places.map(({ from, to }) => ({ from, to, insert: newName })),
  }));
}

/**
 * The range of token indices where a declared name is visible without a qualifier; all files if
 * `isGlobal`.
 */
interface Scope {
  readonly from: number;
  readonly to: number;
  readonly isGlobal: boolean;
}

/** The scope of a declaration, found from tokens alone. */
function scopeOf({ file, from }: NameStart): Scope {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  const opener = openerBefore(tokens, index);
  const block = innermostBlock(tokens, index);
  if (opener === null) return block ?? { from: 0, to: tokens.length, isGlobal: true };
  // A parameter or a loop variable is visible up to the end of the body or statement.
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

/**
 * Whether the block is a `cbuffer`, `tbuffer` or namespace, whose members can be visible
 * everywhere.
 */
function isCbuffer(tokens: readonly Token[], open: number): boolean {
  const before = tokens.slice(Math.max(open - 7, 0), open).map(({ text }) => text);
  return /(?:^|[;} ])(?:cbuffer|tbuffer|namespace) [\w.: ]+$/.test(before.join(' '));
}

/** Whether the place is unqualified: not after `.`, `->` or `::`. */
function isUnqualified({ file, from }: NameStart): boolean {
  const tokens = tokensOf(file);
  const index = tokenIndexAt(tokens, from);
  const before = tokens[index - 1]?.text;
  return before !== '.' && before !== '::' && !(before === '>' && tokens[index - 2]?.text === '-');
}

function isInScope(scope: Scope, declaration: NamePlace, place: NameStart): boolean {
  if (scope.isGlobal) return true;
  if (place.file !== declaration.file) return false;
  const index = tokenIndexAt(tokensOf(place.file), place.from);
  return scope.from <= index && index < scope.to;
}
