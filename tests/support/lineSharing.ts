import { namesOf } from '#core/output/lineMap/codeFunctions.ts';
import { countShared, hasOnlyNumbers, wordsOfCode } from '#core/output/lineMap/codeWords.ts';
import { type DeclarationIndex, indexDeclarations } from '#core/output/lineMap/declaredLines.ts';
import type { SourceFile } from '#core/output/lineMap/lineMap.ts';
import { type KnownFile, readKnownFiles } from '#core/output/lineMap/printedFiles.ts';
import type { MappedDemo, MappedOutput } from './lineMaps.ts';

/** How many mapped lines of an output share an identifier or a literal with something. */
export interface Sharing {
  /** With the source line itself. */
  shared: number;
  /**
   * With what the source line refers to: the body of a function that the compiler inlined, the
   * value of a constant, or a global that the compiler substituted for a parameter because the
   * callers pass it.
   */
  inlined: number;
  neither: number;
  /** Mapped only approximately, to a function. */
  approximate: number;
}

export interface ComparedLine {
  readonly at: number;
  readonly kind: keyof Sharing;
}

/**
 * Compares the mapped lines of an output with their source lines. Omits lines with nothing to
 * compare: those from the compiler's core, whose text is unavailable; those with only keywords,
 * types and compiler temporaries; and those whose only literals are numbers that the compiler
 * computed (the source line has an operator, a constant or a call instead).
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

/** Whether a line has an operator, or names a declaration such as a constant or a function. */
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
