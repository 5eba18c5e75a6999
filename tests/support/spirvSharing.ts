import { cluesOfSource, constantsIn } from '#core/output/lineMap/sourceLines.ts';
import { cluesOf, STRONG } from '#core/output/lineMap/spirvClues.ts';
import { readFacts } from '#core/output/spirv/moduleFacts.ts';
import { readSpirv } from '#core/output/spirv/readSpirv.ts';
import { type MappedDemo, type MappedOutput, textOf } from './lineMaps.ts';

/** Numbers of instructions in functions by what their origins are worth. */
export interface SpirvSharing {
  /** Share a name, a literal or a function with their line of source. */
  readonly shared: number;
  /** Have such words, none of which their line has. */
  readonly neither: number;
  /** Have no such words. */
  readonly wordless: number;
  /** Lead to a function. */
  readonly approximate: number;
  /** Lead nowhere. */
  readonly none: number;
}

/** Compares the instructions of a module with the lines that they are mapped to. */
export function spirvSharing(mapped: MappedDemo, { code, map }: MappedOutput): SpirvSharing {
  const counts = { shared: 0, neither: 0, wordless: 0, approximate: 0, none: 0 };
  const module = readSpirv(code);
  const context = { facts: readFacts(module), names: module.names, ofIds: new Map() };
  const texts = map.files.map((file) => (textOf(mapped, file) ?? '').split('\n'));
  const constants = texts.map(constantsIn);
  for (const of of module.functions) {
    const clues = cluesOf(of, context);
    for (const [at, { line }] of of.instructions.entries()) {
      const words = (clues[at] ?? []).filter(({ weight }) => weight >= STRONG);
      const origin = map.origins[line - 1];
      if (!origin) counts.none += 1;
      else if (origin.kind === 'function') counts.approximate += 1;
      else if (words.length === 0) counts.wordless += 1;
      else {
        const text = texts[origin.file]?.[origin.line - 1] ?? '';
        const source = cluesOfSource(text, constants[origin.file] ?? new Map());
        counts[words.some(({ word }) => source.has(word)) ? 'shared' : 'neither'] += 1;
      }
    }
  }
  return counts;
}
