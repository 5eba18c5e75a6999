import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { addExports } from './coreLibrary.ts';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** One type, () → i32. */
const TYPES = [1, 5, 1, 0x60, 0, 1, 0x7f];
/** Two functions of that type. */
const FUNCTIONS = [3, 3, 2, 0, 0];
/** The first one is exported as "a". */
const EXPORTS = [7, 5, 1, 1, 0x61, 0, 0];
/** They return 41 and 42. */
const CODE = [10, 11, 2, 4, 0, 0x41, 41, 0x0b, 4, 0, 0x41, 42, 0x0b];

describe('adding exports to a binary', () => {
  it('makes a function callable and leaves the others unchanged', async () => {
    const binary = new Uint8Array([...HEADER, ...TYPES, ...FUNCTIONS, ...EXPORTS, ...CODE]);
    const extended = addExports(binary, [1]) as Uint8Array<ArrayBuffer>;
    const { instance } = await WebAssembly.instantiate(extended);
    const exports = instance.exports as Record<string, () => number>;
    expect([exports['a']?.(), exports['function1']?.()]).toEqual([41, 42]);
  });

  it('rejects a binary without exports', () => {
    expect(() => addExports(new Uint8Array(HEADER), [1])).toThrow('The binary exports nothing');
  });
});

describe('the core library’s source', () => {
  it('keeps the compiler’s line numbers, without its line directives', async () => {
    const file = path.resolve(import.meta.dirname, '../../generated/slang/core-library.slang');
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect(lines[0]).toBe('public module core;');
    expect(lines[26555]).toBe('T length(vector<T, N> x)');
    expect(lines.filter((line) => line.startsWith('#line'))).toEqual([]);
  });
});
