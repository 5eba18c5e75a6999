import path from 'node:path';
import { listSite } from './serviceWorker.ts';
import { firstPictureScript, measureSite, totalOf } from './siteSize.ts';

/** A part of the built site, with its size and limit in gzip bytes; or a number of files. */
interface Budget {
  readonly name: string;
  readonly amount: number;
  readonly limit: number;
  readonly unit?: 'files';
}

const folder = path.resolve(import.meta.dirname, '../../dist');
const all = await measureSite(folder);

/** Gzip bytes of the scripts and styles of these chunks (scripts/build/chunks.ts). */
function sizeOf(...chunks: readonly string[]): number {
  return chunks
    .map((chunk) => {
      const files = all.filter(({ path: file }) => isOfChunk(file, chunk));
      if (files.length === 0) throw new Error(`The built site has no ${chunk}.`);
      return files.reduce((total, { gzipBytes }) => total + gzipBytes, 0);
    })
    .reduce((total, bytes) => total + bytes, 0);
}

const isOfChunk = (file: string, chunk: string) =>
  new RegExp(`^(assets/(workers/)?)?${chunk}(-[\\w-]{8})?\\.(js|css|wasm)$`).test(file);

/** An embed's scripts before its first picture: the allowed fraction of the page's. */
const EMBED_SHARE = 0.6;
const beforePicture = await firstPictureScript(folder, all);

const beforeReady = sizeOf(
  ...['index', 'first-device', 'rolldown-runtime', 'start', 'interface'],
  ...['common', 'workbench', 'editor', 'panels'],
  // The compiler's worker: its launcher, the loader of the binary, and the rest.
  ...['worker', 'errors'],
);

const budgets: readonly Budget[] = [
  // Recent additions: 1,930 bytes are the places where kernels and draws meet (plan, resources,
  // passes, uniforms of the camera) and the names of six demos; 100 bytes let an unseen embed end its
  // compiler; 80 are code that exports now share with the page; 50 keep the picture's place until the
  // first run is known; 150 are names and an order that compress worse since files of core, engine
  // and workspace were merged.
  { name: 'page script before the first picture', amount: beforePicture, limit: 174_850 },
  {
    name: 'embed script before the first picture',
    amount: await firstPictureScript(folder, all, 'embed.html'),
    limit: Math.floor(EMBED_SHARE * beforePicture),
  },
  // The libraries of the interface and the editors take 250 kB, the compiler's loader 40 kB. 200
  // bytes are the table that limits stored answers, which also limits the contents of images and
  // data. 1,900 are short names and an order of code that compress worse since files were merged: the
  // uncompressed scripts have not grown. 900 are the attributes of draws, which the compiler imports.
  // 100 let Resources ask the debugger who wrote an element.
  { name: 'a first visit until the compiler is ready', amount: beforeReady, limit: 429_750 },
  // Of the rest, the language server's help takes 51 kB (5 kB are what it knows of draws); linked
  // lines, changes, timeline 39 kB.
  {
    name: 'a first visit, all but the compiler',
    amount: beforeReady + sizeOf('assistance', 'idle', 'links', 'notices', 'run', 'time'),
    limit: 546_550,
  },
  // The embed page without the code it shares with the playground: its first script, options,
  // controls, notices and views, the messages to and from the parent page, and fetching the
  // compiler from there. For other pages: the element (4 kB) and the page that explains it (3 kB).
  {
    name: 'embeds only',
    amount: sizeOf(
      ...['dom', 'embed', 'embed-later', 'embed-views', 'embedPage', 'embeds', 'firstOptions'],
      'slang-playground',
    ),
    limit: 24_500,
  },
  // Exports (60 kB), the scripts they contain (26 kB), the GLSL and HLSL converter with its worker
  // (25 kB), the source reducer (10 kB), and the share dialog (5 kB).
  {
    name: 'elsewhere, loaded on first use',
    amount: sizeOf('_virtual_export-page', 'convert', 'convertWorker', 'export', 'reduce', 'share'),
    limit: 144_250,
  },
  // The debugger (102 kB), the resource inspector (44 kB), the worker that maps lines and compares
  // code (31 kB), projects (25 kB), the profile (15.5 kB), charts of all three (23.5 kB),
  // reflection, targets and two outputs (20 kB), Help, the history, and their dialogs' code
  // (16 kB), and the camera's controls (2 kB).
  {
    name: 'tools, loaded on first use',
    amount: sizeOf(
      ...['camera', 'capture', 'chart', 'code', 'debugger', 'dialogs', 'files', 'help', 'history'],
      ...[
        'palette',
        'profile',
        'refactoring',
        'rescue',
        'resources',
        'shared',
        'uniforms',
        'analysisWorker',
      ],
    ),
    limit: 381_000,
  },
  // The film writer, most of it mediabunny.
  { name: 'films, loaded on first use', amount: sizeOf('film'), limit: 48_500 },
  // Planning and running draws, the camera, and the meshes.
  { name: 'draws, loaded on first use', amount: sizeOf('draw', 'mesh'), limit: 17_900 },
  // clang-format, and the checks of its output.
  {
    name: 'formatter, loaded on first use',
    amount: sizeOf('clang-format', 'formatting', 'formatWorker'),
    limit: 1_130_000,
  },
  // Most of it loads the binary. Repairing WGSL and disassembling SPIR-V load with the first
  // program that needs them.
  { name: 'worker script', amount: totalOf(all, 'worker script'), limit: 156_500 },
  // Requested after the start: the library that stores the site, and the list of its files.
  { name: 'service worker', amount: totalOf(all, 'service worker'), limit: 12_000 },
  { name: 'style', amount: totalOf(all, 'style'), limit: 36_750 },
  { name: 'compiler binary', amount: totalOf(all, 'compiler binary'), limit: 5_700_000 },
  {
    name: 'scripts',
    amount: all.filter(({ path: file }) => file.endsWith('.js')).length,
    limit: 60,
    unit: 'files',
  },
  {
    name: 'stored for offline visits',
    amount: (await listSite(folder)).needed.length,
    limit: 125,
    unit: 'files',
  },
];

for (const { name, amount, limit, unit = 'bytes' } of budgets) {
  console.log(`${name}: ${amount} of ${limit} ${unit}`);
  if (amount === 0) {
    console.error(`The built site has no ${name}: is the build complete?`);
    process.exitCode = 1;
  }
  if (amount > limit) {
    console.error(
      `${name} is ${amount - limit} ${unit} over its budget. Load less, or raise the limit in scripts/build/checkSize.ts and say why.`,
    );
    process.exitCode = 1;
  }
}
