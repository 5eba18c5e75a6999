import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gunzip, gzip, constants as zlib } from 'node:zlib';

/** Files worth compressing. WebP pictures and similar formats are already compressed. */
const COMPRESSIBLE = /\.(css|html|js|json|slang|svg|txt|wasm|webmanifest)$/;

/** Files smaller than this, in bytes, fit into one packet anyway. */
const SMALLEST = 1024;

const GZIP_SUFFIX = '.gz';
const BROTLI_SUFFIX = '.br';

/**
 * Whether a file of the site is the compressed form of another one, such as `a.js.br` beside
 * `a.js`. The compiler's binary, a `.gz` without another file, is not.
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

/** The compressed forms that a server may send instead of a file, by suffix. */
async function compressedForms(
  file: string,
  quality: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const content = await readFile(file);
  if (file.endsWith(GZIP_SUFFIX)) {
    // The page tells from the first bytes whether to inflate the binary itself, so a server may
    // send the inflated binary with `Content-Encoding: br`, which is a quarter smaller.
    return new Map([[BROTLI_SUFFIX, await brotli(await promisify(gunzip)(content), quality)]]);
  }
  const forms: [string, Buffer][] = [
    [GZIP_SUFFIX, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION })],
    [BROTLI_SUFFIX, await brotli(content, quality)],
  ];
  return new Map(forms.filter(([, bytes]) => bytes.byteLength < content.byteLength));
}

/**
 * Writes `.gz` and `.br` files beside the compressible files of a built site, for servers that send
 * precompressed files. Returns the written paths. At Brotli's best quality, 11, this takes a minute
 * of CPU time, mostly for the compiler's binary.
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
      const isText = COMPRESSIBLE.test(file) && (await readFile(file)).byteLength >= SMALLEST;
      if (!isText && !file.endsWith(GZIP_SUFFIX)) return;
      for (const [suffix, bytes] of await compressedForms(file, quality)) {
        await writeFile(file + suffix, bytes);
        written.push(file + suffix);
      }
    }),
  );
  return written;
}
