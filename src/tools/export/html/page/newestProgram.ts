import type { Program } from '#tools/export/runtime/program.ts';

/**
 * Returns a function that resolves with the most recently requested program. For superseded
 * requests, it destroys the program and resolves with null.
 */
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
