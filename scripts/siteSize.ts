import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { isPrecompressed } from './precompress.ts';

export type ByteKind = 'page script' | 'worker script' | 'style' | 'compiler binary' | 'other';

export interface SiteFile {
  /** Relative to the site's folder, with slashes. */
  readonly path: string;
  readonly kind: ByteKind;
  readonly bytes: number;
  /** What travels where the server compresses; the compiler's binary is compressed already. */
  readonly gzipBytes: number;
}

function kindOf(file: string): ByteKind {
  if (file.endsWith('.gz')) return 'compiler binary';
  if (file.endsWith('.css')) return 'style';
  if (!file.endsWith('.js')) return 'other';
  return path.basename(file).startsWith('worker') ? 'worker script' : 'page script';
}

/** Every file of the built site with its size; not the forms that `npm run build` puts beside them. */
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
        const kind = kindOf(file);
        return {
          path: path.relative(folder, file).split(path.sep).join('/'),
          kind,
          bytes: content.byteLength,
          gzipBytes: kind === 'compiler binary' ? content.byteLength : gzipSync(content).byteLength,
        };
      }),
  );
}

/** Gzip bytes of all files of a kind. */
export function totalOf(files: readonly SiteFile[], kind: ByteKind): number {
  return files
    .filter((file) => file.kind === kind)
    .reduce((total, { gzipBytes }) => total + gzipBytes, 0);
}
