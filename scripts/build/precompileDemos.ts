import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { runRequest } from '#core/output/compileResult.ts';
import { cacheKey, fileKey, sealAnswer } from '#engine/compiler/client/compileCache.ts';
import { type Compiler, createCompiler } from '#engine/compiler/core/compiler.ts';
import { LIBRARY_NAMES } from '#engine/compiler/core/libraries.ts';
import { compileCompletely } from '#engine/compiler/core/server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const demos = path.join(root, 'src/core/slang/demos');
const target = path.join(root, 'generated/precompiled');

async function createNodeCompiler(): Promise<Compiler> {
  const compressed = await readFile(path.join(root, 'generated/slang/slang-wasm.wasm.gz'));
  const libraries = await Promise.all(
    LIBRARY_NAMES.map(async (name) => ({
      name,
      source: await readFile(path.join(root, `src/core/slang/${name}.slang`), 'utf8'),
    })),
  );
  return createCompiler(await WebAssembly.compile(await promisify(gunzip)(compressed)), libraries);
}

/**
 * Compiles every demo to WGSL into `generated/precompiled/`: one sealed answer per file, named
 * after its request's key. Keeps the files of current requests and removes all others.
 * `generated/precompiled.json` lists each demo's file.
 */
async function precompileDemos(): Promise<void> {
  const { fingerprint } = JSON.parse(
    await readFile(path.join(root, 'generated/slang/fingerprint.json'), 'utf8'),
  );
  await mkdir(target, { recursive: true });
  const present = new Set(await readdir(target));
  let compiler: Compiler | undefined;
  const names: Record<string, string> = {};
  const sources = (await readdir(demos)).filter((file) => file.endsWith('.slang')).sort();
  for (const source of sources) {
    const request = runRequest(await readFile(path.join(demos, source), 'utf8'));
    const key = await cacheKey(fingerprint, request);
    if (key === null) throw new Error('Node offers no crypto.subtle: it is too old.');
    const file = `${fileKey(key)}.json`;
    names[path.basename(source, '.slang')] = file;
    if (present.delete(file)) continue;
    compiler ??= await createNodeCompiler();
    const answer = await compileCompletely(compiler, request);
    if (!answer.succ) throw new Error(`A demo does not compile: ${answer.message}\n${answer.log}`);
    await writeFile(path.join(target, file), JSON.stringify(await sealAnswer(key, answer)));
  }
  await Promise.all([...present].map((file) => rm(path.join(target, file))));
  await writeFile(path.join(root, 'generated/precompiled.json'), `${JSON.stringify(names)}\n`);
}

await precompileDemos();
