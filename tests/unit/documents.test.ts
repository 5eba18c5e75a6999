import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMPILE_TARGETS } from '#core/output/compileTarget.ts';
import { TARGET_OUTPUTS } from '../support/targetOutputs.ts';

const root = path.resolve(import.meta.dirname, '../..');

const FOLDER_READMES = [
  'tests/README.md',
  ...readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'README.md')
    .map((file) => `src/${file}`),
];

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
  ...FOLDER_READMES,
];

function read(file: string): Promise<string> {
  return readFile(path.join(root, file), 'utf8');
}

test('the README lists every compile target (npx vitest run tests/unit/documents -u writes it)', async () => {
  const targets = COMPILE_TARGETS.map((target) => TARGET_OUTPUTS[target].name);
  const list = new Intl.ListFormat('en-GB').format(targets);
  const written = (await read('README.md')).replace(/(?<=\*\*Compile\*\* to )[^.]+/, list);
  await expect(written).toMatchFileSnapshot(path.join(root, 'README.md'));
});

test.each(DOCUMENTS)(
  'every relative link and picture of %s points to an existing file',
  async (document) => {
    const text = await read(document);
    const targets = [
      ...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
      ...[...text.matchAll(/src(?:set)?="([^"]+)"/g)].map(([, target = '']) => target),
    ].filter((target) => !/^(https?:|#)/.test(target));
    const missing = targets.filter((target) => {
      const [file = ''] = target.split('#');
      return !existsSync(path.resolve(root, path.dirname(document), file));
    });
    expect(missing).toEqual([]);
  },
);

/** Files in an example and in an exported project. */
const NOT_OURS = ['lib/helper.slang', '/printing.slang', 'src/browser.ts'];

test.each(FOLDER_READMES)('%s names only files that exist', async (document) => {
  const folder = path.dirname(document);
  const text = await read(document);
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|css|json|slang|html))`/g)];
  const missing = named
    .map(([, name = '']) => name)
    .filter((name) => !NOT_OURS.includes(name))
    .filter((name) => ![folder, '.'].some((place) => existsSync(path.join(root, place, name))));
  expect(missing).toEqual([]);
});

test('docs/reliability.md names only tests that exist', async () => {
  const files = ['src', 'tests', 'scripts'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => `/${folder}/${file.replaceAll('\\', '/')}`),
  );
  const named = [
    ...(await read('docs/reliability.md')).matchAll(/`([\w./*-]+\.(?:test|spec)\.tsx?)`/g),
  ];
  expect(named.length).toBeGreaterThan(100);
  const missing = named
    .map(([, name = '']) => name)
    .filter((name) => {
      const ending = name.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
      return !files.some((file) => new RegExp(`/${ending}$`).test(file));
    });
  expect(missing).toEqual([]);
});

test('the architecture links to the README of every folder except tools', async () => {
  const architecture = await read('docs/architecture.md');
  const others = FOLDER_READMES.filter((file) => !file.startsWith('src/tools/'));
  expect(others.filter((file) => !architecture.includes(`(../${file})`))).toEqual([]);
});

test('the architecture has at most 10 KB', async () => {
  expect(Buffer.byteLength(await read('docs/architecture.md'))).toBeLessThanOrEqual(10_000);
});

test('the glossary defines each term once', async () => {
  const rows = [...(await read('docs/glossary.md')).matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)];
  const terms = rows
    .flatMap(([, names = '']) => names.split(', '))
    .filter((term) => term !== 'term' && term !== '---');
  expect(terms.length).toBeGreaterThan(50);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/deploy.md'])(
  '%s names only npm scripts of package.json',
  async (document) => {
    const { scripts } = JSON.parse(await read('package.json'));
    const named = [...(await read(document)).matchAll(/npm run ([a-z:]+)/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(`${name}` in scripts))).toEqual([]);
  },
);

test('the changelog begins with “Unreleased”, followed by the released version', async () => {
  const { version } = JSON.parse(await read('package.json'));
  const headings = [...(await read('CHANGELOG.md')).matchAll(/^## \[([^\]]+)\]/gm)];
  const [first, newest] = headings.map(([, name]) => name);
  expect(first).toBe('Unreleased');
  // Before the first release, there is no newest version.
  expect(newest ?? version).toBe(version);
});

test('continuous integration runs exactly the commands that the README gives', async () => {
  expect(await read('README.md')).toContain('npm ci && npm test');
  expect(await read('.github/workflows/ci.yml')).toMatch(/^ +run: npm ci && npm test$/m);
  expect(await read('.ci/run')).toMatch(/^npm ci && npm test$/m);
});
