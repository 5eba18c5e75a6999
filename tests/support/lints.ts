import { type CompileResult, runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { planRun } from '#core/plan/planRun.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { findLints } from '#core/source/lints/findLints.ts';
import { applyFix, type Fix, type Lint } from '#core/source/lints/lint.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from './compiler.ts';

export type Linter = Awaited<ReturnType<typeof createLinter>>;

export async function createLinter() {
  const compiler: Compiler = await createTestCompiler();
  const compile = (sourceCode: string, files: readonly ProjectFile[] = []) =>
    compiler.compile(runRequest(sourceCode, files));
  const lint = (source: string) => lintsOf(source, compile(source));
  const only = (source: string): Lint => {
    const [first, ...others] = lint(source);
    if (!first || others.length > 0) {
      throw new Error(`There is not exactly one lint: ${JSON.stringify([first, ...others])}`);
    }
    return first;
  };
  /** The text after applying the only lint's fix with this label, or its first fix. */
  const fix = (source: string, label?: string) =>
    applyFix(source, fixNamed(only(source).fixes, label));
  return {
    compile,
    lint,
    /** Each lint as its code and the marked text. */
    found: (source: string) => lint(source).map((each) => describeLint(each, source)),
    /** Each lint in a project as its file, its code and the marked text. */
    foundIn({ text, files }: { text: string; files: readonly ProjectFile[] }) {
      const texts = textsOf(runRequest(text, files));
      const found = findLints({ text, files }, compile(text, files));
      return [...found].flatMap(([path, lints]) =>
        lints.map((each) => `${path} ${describeLint(each, texts[path] ?? '')}`),
      );
    },
    /** The labels of the only lint's fixes. */
    offers: (source: string) => only(source).fixes.map(({ label }) => label),
    fix,
    /** Like `fix`, but throws if the result has a lint, a compiler message or no plan. */
    fixCleanly(source: string, label?: string) {
      const fixed = fix(source, label);
      const answer = compile(fixed);
      if (!answer.succ || answer.log !== '') throw new Error(answer.log || answer.message);
      const planned = planRun(answer.result, 'https://example.test/');
      if (!planned.ok) throw new Error(planned.error);
      const left = lintsOf(fixed, answer);
      if (left.length > 0) throw new Error(JSON.stringify(left));
      return fixed;
    },
  };
}

/** The lints of a project with one file, given the compiler's WGSL answer for it. */
export function lintsOf(text: string, answer: CompileResult): readonly Lint[] {
  return findLints({ text, files: [] }, answer).get(USER_SHADER_PATH) ?? [];
}

function describeLint({ code, from, to }: Lint, source: string): string {
  return `${code.replace('playground/', '')}: ${source.slice(from, to)}`;
}

function fixNamed(fixes: readonly Fix[], label: string | undefined): Fix {
  const fix = label === undefined ? fixes[0] : fixes.find((each) => each.label === label);
  if (!fix) throw new Error(`No fix ${label}, but ${fixes.map((each) => each.label).join(', ')}`);
  return fix;
}
