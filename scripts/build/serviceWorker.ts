import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import type { PrecacheEntry } from 'workbox-precaching';

/** The service worker's file in the built site. The file's folder is its scope. */
export const SERVICE_WORKER = 'sw.js';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Matches files that a page or its workers may request, but not compressed forms or hosts' files.
 */
const ASKED_FOR = /\.(?:html|js|css|json|slang|svg|png|webp|webmanifest)$|\.wasm-[^/]+\.gz$/;

/**
 * Embeds have no origin, so no service worker answers them; embeds and the page about them need the
 * network. Chunks that they share with the playground's page have other names.
 */
const OF_EMBEDS =
  /^(?:embeds?\.html|slang-playground\.js|assets\/(?:dom|embed(?:s|Page|-later|-views)?)-[\w-]{8}\.(?:js|css))$/;

/** Files that few visits use: parts of rarer tools, and pictures of demos, starters and the app. */
const OTHERS =
  /^(?:assets\/(?:workers\/)?(?:_virtual_export-page|analysisWorker|capture|chart|clang-format|code|convert|convertWorker|core-library|debugger|export|film|formatting|formatWorker|history|pngWorker|profile|reduce|resources|share)-[\w-]{8}\.|assets\/[^/]+\.webp$|(?:demos\/thumbnails|icons)\/)/;

/** The files that the playground requests, sorted by address. */
export interface SiteList {
  /** Needed on each visit, and for everything that works without the tools in {@link others}. */
  readonly needed: readonly PrecacheEntry[];
  /** Stored on first use. */
  readonly others: readonly PrecacheEntry[];
}

/** Files in `assets/` have a hash in their names; for others, the revision is a content hash. */
export async function listSite(folder: string): Promise<SiteList> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const urls = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .map((file) => file.split(path.sep).join('/'))
    .filter((url) => ASKED_FOR.test(url) && !OF_EMBEDS.test(url) && url !== SERVICE_WORKER)
    .toSorted();
  const entriesOf = (some: readonly string[]) =>
    Promise.all(some.map(async (url) => ({ url, revision: await revisionOf(folder, url) })));
  return {
    needed: await entriesOf(urls.filter((url) => !OTHERS.test(url))),
    others: await entriesOf(urls.filter((url) => OTHERS.test(url))),
  };
}

async function revisionOf(folder: string, url: string): Promise<string | null> {
  if (url.startsWith('assets/')) return null;
  const content = await readFile(path.join(folder, url));
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/**
 * Vite plugin: adds a service worker that stores the site for offline use. The plugin writes it
 * last, because it lists every file. The development server has none.
 */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    writeBundle: {
      sequential: true,
      order: 'post',
      handler: () => writeServiceWorker(folder),
    },
  };
}

/** Writes the service worker for the site's current files in this folder. */
export async function writeServiceWorker(folder: string): Promise<void> {
  const site = await listSite(folder);
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { SITE: JSON.stringify(site) },
    build: {
      target: 'es2023',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: path.join(root, 'src/pages/service-worker/serviceWorker.ts'),
        output: { format: 'iife', entryFileNames: SERVICE_WORKER },
      },
    },
  });
}
