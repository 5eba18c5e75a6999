import { describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { exceptionAnswer } from './session.ts';

const source = { sourceCode: 'int a;\nint b;\nint c = use(b);\n', shaderPath: USER_SHADER_PATH };
const answerTo = (text: string, before = '') => exceptionAnswer(text, source, before);

describe('an exception of the compiler', () => {
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
