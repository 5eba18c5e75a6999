import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isPrecompressed } from './precompress.ts';
import { SERVICE_WORKER } from './serviceWorker.ts';

export type ByteKind =
  | 'page script'
  | 'worker script'
  | 'service worker'
  | 'style'
  | 'compiler binary'
  | 'other';

export interface SiteFile {
  /** Relative to the site's folder, with slashes. */
  readonly path: string;
  readonly kind: ByteKind;
  readonly bytes: number;
  /** The transferred size if the server compresses; the compiler's binary is already compressed. */
  readonly gzipBytes: number;
}

/** @param file relative to the site's folder, with slashes */
function kindOf(file: string): ByteKind {
  if (file.endsWith('.gz')) return 'compiler binary';
  if (file.endsWith('.css')) return 'style';
  if (!file.endsWith('.js')) return 'other';
  if (file === SERVICE_WORKER) return 'service worker';
  return file.startsWith('assets/workers/') ? 'worker script' : 'page script';
}

/** Measures every file of the built site except the compressed forms from `npm run build`. */
export async function measureSite(folder: string): Promise<SiteFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const names = new Set(files);
  return Promise.all(
    files
      .filter((file) => !isPrecompressed(file, names))
      .map(async (file) => {
        const content = await readFile(file);
        const relative = path.relative(folder, file).split(path.sep).join('/');
        const kind = kindOf(relative);
        return {
          path: relative,
          kind,
          bytes: content.byteLength,
          gzipBytes: kind === 'compiler binary' ? content.byteLength : gzipSync(content).byteLength,
        };
      }),
  );
}

export function totalOf(files: readonly SiteFile[], kind: ByteKind): number {
  return files
    .filter((file) => file.kind === kind)
    .reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}

/**
 * Gzip bytes of the scripts listed in a page's HTML: all that its first picture needs. The embed
 * page lists the scripts that its first script loads in a `<meta>` element.
 */
export async function firstPictureScript(
  folder: string,
  files: readonly SiteFile[],
  page = 'index.html',
): Promise<number> {
  const html = await readFile(path.join(folder, page), 'utf8');
  const named = new Set(
    [...html.matchAll(/\.\/(assets\/[^" ]+\.js)(?=[" ])/g)].map(([, file]) => file),
  );
  return files
    .filter((file) => named.has(file.path))
    .reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}
