import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepareCompilerFilesHere } from './compilerFiles.ts';

/**
 * Fills `generated/`: the compiler's files, and the demos' compiled programs. What is there and up
 * to date stays.
 */
export async function prepareGeneratedFiles(): Promise<void> {
  await prepareCompilerFilesHere();
  // A process of its own: it runs the compiler's TypeScript, which Vite's configuration cannot.
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/build/precompileDemos.ts'],
    {
      cwd: path.resolve(import.meta.dirname, '../..'),
    },
  );
}
