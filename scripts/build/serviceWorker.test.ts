import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listPrecache } from './serviceWorker.ts';

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

it('lists what pages ask for: hashed files by name, others by a hash of their content', async () => {
  await write({
    'index.html': 'page',
    'demos/circle.slang': 'circle',
    'demos/thumbnails/circle.webp': 'picture',
    'assets/worker-DP5EEPEb.js': 'worker',
    'assets/slang-wasm.wasm-D5H2wBQU.gz': 'binary',
  });
  expect(await listPrecache(folder)).toEqual([
    { url: 'assets/slang-wasm.wasm-D5H2wBQU.gz', revision: null },
    { url: 'assets/worker-DP5EEPEb.js', revision: null },
    { url: 'demos/circle.slang', revision: expect.stringMatching(/^[\da-f]{16}$/) },
    { url: 'demos/thumbnails/circle.webp', revision: expect.stringMatching(/^[\da-f]{16}$/) },
    { url: 'index.html', revision: expect.stringMatching(/^[\da-f]{16}$/) },
  ]);
});

it('gives a changed file another revision, and no other file', async () => {
  await write({ 'index.html': 'one', 'icon.svg': 'icon' });
  const [icon, page] = await listPrecache(folder);
  await write({ 'index.html': 'two' });
  const [sameIcon, otherPage] = await listPrecache(folder);
  expect(sameIcon).toEqual(icon);
  expect(otherPage?.revision).not.toBe(page?.revision);
});

it('leaves out itself, compressed siblings and what is for hosts', async () => {
  await write({
    'sw.js': '',
    'index.html.br': '',
    'assets/index-12345678.js.gz': '',
    'assets/slang-wasm.wasm-D5H2wBQU.gz.br': '',
    _headers: '',
    'LICENSE.txt': '',
  });
  expect(await listPrecache(folder)).toEqual([]);
});

it('leaves out embeds, which no service worker answers', async () => {
  await write({
    'embed.html': '',
    'embeds.html': '',
    'slang-playground.js': '',
    'assets/embed-a1b2c3d4.js': '',
    'assets/embed-a1b2c3d4.css': '',
    'assets/embeds-a1b2-3d4.js': '',
    'assets/embedCode-a1b2c3d4.js': '',
  });
  const listed = await listPrecache(folder);
  expect(listed.map(({ url }) => url)).toEqual(['assets/embedCode-a1b2c3d4.js']);
});
