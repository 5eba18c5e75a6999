import { type Change, removal } from '#core/source/reducer/change.ts';
import { readTokens } from '#core/source/tokens.ts';

/** Comments outside of directives. */
export function findComments(text: string): Change[] {
  const changes: Change[] = [];
  let at = 0;
  const gap = (to: number) => {
    const between = text.slice(at, to);
    if (!between.includes('#')) {
      for (const { index, 0: found } of between.matchAll(COMMENT)) {
        changes.push([{ from: at + index, to: at + index + found.length, insert: ' ' }]);
      }
    }
  };
  for (const { from, to } of readTokens(text)) {
    gap(from);
    at = to;
  }
  gap(text.length);
  return changes;
}

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Directives with the lines that they continue on. */
export function findDirectives(text: string): Change[] {
  const changes: Change[] = [];
  readTokens(text, (directive) => changes.push([removal(directive)]));
  return changes;
}

/** Whole lines: what else is in a text that cannot be read, such as an inactive branch. */
export function findLines(text: string): Change[] {
  return [...text.matchAll(/[^\n]+\n?|\n/g)].map(({ index, 0: line }) => [
    { from: index, to: index + line.length, insert: '' },
  ]);
}
