import { describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { exceptionAnswer } from './session.ts';
import { readExceptionText } from './slangModule.ts';

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

const source = { sourceCode: 'int a;\nint b;\nint c = use(b);\n', shaderPath: USER_SHADER_PATH };
const answerTo = (text: string, before = '') => exceptionAnswer(text, source, before);

describe('an exception of the compiler', () => {
  it('becomes an error at its position, in only the compiler’s words', () => {
    const message = 'use of uninitialized opaque handle';
    const text = `abort compilation: user.slang(3): fatal error 56003: ${message}\nint c = use(b);\n            ^`;
    const place = { path: '/user.slang', line: 3, column: 13, length: 1 };
    expect(answerTo(text)).toEqual({
      succ: false,
      message: 'Slang internal error occurred.',
      log: text.replace('user.slang', '/user.slang'),
      diagnostics: [{ severity: 'fatal', code: 56003, ...place, message, notes: [] }],
      result: null,
    });
  });

  it('keeps the warnings before it', () => {
    const { log, diagnostics } = answerTo(
      'user.slang(3): fatal error 56003: use of uninitialized opaque handle',
      '/user.slang(1): warning 30081: implicit conversion',
    );
    expect(log).toMatch(/^\/user\.slang\(1\): warning.*\n\/user\.slang\(3\): fatal error/);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', line: 1 },
      { severity: 'fatal', line: 3 },
    ]);
  });

  it('without a position becomes an error with advice', () => {
    const { log, diagnostics } = answerTo("unexpected: 'double' type emitted");
    const message = "unexpected: 'double' type emitted";
    const advice = 'This target has no double. Use float instead.';
    expect(log).toBe(`(0): internal error: ${message}\n${advice}`);
    expect(diagnostics).toMatchObject([{ severity: 'fatal', line: 0, message }]);
  });

  it.each([
    'unexpected: no matching IR symbol',
    '(0): internal error 99999: unexpected condition encountered in Slang compiler: unhandled type',
    '',
  ])('gets general advice if the reason %j does not explain it', (text) => {
    const { log, diagnostics } = answerTo(text);
    expect(log).toMatch(/\nOften the target cannot express something in the source/);
    expect(diagnostics).toMatchObject([{ severity: 'fatal' }]);
  });
});
