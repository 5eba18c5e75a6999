import { countShared, hasOnlyNumbers, wordsOfCode } from '#core/output/lineMap/codeWords.ts';
import { type DeclarationIndex, indexDeclarations } from '#core/output/lineMap/declaredLines.ts';
import { namesOf } from '#core/output/lineMap/functionsIn.ts';
import type { SourceFile } from '#core/output/lineMap/lineMap.ts';
import { type KnownFile, readKnownFiles } from '#core/output/lineMap/printedFiles.ts';
import type { MappedDemo, MappedOutput } from './lineMaps.ts';

/** How many mapped lines of an output share an identifier or a literal with their source line. */
export interface Sharing {
  /** With the source line itself. */
  shared: number;
  /**
   * With what the line stands for: the body of a function that it calls and that is no function of
   * the output (the compiler inlined it), the value of a constant that it names, or a global that
   * the callers of its function hand to it (the compiler put it in the place of a parameter).
   */
  inlined: number;
  /** With neither. */
  neither: number;
  /** Approximate: they lead to a function. */
  approximate: number;
}

export interface ComparedLine {
  readonly at: number;
  readonly kind: keyof Sharing;
}

/**
 * Compares the mapped lines of an output with their source lines. Left out are those that have nothing
 * to compare: lines of the compiler's core, whose text nobody has; lines with nothing but keywords,
 * types and the compiler's temporaries; and lines whose only literals are numbers that the compiler
 * computed (the source line has no such number, but an operator, a constant or a call).
 */
export function compareLines(
  { sources, libraries }: MappedDemo,
  output: MappedOutput,
): ComparedLine[] {
  const known = readKnownFiles({ sources, libraries });
  const index = indexDeclarations(known, namesOf(output.map.functions));
  const lines = output.code.split('\n');
  return output.map.origins.flatMap((origin, at): ComparedLine[] => {
    const words = wordsOfCode(lines[at] ?? '');
    const file = origin && output.map.files[origin.file];
    const text = file && known.files.find((each) => isSameFile(each.file, file));
    if (!text || words.size === 0) return [];
    if (origin.kind === 'function') return [{ at, kind: 'approximate' }];
    if (countShared(words, text.wordsAt(origin.line)) > 0) return [{ at, kind: 'shared' }];
    if (hasOnlyNumbers(words) && hasExpression(text, origin.line, index)) return [];
    const isInlined = index.explains(text, origin.line, words);
    return [{ at, kind: isInlined ? 'inlined' : 'neither' }];
  });
}

/** Whether a line has an operator, or names something declared, such as a constant or a function. */
function hasExpression(known: KnownFile, line: number, index: DeclarationIndex): boolean {
  const words = [...known.wordsAt(line)];
  return words.some((word) => /^[-+*/%<>&|^]+$/.test(word) || index.named(word).length > 0);
}

export function countLines(lines: readonly ComparedLine[]): Sharing {
  const sharing = { shared: 0, inlined: 0, neither: 0, approximate: 0 };
  for (const { kind } of lines) sharing[kind] += 1;
  return sharing;
}

function isSameFile(file: SourceFile, other: SourceFile): boolean {
  return JSON.stringify(file) === JSON.stringify(other);
}
