import { cluesOfSource, constantsIn } from '#core/output/lineMap/sourceLines.ts';
import { cluesOf, STRONG } from '#core/output/lineMap/spirvClues.ts';
import { readFacts, readSpirv } from '#core/output/spirv/readSpirv.ts';
import { type MappedDemo, type MappedOutput, textOf } from './lineMaps.ts';

/**
 * Compares a module's instructions with the source lines they are mapped to. Counts those that share
 * a name, a literal or a function with their source line, and those whose source line has none of
 * their words.
 */
export function spirvSharing(mapped: MappedDemo, { code, map }: MappedOutput) {
  const counts = { shared: 0, neither: 0 };
  const module = readSpirv(code);
  const context = { facts: readFacts(module), names: module.names, ofIds: new Map() };
  const texts = map.files.map((file) => (textOf(mapped, file) ?? '').split('\n'));
  const constants = texts.map(constantsIn);
  for (const of of module.functions) {
    const clues = cluesOf(of, context);
    for (const [at, { line }] of of.instructions.entries()) {
      const words = (clues[at] ?? []).filter(({ weight }) => weight >= STRONG);
      const origin = map.origins[line - 1];
      if (!origin || origin.kind === 'function' || words.length === 0) continue;
      const text = texts[origin.file]?.[origin.line - 1] ?? '';
      const source = cluesOfSource(text, constants[origin.file] ?? new Map());
      counts[words.some(({ word }) => source.has(word)) ? 'shared' : 'neither'] += 1;
    }
  }
  return counts;
}
