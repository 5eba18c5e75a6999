import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from './precompress.ts';
import { measureSite } from './siteSize.ts';

let folder: string;
const TEXT = 'let sentence = "said again";\n'.repeat(100);
const BINARY = Buffer.from('\0asm the same over and over'.repeat(100));

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'precompress-'));
  await mkdir(path.join(folder, 'assets/workers'), { recursive: true });
  await writeFile(path.join(folder, 'assets/workers/a.js'), TEXT);
  await writeFile(path.join(folder, 'small.css'), 'a{}');
  await writeFile(path.join(folder, 'picture.webp'), Buffer.alloc(5000));
  await writeFile(path.join(folder, 'binary.wasm.gz'), gzipSync(BINARY));
});

afterEach(() => rm(folder, { recursive: true }));

async function listFiles(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.includes('.')).toSorted();
}

test('a text file and the gzipped binary get versions that decompress to the original', async () => {
  await precompress(folder);
  const read = (name: string) => readFile(path.join(folder, name));
  expect(gunzipSync(await read('assets/workers/a.js.gz')).toString()).toBe(TEXT);
  expect(brotliDecompressSync(await read('assets/workers/a.js.br')).toString()).toBe(TEXT);
  expect(brotliDecompressSync(await read('binary.wasm.gz.br'))).toEqual(BINARY);
});

test('small files and images are not compressed, and a second pass adds nothing', async () => {
  await precompress(folder);
  const files = await listFiles();
  expect(files).toEqual([
    ...['', '.br', '.gz'].map((end) => `assets/workers/a.js${end}`),
    ...['binary.wasm.gz', 'binary.wasm.gz.br', 'picture.webp', 'small.css'],
  ]);
  await precompress(folder);
  expect(await listFiles()).toEqual(files);
});

test("the site's size counts each file once, whether or not it was compressed", async () => {
  const before = await measureSite(folder);
  await precompress(folder);
  expect(await measureSite(folder)).toEqual(before);
  expect(before.map(({ path: name, kind }) => [name, kind]).toSorted()).toEqual([
    ['assets/workers/a.js', 'worker script'],
    ['binary.wasm.gz', 'compiler binary'],
    ['picture.webp', 'other'],
    ['small.css', 'style'],
  ]);
});
