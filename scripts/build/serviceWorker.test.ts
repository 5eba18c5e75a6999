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

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
}

async function listed(): Promise<string[]> {
  const { needed, others } = await listSite(folder);
  return [...needed, ...others].map(({ url }) => url);
}

it('lists the files that pages request: hashed files by name, others by a hash of their content', async () => {
  await write({
    'index.html': 'page',
    'demos/circle.slang': 'circle',
    'demos/thumbnails/circle.webp': 'picture',
    'assets/worker-DP5EEPEb.js': 'worker',
    'assets/slang-wasm.wasm-D5H2wBQU.gz': 'binary',
  });
  const { needed, others } = await listSite(folder);
  expect(needed).toEqual([
    { url: 'assets/slang-wasm.wasm-D5H2wBQU.gz', revision: null },
    { url: 'assets/worker-DP5EEPEb.js', revision: null },
    { url: 'demos/circle.slang', revision: expect.stringMatching(/^[\da-f]{16}$/) },
    { url: 'index.html', revision: expect.stringMatching(/^[\da-f]{16}$/) },
  ]);
  expect(others).toEqual([
    { url: 'demos/thumbnails/circle.webp', revision: expect.stringMatching(/^[\da-f]{16}$/) },
  ]);
});

it('separates the files that every visit needs from those that are cached on first use', async () => {
  await write({
    'index.html': '',
    'assets/0123-aaaaaaaa.json': '',
    'assets/debugger-cccccccc.js': '',
    'assets/debugger-cccccccc.css': '',
    'assets/workers/formatWorker-dddddddd.js': '',
    'assets/start-eeeeeeee.js': '',
  });
  const { needed, others } = await listSite(folder);
  expect(needed.map(({ url }) => url)).toEqual([
    'assets/0123-aaaaaaaa.json',
    'assets/start-eeeeeeee.js',
    'index.html',
  ]);
  expect(others.map(({ url }) => url)).toEqual([
    'assets/debugger-cccccccc.css',
    'assets/debugger-cccccccc.js',
    'assets/workers/formatWorker-dddddddd.js',
  ]);
});

it('changes the revision of a changed file only', async () => {
  await write({ 'index.html': 'one', 'icon.svg': 'icon' });
  const [icon, page] = (await listSite(folder)).needed;
  await write({ 'index.html': 'two' });
  const [sameIcon, otherPage] = (await listSite(folder)).needed;
  expect(sameIcon).toEqual(icon);
  expect(otherPage?.revision).not.toBe(page?.revision);
});

it('leaves out the service worker itself, compressed versions and host configuration', async () => {
  await write({
    'sw.js': '',
    'index.html': '',
    'index.html.br': '',
    'assets/index-12345678.js.gz': '',
    'assets/slang-wasm.wasm-D5H2wBQU.gz.br': '',
    _headers: '',
    'LICENSE.txt': '',
  });
  expect(await listed()).toEqual(['index.html']);
});

it('leaves out embeds, which no service worker serves', async () => {
  await write({
    'index.html': '',
    'embed.html': '',
    'embeds.html': '',
    'slang-playground.js': '',
    'assets/embed-a1b2c3d4.js': '',
    'assets/embed-a1b2c3d4.css': '',
    'assets/embeds-a1b2-3d4.js': '',
    'assets/embedCode-a1b2c3d4.js': '',
  });
  expect(await listed()).toEqual(['assets/embedCode-a1b2c3d4.js', 'index.html']);
});
