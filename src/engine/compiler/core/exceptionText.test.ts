import { describe, expect, it } from 'vitest';
import { readExceptionText } from './exceptionText.ts';

const EXCEPTION = 64;
const STRING = 128;

const USUAL = {
  text: "'double' type emitted",
  ...{ pointer: STRING, length: Number.NaN, capacity: 1024, terminator: 0 },
};

/** Memory with an exception at 64, whose string is at 128. */
function memoryWith(part: Partial<typeof USUAL> = {}): ArrayBuffer {
  const { text, pointer, length, capacity, terminator } = { ...USUAL, ...part };
  const memory = new ArrayBuffer(4096);
  const view = new DataView(memory);
  const bytes = new TextEncoder().encode(text);
  view.setUint32(EXCEPTION + 4, pointer, true);
  view.setUint32(STRING + 8, Number.isNaN(length) ? bytes.length : length, true);
  view.setUint32(STRING + 12, capacity, true);
  new Uint8Array(memory).set(bytes, STRING + 16);
  view.setUint8(STRING + 16 + bytes.length, terminator);
  return memory;
}

describe('reading the text of an exception', () => {
  it('follows the pointer of the object to its string', () => {
    expect(readExceptionText(memoryWith(), EXCEPTION)).toBe("'double' type emitted");
    expect(readExceptionText(memoryWith({ text: 'unexpected: é 😀' }), EXCEPTION)).toBe(
      'unexpected: é 😀',
    );
  });

  it.each([
    ['the string is missing', memoryWith({ pointer: 0 })],
    ['the pointer is beyond the memory', memoryWith({ pointer: 0xffff_fff0 })],
    ['the pointer is at the end of the memory', memoryWith({ pointer: 4096 - 12 })],
    ['the pointer is not aligned', memoryWith({ pointer: STRING + 1 })],
    ['the string is empty', memoryWith({ length: 0 })],
    ['the string extends beyond the memory', memoryWith({ length: 9999, capacity: 9999 })],
    ['the string is longer than its capacity', memoryWith({ capacity: 4 })],
    ['the string does not end with a zero', memoryWith({ terminator: 1 })],
    ['the length does not match the string', memoryWith({ length: 3 })],
  ])('finds none if %s', (_, memory) => {
    expect(readExceptionText(memory, EXCEPTION)).toBeNull();
  });

  it('finds none if the bytes are not UTF-8', () => {
    const memory = memoryWith({ text: 'abc' });
    new DataView(memory).setUint8(STRING + 16, 0xff);
    expect(readExceptionText(memory, EXCEPTION)).toBeNull();
  });

  it.each([0, 3, -4, 4092, 4096, 2 ** 32, Number.NaN])(
    'finds none at the address %s',
    (address) => {
      expect(readExceptionText(memoryWith(), address)).toBeNull();
    },
  );
});
