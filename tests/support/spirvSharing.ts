import { cluesOfSource, constantsIn } from '#core/output/lineMap/sourceLines.ts';
import { cluesOf, STRONG } from '#core/output/lineMap/spirvClues.ts';
import { readFacts } from '#core/output/spirv/moduleFacts.ts';
import { readSpirv } from '#core/output/spirv/readSpirv.ts';
import { type MappedDemo, type MappedOutput, textOf } from './lineMaps.ts';

/** Numbers of instructions in functions, by the quality of their origins. */
export interface SpirvSharing {
  /** They share a name, a literal or a function with their source line. */
  readonly shared: number;
  /** They have such words, but their source line has none of these. */
  readonly neither: number;
  /** They have no such words. */
  readonly wordless: number;
  /** They lead to a function. */
  readonly approximate: number;
  readonly none: number;
}

/** Compares a module's instructions with the source lines they are mapped to. */
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
