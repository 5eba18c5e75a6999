import { prepareGeneratedFiles } from '../../scripts/build/generatedFiles.ts';
import { readBinary } from './compiler.ts';

const kept: WebAssembly.Module[] = [];

/**
 * Vitest's global set-up: the generated files are there before any test runs. The machine code of
 * a module is shared by all threads of a process, as long as one of them keeps the module.
 */
export async function setup(): Promise<void> {
  await prepareGeneratedFiles();
  kept.push(await readBinary());
}

export function teardown(): void {
  kept.length = 0;
}
