import { beforeAll, describe, expect, it } from 'vitest';
import { runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';
import { planProgram } from '#core/plan/planRun.ts';
import { BEGINNINGS } from '#core/slang/beginnings/beginnings.ts';
import { STARTERS, type Starter } from '#core/slang/starters/starters.ts';
import { findLints } from '#core/source/lints/findLints.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';

/** A typical editor's width, in characters. */
const LONGEST_LINE = 100;

/** Line limit per file: starters must be short. */
const MOST_LINES = 80;

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

function compileAll({ text, files }: Starter, target: CompileTarget) {
  const source = { sourceCode: text, files, shaderPath: USER_SHADER_PATH };
  const found = compiler.findEntryPoints({ ...source, target: 'WGSL' });
  if (!found.succ) throw new Error(found.log || found.message);
  const entryPoints = compilesWholeProgram(target) ? [null] : found.result.map(({ name }) => name);
  return entryPoints.map((entrypoint) => compiler.compile({ ...source, target, entrypoint }));
}

async function expectRunnable(project: Pick<Starter, 'text' | 'files'>) {
  const answer = compiler.compile(runRequest(project.text, project.files));
  if (!answer.succ) throw new Error(answer.log || answer.message);
  expect(await planProgram(answer.result, 'https://example.test/demos/')).toMatchObject({
    ok: true,
  });
  expect([...findLints(project, answer).values()].flat()).toEqual([]);
}

it.each(BEGINNINGS)(
  'the beginning $name has about ten lines, runs, and has no lint findings',
  async ({ text }) => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(14);
    await expectRunnable({ text, files: [] });
  },
);

describe.each(STARTERS)('the starter $name', (starter) => {
  it('is short, and starts with a comment that describes it', () => {
    for (const text of [starter.text, ...starter.files.map((file) => file.text)]) {
      const lines = text.trimEnd().split('\n');
      expect(lines[0]).toMatch(/^\/\/ [A-Z].*/);
      expect(lines.length).toBeLessThanOrEqual(MOST_LINES);
      expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
    }
  });

  it('can be planned, and has no lint findings', () => expectRunnable(starter));

  it.each(COMPILE_TARGETS)('compiles to %s without a warning', (target) => {
    const answers = compileAll(starter, target);
    // CUDA has compute kernels, but neither vertex nor fragment shaders.
    const isPossible = target !== 'CUDA' || !/"(?:vertex|fragment)"/.test(starter.text);
    expect(answers).not.toEqual([]);
    for (const { succ, message, log } of isPossible ? answers : []) {
      expect({ succ, message, log }).toEqual({ succ: true, message: '', log: '' });
    }
  });
});
