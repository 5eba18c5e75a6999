import type { Compiler } from '#compiler/core/compiler.ts';
import { type CompileResult, USER_SHADER_PATH } from '#program/compileResult.ts';
import { findLints } from '#program/lints/findLints.ts';
import { applyFix, type Fix, type Lint } from '#program/lints/lint.ts';
import { planRun } from '#program/plan/planRun.ts';
import { createTestCompiler } from './compiler.ts';

/** Lints sources with the answers of the real compiler. */
export interface Linter {
  compile(source: string): CompileResult;
  lint(source: string): readonly Lint[];
  /** Each lint as its code and the text that it marks. */
  found(source: string): string[];
  /** The labels of the fixes of the only lint. */
  offers(source: string): string[];
  /** The text after the fix with this label, or the first fix, of the only lint. */
  fix(source: string, label?: string): string;
  /** Like `fix`; throws if the result has a lint, a compiler message or no plan. */
  fixCleanly(source: string, label?: string): string;
}

export async function createLinter(): Promise<Linter> {
  const compiler: Compiler = await createTestCompiler();
  const compile = (sourceCode: string) =>
    compiler.compile({
      target: 'WGSL',
      entrypoint: null,
      sourceCode,
      shaderPath: USER_SHADER_PATH,
    });
  const lint = (source: string) => findLints(source, compile(source));
  const only = (source: string): Lint => {
    const [first, ...others] = lint(source);
    if (!first || others.length > 0) {
      throw new Error(`There is not exactly one lint: ${JSON.stringify([first, ...others])}`);
    }
    return first;
  };
  const fix = (source: string, label?: string) =>
    applyFix(source, fixNamed(only(source).fixes, label));
  return {
    compile,
    lint,
    found: (source) =>
      lint(source).map(
        ({ code, from, to }) => `${code.replace('playground/', '')}: ${source.slice(from, to)}`,
      ),
    offers: (source) => only(source).fixes.map(({ label }) => label),
    fix,
    fixCleanly(source, label) {
      const fixed = fix(source, label);
      const answer = compile(fixed);
      if (!answer.succ || answer.log !== '') throw new Error(answer.log || answer.message);
      const planned = planRun(answer.result, 'https://example.test/');
      if (!planned.ok) throw new Error(planned.error);
      const left = findLints(fixed, answer);
      if (left.length > 0) throw new Error(JSON.stringify(left));
      return fixed;
    },
  };
}

function fixNamed(fixes: readonly Fix[], label: string | undefined): Fix {
  const fix = label === undefined ? fixes[0] : fixes.find((each) => each.label === label);
  if (!fix) throw new Error(`No fix ${label}, but ${fixes.map((each) => each.label).join(', ')}`);
  return fix;
}
