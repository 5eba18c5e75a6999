import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runRequest } from '#core/output/compileResult.ts';
import { isOnlyCompiled, NOT_RUNNABLE, planRun } from '#core/plan/planRun.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { readTokens } from '#core/source/tokens.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { DEBUGGED_SOURCES } from '../../../../tests/support/debuggerSources.ts';
import { demoNames } from '../../../../tests/support/demos.ts';
import { precompiledDemo } from '../../../../tests/support/exportedDemos.ts';
import { anyKernel } from '../../../../tests/support/kernels.ts';
import { fc } from '../../../../tests/support/property.ts';
import { compileInstrumented } from './compileInstrumented.ts';
import { hasValue } from './decodeTrace.ts';
import { instrumentSource } from './instrumentSource.ts';
import type { InstrumentedProgram } from './site.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => ({ name: file, text: readFileSync(path.join(root, file), 'utf8') });
const DEMOS = demoNames().map((name) => ({ ...read(`slang/demos/${name}.slang`), demo: name }));
const EXAMPLES = ['plan/attributes', 'slang/examples'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.slang'))
    .map((file) => ({ ...read(`${folder}/${file}`), demo: null })),
);

const PAGE = 'https://example.test/';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

const compile = (text: string, files: readonly ProjectFile[] = []) =>
  Promise.resolve(compiler.compile(runRequest(text, files)));

/** The parts of a run, except its bindings. */
function shapeOf({ callCommands, layout, uniformBlocks, outputTypes }: RunDescriptor) {
  return {
    calls: callCommands,
    resources: Object.keys(layout).toSorted(),
    components: uniformBlocks.flatMap(({ components }) => components.map(({ name }) => name)),
    outputTypes,
  };
}

/** Lines that differ in more than inserted tokens. */
function linesChanged({ source, text, sites }: InstrumentedProgram): number[] {
  const lines = text.split('\n');
  const stores = new Set(sites.flatMap(({ event, line }) => (event.kind === 'store' ? line : [])));
  return source.split('\n').flatMap((line, index) => {
    const left = line.split(/(\W)/).filter((piece) => piece.trim() !== '');
    for (const piece of lines[index]?.split(/(\W)/) ?? []) if (piece === left[0]) left.shift();
    return left.length > 0 && !stores.has(index + 1) ? [index + 1] : [];
  });
}

/** The number of functions' statements that end with a semicolon, and of those with a recorded site. */
function statementsSeen({ source, sites, unseen }: InstrumentedProgram) {
  const recorded = sites.filter(
    ({ from, to }) => !unseen.some((out) => out.from <= from && to <= out.to),
  );
  const tokens = readTokens(source);
  const braces: boolean[] = [];
  let parentheses = 0;
  let start = 0;
  let all = 0;
  let seen = 0;
  for (const [index, { text, from, to }] of tokens.entries()) {
    if (text === '(') parentheses += 1;
    else if (text === ')') parentheses -= 1;
    else if (text === '{') {
      const before = tokens[index - 1]?.text ?? '';
      braces.push(braces.at(-1) === true || before === ')' || before === '>');
    } else if (text === '}') braces.pop();
    else if (text === ';' && braces.at(-1) === true && parentheses <= 0) {
      all += 1;
      if (recorded.some((site) => site.from >= start && site.from < to)) seen += 1;
    }
    if (/^[;{}]$/.test(text)) start = from + 1;
    if (text === '{') parentheses = 0;
  }
  return { all, seen };
}

let statements = { all: 0, seen: 0 };

test.each([...DEMOS, ...EXAMPLES])('runs the calls of $name unchanged', async ({ text, demo }) => {
  const compiled = await compileInstrumented({ text, files: [] }, compile);
  if (!compiled?.ok) throw new Error(compiled?.error);
  const { program, result, compiles } = compiled.value;
  expect(compiles).toBe(1);
  expect(linesChanged(program)).toEqual([]);
  const plain = demo ? precompiledDemo(demo) : await compile(text);
  if (!plain.succ) throw new Error(plain.log);
  const [before, after] = [planRun(plain.result, PAGE), planRun(result, PAGE)];
  if (!before.ok) {
    expect(before.error === NOT_RUNNABLE || isOnlyCompiled(before.error)).toBe(true);
    return;
  }
  if (!after.ok) throw new Error(after.error);
  if (demo) {
    const { all, seen } = statementsSeen(program);
    statements = { all: statements.all + all, seen: statements.seen + seen };
  }
  const shape = shapeOf(before.value);
  const resources = [...shape.resources, 'trace_buffer'].toSorted();
  expect(shapeOf(after.value)).toEqual({ ...shape, resources });
});

test('compiles any kernel, keeps its lines, and records all of its statements', async () => {
  await fc.assert(
    fc.asyncProperty(anyKernel, async ({ source }) => {
      const compiled = await compileInstrumented({ text: source, files: [] }, compile);
      if (!compiled?.ok) throw new Error(compiled?.error);
      const { program, compiles } = compiled.value;
      expect({ compiles, unseen: program.unseen }).toEqual({ compiles: 1, unseen: [] });
      expect(linesChanged(program)).toEqual([]);
      const { all, seen } = statementsSeen(program);
      expect(seen).toBe(all);
    }),
    { numRuns: 8 },
  );
});

test('records at least 90 % of the statements in the demos of kernels', () => {
  expect(statements.all).toBeGreaterThan(1000);
  expect(statements.seen / statements.all).toBeGreaterThan(0.9);
});

test.each(DEBUGGED_SOURCES)('keeps the lines of $name', ({ text }) => {
  expect(linesChanged(instrumentSource(text))).toEqual([]);
});

describe.each(['non-finite', 'out-of-range', 'cost'] as const)('the code for %s', (kind) => {
  const chosen = DEBUGGED_SOURCES.filter((_, index) => index % 6 === 0);
  test.each([...chosen, ...DEMOS.slice(0, 3)])('compiles with $name', async ({ text }) => {
    const compiled = await compileInstrumented({ text, files: [] }, compile, kind);
    if (!compiled?.ok) throw new Error(compiled?.error);
    expect(compiled.value.compiles).toBe(1);
  });

  test('has the same sites as recording', () => {
    for (const { text } of DEMOS) {
      expect(instrumentSource(text, kind).sites).toEqual(instrumentSource(text).sites);
    }
  });
});

const painted = { all: 0, shown: 0 };

test.each(DEMOS)('can paint the values of $name', async ({ text }) => {
  const compiled = await compileInstrumented({ text, files: [] }, compile, 'paint');
  if (!compiled?.ok) throw new Error(compiled?.error);
  const { program } = compiled.value;
  const refused = new Set(program.unseen.map(({ from, to }) => `${from} ${to}`));
  const valued = program.sites.filter(hasValue);
  painted.all += valued.length;
  painted.shown += valued.filter(({ from, to }) => !refused.has(`${from} ${to}`)).length;
});

test('can paint all values of the demos', () => {
  expect(painted.all).toBeGreaterThan(1000);
  expect(painted.shown).toBe(painted.all);
});
