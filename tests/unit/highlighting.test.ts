import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { HIGHLIGHTED_LINES } from '../support/highlightedLines.ts';
import { highlightingFaults, outputLanguage } from '../support/highlighting.ts';
import { tokensOf } from '../support/tokens.ts';

/*
 * demos.test.ts checks every demo's compiled code by the rules of tests/support/highlighting.ts.
 * These tests check lines of real output token by token, and what the rules report.
 */

const code = new Map<CompileTarget, string>();

function codeOf(target: CompileTarget): string {
  const text = code.get(target);
  if (text === undefined) throw new Error(`There is no code for ${target}.`);
  return text;
}

beforeAll(async () => {
  const compiler: Compiler = await createTestCompiler();
  const sourceCode = await readDemo('circle');
  for (const target of COMPILE_TARGETS) {
    const request = { target, entrypoint: 'drawRing', sourceCode, shaderPath: USER_SHADER_PATH };
    const answer = compiler.compile(request);
    if (!answer.succ) throw new Error(answer.message);
    code.set(target, answer.result.code);
  }
}, 120_000);

/** The tokens of a line as `text token`, highlighted after all of the text before it. */
function tokensOfLine(target: CompileTarget, line: string): string[] {
  const text = codeOf(target);
  const start = `\n${text}\n`.indexOf(`\n${line}\n`);
  if (start < 0) throw new Error(`${target} has no line ${line}`);
  return tokensOf(outputLanguage(target), text)
    .filter(({ from }) => from >= start && from < start + line.length)
    .flatMap(({ text: word, token }) => (token === null ? [] : [`${word} ${token}`]))
    .filter((token) => !/ (?:bracket|punctuation|operator)$/.test(token));
}

describe('a line of real output', () => {
  it.each(HIGHLIGHTED_LINES)('of %s has the tokens %s', (target, line, tokens) => {
    expect(tokensOfLine(target, line)).toEqual(tokens);
  });
});

describe('the rules for real output', () => {
  it.each([
    ['WGSL', 'fn f() { $ }', ['invalid at 9: $']],
    ['WGSL', 'fn f() {', ['} is missing']],
    ['WGSL', 'fn f() ]', ['] at 7 closes nothing']],
    ['HLSL', 'int f = 1q;', ['invalid at 8: 1q']],
    ['HLSL', 'a . float', ['float at 4 is propertyName']],
    ['CUDA', '/* a', ['blockComment at 0: /* a']],
    ['METAL', 'a "b\nc', ['string at 2: "b\nc']],
    ['GLSL', 'layout(vec2)', ['vec2 at 7 is attributeName']],
    ['SPIRV', '%1 = OpLoad %float %1', ['%float is not defined']],
    ['SPIRV', '%1 = OpLoad ,', ['invalid at 12: ,', ', at 12 is invalid']],
  ] as const)('reject %s with a fault: %s', (target, text, faults) => {
    expect(highlightingFaults(target, text)).toEqual(faults);
  });

  it.each(COMPILE_TARGETS)(
    'reject code of %s that is cut off, or highlighted as another language',
    (target) => {
      const text = codeOf(target);
      expect(highlightingFaults(target, text)).toEqual([]);
      const cut =
        target === 'SPIRV' ? text.replace(/%float = .*/, '') : text.slice(0, text.lastIndexOf('}'));
      expect(highlightingFaults(target, cut)).not.toEqual([]);
      expect(highlightingFaults(target === 'SPIRV' ? 'WGSL' : 'SPIRV', text)).not.toEqual([]);
    },
  );
});
