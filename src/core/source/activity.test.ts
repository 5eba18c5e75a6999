import { expect, test } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { runAtOnce } from '#core/util/slices.ts';
import { createTestCompiler } from '../../../tests/support/compiler.ts';
import { createMacroConditions } from './conditions.ts';
import { readTokens, readTokensInSlices, type Token } from './tokens.ts';

const joined = (tokens: readonly Token[]) => tokens.map(({ text }) => text).join(' ');

function words(text: string): string {
  return joined(runAtOnce(readTokensInSlices(text, undefined, createMacroConditions())));
}

const MACROS = ['#define TWO 2', '#define SAME TWO', '#define F(x) x', '#define NONE'].join('\n');

const CONDITIONS: readonly (readonly [condition: string, holds: boolean])[] = [
  ['TWO == 2', true],
  ['SAME > 2', false],
  ['TWO > 1 && defined(SAME)', true],
  ['!defined TWO || MISSING', false],
  ['MISSING == 0', true],
  ['(TWO << 1) == 4u', true],
  ['~TWO == -3', true],
  ['0x2 == TWO // as a number', true],
  ['0X1f == 31', false],
  ['defined(F) && defined(NONE)', true],
  ['__SLANG__ == 1 && __SLANG_COMPILER__', true],
  ['__HLSL__ == 0 && __HLSL_VERSION == 2018', true],
  ['TWO /* of \\\n them */ - 2', false],
];

test('decides conditions as the compiler does', async () => {
  const branches = CONDITIONS.map(([condition], at) => {
    const store = (value: string) => `result[${at}] = ${value};`;
    return `#if ${condition}\n${store('77')}\n#else\n${store('88')}\n#endif`;
  });
  const text = `import playground;\n${MACROS}
[playground::ZEROS(64)] RWStructuredBuffer<int> result;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]
void main() {\n${branches.join('\n')}\n}`;
  const compiled = (await createTestCompiler()).compile(runRequest(text));
  if (!compiled.succ) throw new Error(compiled.log);
  const wanted = CONDITIONS.map(([, holds]) => (holds ? '77' : '88'));
  const all = (code: string) => code.match(/\b(?:77|88)\b/g);
  expect(all(compiled.result.code)).toEqual(wanted);
  expect(all(words(text))).toEqual(wanted);
});

const IF_X = '#if X\na\n#else\nb\n#endif';
const IF_Y = '#include "x"\n#ifdef Y\n';

test.each([
  ['the first branch that holds', '#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif', 'b'],
  ['no branch after one that held', '#if 1\na\n#elif 1\nb\n#else\nc\n#endif', 'a'],
  ['the last branch if none holds', '#if 0\na\n#elif X\nb\n#else\nc\n#endif', 'c'],
  ['text that depends on defined macros', '#define X\n#ifdef X\na\n#else\nb\n#endif', 'a'],
  ['text without undefined macros', '#define X\n#undef X\n#ifndef X\na\n#else\nb\n#endif', 'a'],
  ['nothing inside an inactive branch', '#if 0\n#if 1\na\n#else\nb\n#endif\n#endif\nc', 'c'],
  ['no macro of inactive text', '#if 0\n#define X\n#endif\n#ifdef X\na\n#endif\nb', 'b'],
  ['both branches after an include', `#include "x"\n${IF_X}`, 'a b'],
  ['one branch for a macro defined after it', `#include "x"\n#define X 1\n${IF_X}`, 'a'],
  ['both if an undecided branch defines the macro', `${IF_Y}#define X 1\n#endif\n${IF_X}`, 'a b'],
  ['both for a macro with arguments', '#define F(x) x\n#if F(0)\na\n#else\nb\n#endif', 'a b'],
  ['both for a macro that refers to itself', `#define X X\n${IF_X}`, 'a b'],
  ['no branch that does not hold', '#include "x"\n#if X\na\n#elif 0\nb\n#else\nc\n#endif', 'a c'],
  ['an else and an end without a beginning', '#else\na\n#endif\n#elif 1\nb', 'a b'],
])('passes %s', (_, text, expected) => {
  expect(words(text)).toBe(expected);
});

test('decides only numeric conditions if both branches are requested', () => {
  const further = '#if 0\nc\n#elif X\nd\n#endif\n#if 1\ne\n#else\nf\n#endif';
  expect(joined(readTokens(`#define X 1\n${IF_X}\n${further}`))).toBe('a b d e');
});

test('leaves a condition undecided if its macros expand to millions of tokens', () => {
  const macros = Array.from({ length: 12 }, (_, at) => {
    const body = Array.from({ length: 10 }, () => `M${at + 1}`).join(' + ');
    return `#define M${at} ${body}`;
  });
  expect(words(`${macros.join('\n')}\n#if M0\na\n#else\nb\n#endif`)).toBe('a b');
});
