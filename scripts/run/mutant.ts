import path from 'node:path';
import type { Plugin } from 'vite';

/** One small fault in a source file. */
export interface Mutant {
  /** Relative to the project's root. */
  readonly file: string;
  /** In UTF-16 units. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const root = path.resolve(import.meta.dirname, '../..');

/** Loads the source with the fault that `scripts/run/mutate.ts` passes in `MUTANT`. */
export function mutantPlugin(): Plugin {
  const mutant: Mutant | null = JSON.parse(process.env['MUTANT'] ?? 'null');
  const file = mutant && path.join(root, mutant.file);
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (!mutant || id !== file) return null;
      return { code: code.slice(0, mutant.from) + mutant.text + code.slice(mutant.to), map: null };
    },
  };
}
