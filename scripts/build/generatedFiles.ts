import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepareCompilerFilesHere } from './compilerFiles.ts';

/** Writes `generated/`: the compiler's files and the compiled demos. Keeps up-to-date files. */
export async function prepareGeneratedFiles(): Promise<void> {
  await prepareCompilerFilesHere();
  // A separate process, because Vite's configuration cannot run the compiler's TypeScript.
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'scripts/build/precompileDemos.ts'],
    {
      cwd: path.resolve(import.meta.dirname, '../..'),
    },
  );
}
