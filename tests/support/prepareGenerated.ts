import { prepareGeneratedFiles } from '../../scripts/build/generatedFiles.ts';
import { readBinary } from './compiler.ts';

const kept: WebAssembly.Module[] = [];

/**
 * Vitest's global set-up: creates the generated files before any test runs. All threads of a
 * process share a module's machine code, as long as one of them keeps the module.
 */
export async function setup(): Promise<void> {
  await prepareGeneratedFiles();
  kept.push(await readBinary());
}

export function teardown(): void {
  kept.length = 0;
}
