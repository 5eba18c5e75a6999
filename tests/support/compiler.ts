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

let binary: Promise<WebAssembly.Module> | null = null;

/** The compiled binary, which all test files of a worker share. */
export function readBinary(): Promise<WebAssembly.Module> {
  binary ??= compileBinary();
  return binary;
}

async function compileBinary(): Promise<WebAssembly.Module> {
  const compressed = await readFile(path.join(root, 'generated/slang/slang-wasm.wasm.gz'));
  return WebAssembly.compile(await promisify(gunzip)(compressed));
}

/**
 * The real compiler, in Node, with everything that the worker's answers contain. One per test file:
 * an instance that has seen thousands of sources, some of which crash it, fails at random.
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

export function readDemo(name: string): Promise<string> {
  return readFile(path.join(root, `src/core/slang/demos/${name}.slang`), 'utf8');
}
