import { describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { exceptionAnswer } from './session.ts';

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
