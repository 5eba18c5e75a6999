import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Enough to show that the page does not depend on any particular tool. */
const REMOVED = ['convert', 'gallery', 'history'];

const NOT_COPIED = new Set(['node_modules', 'dist', 'reports', '.git']);

const SECONDS = 240;

/** Removes the tool's folder and its lines in the tool list. */
async function removeTool(copy: string, tool: string): Promise<void> {
  await rm(path.join(copy, 'src/tools', tool), { recursive: true });
  const list = path.join(copy, 'src/pages/playground/tools.ts');
  const text = await readFile(list, 'utf8');
  const [line = '', names = ''] =
    new RegExp(`^import \\{ (.*) \\} from '#tools/${tool}/.*\\n`, 'm').exec(text) ?? [];
  expect(line).not.toBe('');
  const entries = names
    .split(', ')
    .map((name) => new RegExp(`^ {2}(?:\\.\\.\\.)?${name},\\n`, 'm'));
  await writeFile(
    list,
    entries.reduce((rest, entry) => rest.replace(entry, ''), text.replace(line, '')),
  );
}

test(
  'the page and all other tests type-check, and the site builds, without three tools',
  async () => {
    const copy = await mkdtemp(path.join(tmpdir(), 'playground-'));
    try {
      await cp(root, copy, {
        recursive: true,
        filter: (file) => !NOT_COPIED.has(path.relative(root, file)),
      });
      await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
      for (const tool of REMOVED) await removeTool(copy, tool);
      const run = async (...command: readonly string[]) =>
        promisify(execFile)('npx', command, { cwd: copy }).catch(
          ({ stdout }: { readonly stdout: string }) => expect.fail(stdout),
        );
      for (const part of ['page', 'tools'])
        await run('tsc', '--noEmit', '-p', `tsconfig.${part}.json`);
      await run('vite', 'build', '--minify', 'false', '--logLevel', 'error');
    } finally {
      await rm(copy, { recursive: true });
    }
  },
  SECONDS * 1000,
);
