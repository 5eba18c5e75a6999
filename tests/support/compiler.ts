import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { disassembleSpirv } from '#core/output/spirv/disassemble.ts';
import { type Compiler, createCompiler } from '#engine/compiler/core/compiler.ts';
import { completeAnswer } from '#engine/compiler/core/completeAnswer.ts';
import { LIBRARY_NAMES } from '#engine/compiler/core/libraries.ts';
import { isIncomplete } from '#engine/compiler/core/server.ts';

const root = path.resolve(import.meta.dirname, '../..');

export async function readLibraries() {
  return Promise.all(
    LIBRARY_NAMES.map(async (name) => ({
      name,
      source: await readFile(path.join(root, `src/core/slang/${name}.slang`), 'utf8'),
    })),
  );
}

export async function readBinary(): Promise<WebAssembly.Module> {
  const compressed = await readFile(path.join(root, 'generated/slang/slang-wasm.wasm.gz'));
  return WebAssembly.compile(await promisify(gunzip)(compressed));
}

/**
 * The real compiler, in Node, with everything that the worker's answers contain. Most tests use the
 * one that they share.
 */
export async function createTestCompiler(): Promise<Compiler> {
  const compiler = await createCompiler(await readBinary(), await readLibraries());
  return {
    ...compiler,
    compile(request) {
      const answer = compiler.compile(request, disassembleSpirv);
      return isIncomplete(answer) ? completeAnswer(answer, request, compiler) : answer;
    },
  };
}

let shared: Promise<Compiler> | null = null;

/** The compiler that all test files of a worker share. */
export function sharedCompiler(): Promise<Compiler> {
  shared ??= createTestCompiler();
  return shared;
}

export function readDemo(name: string): Promise<string> {
  return readFile(path.join(root, `src/core/slang/demos/${name}.slang`), 'utf8');
}
