import { beforeAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';
import { planProgram } from '#core/plan/planRun.ts';
import { DEMOS } from '#core/slang/demos/demos.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { hasCommand } from '../../scripts/run/systemPackages.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { demoNames, SIX_DEMOS } from '../support/demos.ts';
import { highlightingFaults } from '../support/highlighting.ts';
import { lintsOf } from '../support/lints.ts';
import { glslangValidator, spirvVal, withoutSlang } from '../support/spirvTools.ts';

/** For checks of the compiler's code rather than of each demo. */
const REPRESENTATIVES = [...SIX_DEMOS, 'entrypoint'];

/** In characters: a typical editor's width. */
const LONGEST_LINE = 100;

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

/** Shared by all tests, because compiling takes most of the time. */
const answers = new Map<string, ReturnType<Compiler['compile']>>();

function compile(sourceCode: string, target: CompileTarget, entrypoint: string | null) {
  const key = JSON.stringify([target, entrypoint, sourceCode]);
  const request = { target, entrypoint, sourceCode, shaderPath: USER_SHADER_PATH };
  const answer = answers.get(key) ?? compiler.compile(request);
  answers.set(key, answer);
  return answer;
}

const entryPoints = new Map<string, ReturnType<Compiler['findEntryPoints']>>();

function entryPointsOf(sourceCode: string) {
  const answer =
    entryPoints.get(sourceCode) ??
    compiler.findEntryPoints({ target: 'WGSL', sourceCode, shaderPath: USER_SHADER_PATH });
  entryPoints.set(sourceCode, answer);
  if (!answer.succ) throw new Error(answer.log || answer.message);
  return answer.result;
}

/** One compile for the whole program, or one for each entry point. */
function compileAll(sourceCode: string, target: CompileTarget) {
  const names = entryPointsOf(sourceCode).map(({ name }) => name);
  const requests = compilesWholeProgram(target) ? [null] : names;
  return requests.map((name) => compile(sourceCode, target, name));
}

/** CUDA has compute kernels, but neither vertex nor fragment shaders. */
function isPossible(target: CompileTarget, stage: string): boolean {
  return target !== 'CUDA' || stage === 'compute';
}

/** The lines of the comment at the top, without their slashes. */
function openingComment(source: string): string[] {
  const lines = source.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ''));
}

describe.each(demoNames())('the demo %s', (name) => {
  let source: string;
  beforeAll(async () => {
    source = await readDemo(name);
  });

  it('begins with a comment that says what it shows and what to try', () => {
    const comment = openingComment(source);
    expect(comment[0]).toMatch(/^[A-Z].*[.:]$/);
    expect(comment.filter((line) => line.startsWith('Try: '))).toHaveLength(1);
  });

  it('has 30 to 250 lines, none wider than an editor', () => {
    const lines = source.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(30);
    expect(lines.length).toBeLessThanOrEqual(250);
    expect(lines.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
  });

  it('can be planned', async () => {
    const answer = compile(source, 'WGSL', null);
    if (!answer.succ) throw new Error(answer.log || answer.message);
    expect(await planProgram(answer.result, 'https://example.test/demos/')).toMatchObject({
      ok: true,
    });
  });

  it('has no lint findings', () => {
    expect(lintsOf(source, compile(source, 'WGSL', null))).toEqual([]);
  });

  it.each(COMPILE_TARGETS)('compiles to %s with every entry point, without a warning', (target) => {
    const answers = compileAll(source, target);
    expect(answers).not.toEqual([]);
    const stages = compilesWholeProgram(target) ? [] : entryPointsOf(source);
    for (const [index, { succ, message, log }] of answers.entries()) {
      const stage = stages[index]?.stage ?? '';
      if (isPossible(target, stage))
        expect({ succ, message, log }).toEqual({ succ: true, message: '', log: '' });
      else expect({ succ, message }).toMatchObject({ succ: false });
    }
  });
});

describe.each(REPRESENTATIVES)('the compiled code of the demo %s', (name) => {
  let source: string;
  beforeAll(async () => {
    source = await readDemo(name);
  });

  it.each(COMPILE_TARGETS)('has correct highlighting in %s', (target) => {
    const codes = compileAll(source, target).flatMap(({ result }) => result?.code ?? []);
    expect(codes.flatMap((code) => highlightingFaults(target, code))).toEqual([]);
  });

  it.skipIf(!hasCommand('spirv-val'))('is valid SPIR-V', () => {
    const answer = compile(source, 'SPIRV', null);
    const module = withoutSlang(answer.result?.binary ?? new Uint8Array());
    expect(spirvVal(module)).toMatchObject({ tag: 'accepted' });
  });

  it.skipIf(!hasCommand('glslangValidator'))('is GLSL that a GLSL compiler accepts', () => {
    for (const { name: entryPoint, stage } of entryPointsOf(source)) {
      const { result } = compile(source, 'GLSL', entryPoint);
      expect(glslangValidator(result?.code ?? '', stage)).toMatchObject({ tag: 'accepted' });
    }
  });
});

describe('the demo list', () => {
  it('has the 19 entries of the specification in order, including the separators', () => {
    expect(DEMOS.map(({ name }) => name)).toEqual([
      ...['Simple Print', 'Simple Image', 'Image From URL', 'Multi-kernel Demo'],
      '',
      ...['ShaderToy: Circle', 'ShaderToy: Ocean', 'Painting', '2D Splatter'],
      'Differentiable 2D Splatter',
      '',
      ...['Properties', 'Generics & Extensions', 'Operator Overload', 'Variadic Generics'],
      ...['Automatic Differentiation', 'Graphics Entrypoints', 'Atomics', 'Lambda Expressions'],
    ]);
    for (const { name, url } of DEMOS) expect(url === '').toBe(name === '');
  });
});
