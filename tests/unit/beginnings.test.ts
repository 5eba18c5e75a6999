import { beforeAll, describe, expect, it } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { planRun } from '#core/plan/planRun.ts';
import { BEGINNINGS } from '#core/slang/beginnings/beginnings.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { createLinter, type Linter } from '../support/lints.ts';

let compiler: Compiler;
let linter: Linter;
beforeAll(async () => {
  [compiler, linter] = await Promise.all([createTestCompiler(), createLinter()]);
});

describe.each(BEGINNINGS)('the beginning $name', ({ text }) => {
  it('has about ten lines, runs, and has no lint findings', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(14);
    const answer = compiler.compile(runRequest(text));
    if (!answer.succ) throw new Error(answer.log || answer.message);
    expect(planRun(answer.result, 'https://example.test/demos/').ok).toBe(true);
    expect(linter.found(text)).toEqual([]);
  });
});
