import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gunzip, gzip, constants as zlib } from 'node:zlib';

/** Files whose content shrinks; pictures in WebP and the like are compressed by their format. */
const TEXT = /\.(css|html|js|json|slang|svg|txt|webmanifest)$/;

/** Bytes below which a file travels in one packet anyway. */
const SMALLEST = 1024;

const GZIP_SUFFIX = '.gz';
const BROTLI_SUFFIX = '.br';

/**
 * Whether a file of the site is another one in compressed form: `a.js.br` beside `a.js`. The
 * compiler's binary, `….gz` beside nothing, is not.
 */
export function isPrecompressed(file: string, siteFiles: ReadonlySet<string>): boolean {
  return [GZIP_SUFFIX, BROTLI_SUFFIX].some(
    (suffix) => file.endsWith(suffix) && siteFiles.has(file.slice(0, -suffix.length)),
  );
}

async function brotli(content: Buffer, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: quality,
      [zlib.BROTLI_PARAM_LGWIN]: zlib.BROTLI_MAX_WINDOW_BITS,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
    },
  });
}

/** What a server may send in place of a file, by the suffix that servers look for. */
async function compressedForms(
  file: string,
  quality: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const content = await readFile(file);
  if (file.endsWith(GZIP_SUFFIX)) {
    // The page tells by the first bytes whether it has to inflate the binary itself, so a server
    // may answer with `Content-Encoding: br` and the inflated binary in it: a quarter less.
    return new Map([[BROTLI_SUFFIX, await brotli(await promisify(gunzip)(content), quality)]]);
  }
  const forms: [string, Buffer][] = [
    [GZIP_SUFFIX, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION })],
    [BROTLI_SUFFIX, await brotli(content, quality)],
  ];
  return new Map(forms.filter(([, bytes]) => bytes.byteLength < content.byteLength));
}

/**
 * Writes `.gz` and `.br` beside the files of a built site that shrink by it, for servers that send
 * such files as they are. Returns the paths written. At brotli's best quality, 11, it takes a minute
 * of processor time, most of it for the compiler's binary.
 */
export async function precompress(
  folder: string,
  quality: number = zlib.BROTLI_MAX_QUALITY,
): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const names = new Set(files);
  const written: string[] = [];
  await Promise.all(
    files.map(async (file) => {
      if (isPrecompressed(file, names)) return;
      const isText = TEXT.test(file) && (await readFile(file)).byteLength >= SMALLEST;
      if (!isText && !file.endsWith(GZIP_SUFFIX)) return;
      for (const [suffix, bytes] of await compressedForms(file, quality)) {
        await writeFile(file + suffix, bytes);
        written.push(file + suffix);
      }
    }),
  );
  return written;
}
