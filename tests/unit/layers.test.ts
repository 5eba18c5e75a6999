import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The importing file, the import, and the lint message; null if there is none. */
type Row = [file: string, from: string, message: string | null];

const ROWS: readonly Row[] = [
  ['core/util/a.ts', '#engine/gpu/b.ts', 'core/ imports only core/.'],
  ['core/util/b.ts', '#core/plan/b.ts', null],
  ['core/util/c.ts', 'react', 'React appears only from ui/ on.'],
  ['engine/gpu/a.ts', '#workspace/b.ts', 'engine/ imports only core/ and engine/.'],
  ['workspace/a.ts', '#ui/b.ts', 'workspace/ imports only core/, engine/ and workspace/.'],
  ['ui/a.ts', '#tools/help/b.ts', 'ui/ does not know tools and pages.'],
  ['ui/b.ts', 'react', null],
  ['tools/help/a.ts', '#pages/playground/b.ts', 'tools/ does not know pages.'],
  ['tools/help/b.ts', '#tools/share/b.ts', 'Tools do not import each other.'],
  ['tools/help/c.ts', '#tools/help/panel/b.ts', null],
  ['tools/help/d.test.ts', '#tools/share/b.ts', null],
  ['pages/embed/a.ts', '#tools/share/b.ts', null],
  ['pages/embed/b.ts', '../playground/b.ts', 'Name another folder by #'],
];

interface Finding {
  readonly location: { readonly path: string };
  readonly message: string;
}

async function findingsIn(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'layers-'));
  try {
    for (const file of ['biome.json', '.gitignore', 'scripts/layers.grit'])
      await cp(path.join(root, file), path.join(folder, file));
    for (const [file, from] of rows) {
      const written = path.join(folder, 'src', file);
      await mkdir(path.dirname(written), { recursive: true });
      await writeFile(written, `import { a } from '${from}';\n\nexport const b = a;\n`);
    }
    const biome = path.join(root, 'node_modules/.bin/biome');
    const output = await new Promise<string>((resolve) => {
      execFile(biome, ['lint', '--reporter=json', '.'], { cwd: folder }, (_error, stdout) =>
        resolve(stdout),
      );
    });
    const { diagnostics } = JSON.parse(output) as { readonly diagnostics: readonly Finding[] };
    return new Map(
      diagnostics.map(({ location, message }) => [location.path.replace(/^src\//, ''), message]),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('lint rejects each import against the order of the layers, and no other', async () => {
  const findings = await findingsIn(ROWS);
  for (const [file, , message] of ROWS) {
    const found = findings.get(file) ?? '';
    if (message === null) expect(found, file).toBe('');
    else expect(found, file).toContain(message);
  }
});
