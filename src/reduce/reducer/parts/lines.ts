import { readTokens } from '#program/source/tokens.ts';
import { type Change, type Edit, removal } from '#reduce/reducer/change.ts';

/** Comments, and white space beyond a line break. Strings that look like comments are left. */
export function findComments(text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  const gap = (to: number) => {
    const between = text.slice(at, to);
    if (!between.includes('#')) {
      for (const { index, 0: found } of between.matchAll(COMMENT)) {
        edits.push({ from: at + index, to: at + index + found.length, insert: ' ' });
      }
    }
  };
  for (const { from, to } of readTokens(text)) {
    gap(from);
    at = to;
  }
  gap(text.length);
  return edits;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Directives with the lines that they continue on. */
export function findDirectives(text: string): Edit[] {
  const edits: Edit[] = [];
  readTokens(text, (directive) => edits.push(removal(directive)));
  return edits;
}

/** Whole lines: what else is in a text that cannot be read, such as an inactive branch. */
export function findLines(text: string): Change[] {
  return [...text.matchAll(/[^\n]+\n?|\n/g)].map(({ index, 0: line }) => [
    { from: index, to: index + line.length, insert: '' },
  ]);
}
