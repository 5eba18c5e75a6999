import type { Token } from '#core/source/tokens.ts';
import { type NamePlace, type ProjectText, tokensOf, wordStarts } from './projectText.ts';

/** The places of a name in a project, as far as tokens tell. */
export interface Candidates {
  /** Words of the code. */
  readonly words: readonly NamePlace[];
  /** Names of resources in attributes, without their quotes: `[playground::CALL::SIZE_OF("image")]`. */
  readonly quoted: readonly NamePlace[];
  /** In `#define`, `#if` and other directives, which only the preprocessor understands. */
  readonly directives: readonly NamePlace[];
  /** The directive that defines a macro of this name. */
  readonly macro: NamePlace | undefined;
}

export function candidatesOf(name: string, files: readonly ProjectText[]): Candidates {
  const words: NamePlace[] = [];
  const quoted: NamePlace[] = [];
  const directives: NamePlace[] = [];
  for (const file of files) {
    const text = file.doc.toString();
    if (!text.includes(name)) continue;
    const tokens = tokensOf(file);
    tokens.forEach(({ kind, text: word, from, to }, index) => {
      if (kind === 'word' && word === name) words.push({ file, from, to });
      else if (kind === 'string' && word === `"${name}"` && namesResource(tokens, index)) {
        quoted.push({ file, from: from + 1, to: to - 1 });
      }
    });
    directives.push(...inDirectives(name, file, text));
  }
  const macro = directives.find(({ file, from }) => {
    const line = file.doc.lineAt(from);
    return /^\s*#\s*define\s+$/.test(line.text.slice(0, from - line.from));
  });
  return { words, quoted, directives, macro };
}

const RESOURCE_ATTRIBUTE = /\[?playground(?:::|_)CALL(?:(?:::|_)SIZE_OF|_INDIRECT)\($/;

/** Whether the string at the index is the first argument of an attribute that takes a resource's name. */
function namesResource(tokens: readonly Token[], index: number): boolean {
  const before = tokens.slice(Math.max(index - 7, 0), index).map(({ text }) => text);
  return RESOURCE_ATTRIBUTE.test(before.join(''));
}

const DIRECTIVE = /^[ \t]*#(?:[^\n\\]|\\\n|\\)*/gm;

function inDirectives(name: string, file: ProjectText, text: string): NamePlace[] {
  return [...text.matchAll(DIRECTIVE)].flatMap(({ 0: directive, index }) => {
    // A comment behind a directive, and the name of an included file, are no code.
    const code = directive.replace(/\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"[^"\n]*"/g, (part) =>
      ' '.repeat(part.length),
    );
    return wordStarts(code, name).map((start) => {
      const from = index + start;
      return { file, from, to: from + name.length };
    });
  });
}
