import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** A folder with these files and the repository's libraries, for the duration of `use`. */
export async function withFolder<Value>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<Value>,
): Promise<Value> {
  const folder = await mkdtemp(path.join(tmpdir(), 'exported-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), content);
    }
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The TypeScript compiler's messages; empty if none. Emits nothing unless the arguments say so. */
export async function typeErrors(folder: string, ...args: readonly string[]): Promise<string> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, ...args], { cwd: folder });
    return '';
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
    return stdout + stderr || String(thrown);
  }
}

/** Options at least as strict as exports promise. */
export const STRICT: readonly string[] = [
  ...['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'],
  ...['--noImplicitOverride', '--noPropertyAccessFromIndexSignature', '--verbatimModuleSyntax'],
  ...['--erasableSyntaxOnly', '--allowImportingTsExtensions', '--target', 'es2023'],
  // We do not check libraries' declarations.
  '--skipLibCheck',
  ...['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '@webgpu/types'],
];
