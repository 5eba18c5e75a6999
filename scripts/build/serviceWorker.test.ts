import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listSite } from './serviceWorker.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'site-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(...files: [name: string, content?: string][]): Promise<void> {
  for (const [file, content = ''] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}

/** The addresses that the worker lists for these files. */
async function listed(...names: string[]) {
  await write(...names.map((name): [string] => [name]));
  const { needed, others } = await listSite(folder);
  return { needed: needed.map(({ url }) => url), others: others.map(({ url }) => url) };
}

it('lists the files that pages request: hashed files by name, others by a hash of their content', async () => {
  const hashed = ['assets/slang-wasm.wasm-D5H2wBQU.gz', 'assets/worker-DP5EEPEb.js'];
  await listed('index.html', 'demos/circle.slang', 'demos/thumbnails/circle.webp', ...hashed);
  const { needed, others } = await listSite(folder);
  const revision = expect.stringMatching(/^[\da-f]{16}$/);
  expect(needed).toEqual([
    ...hashed.map((url) => ({ url, revision: null })),
    { url: 'demos/circle.slang', revision },
    { url: 'index.html', revision },
  ]);
  expect(others).toEqual([{ url: 'demos/thumbnails/circle.webp', revision }]);
});

it('separates the files that every visit needs from those that are cached on first use', async () => {
  const needed = ['assets/0123-aaaaaaaa.json', 'assets/start-eeeeeeee.js', 'index.html'];
  const panel = ['assets/debugger-cccccccc.css', 'assets/debugger-cccccccc.js'];
  const others = [...panel, 'assets/workers/formatWorker-dddddddd.js'];
  expect(await listed(...others, ...needed)).toEqual({ needed, others });
});

it('changes the revision of a changed file only', async () => {
  await write(['index.html', 'one'], ['icon.svg', 'icon']);
  const [icon, page] = (await listSite(folder)).needed;
  await write(['index.html', 'two']);
  const [sameIcon, otherPage] = (await listSite(folder)).needed;
  expect(sameIcon).toEqual(icon);
  expect(otherPage?.revision).not.toBe(page?.revision);
});

it('leaves out the service worker itself, compressed versions and host configuration', async () => {
  const compressed = ['index-12345678.js.gz', 'slang-wasm.wasm-D5H2wBQU.gz.br'];
  const assets = compressed.map((name) => `assets/${name}`);
  const names = ['sw.js', 'index.html', 'index.html.br', ...assets, '_headers', 'LICENSE.txt'];
  expect(await listed(...names)).toEqual({ needed: ['index.html'], others: [] });
});

it('leaves out embeds, which no service worker serves', async () => {
  const needed = ['assets/embedCode-a1b2c3d4.js', 'index.html'];
  const pages = ['embed.html', 'embeds.html', 'slang-playground.js'];
  const parts = ['embed-a1b2c3d4.js', 'embed-a1b2c3d4.css', 'embeds-a1b2-3d4.js'];
  const names = [...pages, ...parts.map((name) => `assets/${name}`), ...needed];
  const { needed: shown, others } = await listed(...names);
  expect([...shown, ...others]).toEqual(needed);
});
