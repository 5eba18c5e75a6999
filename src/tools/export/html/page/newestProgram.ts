import type { Program } from '#tools/export/runtime/program.ts';

/** A function that gives the program that was asked for last. It destroys older ones, and gives null for them. */
export function createNewest(): (made: Promise<Program>) => Promise<Program | null> {
  let newest: Promise<Program> | null = null;
  return async (made) => {
    newest = made;
    const program = await made;
    if (newest === made) return program;
    program.destroy();
    return null;
  };
}
