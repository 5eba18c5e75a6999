import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderTable, IMPORT_RULES, lintOverrides } from './importRules.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folders = async (parent: string) =>
  (await readdir(path.join(root, parent), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe('the import rules', () => {
  it('are what the linter enforces', async () => {
    const { overrides } = JSON.parse(await readFile(path.join(root, 'biome.json'), 'utf8'));
    expect(overrides).toEqual(expect.arrayContaining(lintOverrides()));
    const enforced = JSON.stringify(overrides).match(/noRestrictedImports/g);
    expect(enforced).toHaveLength(lintOverrides().length);
  });

  it('are the table of the architecture', async () => {
    const architecture = await readFile(path.join(root, 'docs/architecture.md'), 'utf8');
    expect(architecture).toContain(folderTable());
  });

  it('have a rule for each folder, and for each panel one of its own', async () => {
    const named = IMPORT_RULES.map(({ folder }) => folder);
    for (const folder of await folders('src')) {
      const own = folder === 'panels' ? [] : [folder];
      const inside = await folders(`src/${folder}`);
      const needed = folder === 'panels' ? inside.map((each) => `panels/${each}`) : own;
      const found = (name: string) =>
        named.some((each) => each === name || each.startsWith(`${name}/`));
      expect(needed.filter((name) => !found(name))).toEqual([]);
    }
  });

  it('name only folders and files that exist', async () => {
    const imported = IMPORT_RULES.flatMap(({ folder, mayImport }) => [
      folder,
      ...(mayImport ?? []),
    ]);
    const files = await readdir(path.join(root, 'src'), { recursive: true });
    const missing = imported.filter((name) => name !== 'generated' && !files.includes(name));
    expect(missing).toEqual([]);
  });
});
