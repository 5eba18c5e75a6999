import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import type { LineMap, OutputCode, SourceFile, SourceTexts } from '#core/output/lineMap/lineMap.ts';
import { mapLines } from '#core/output/lineMap/mapLines.ts';
import { relativeTarget } from '#core/output/lineMap/relativeTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo, readLibraries } from './compiler.ts';

export interface MappedOutput {
  readonly target: CompileTarget;
  /** Null for targets that compile the whole program. */
  readonly entryPoint: string | null;
  readonly code: string;
  readonly map: LineMap;
}

export interface MappedDemo {
  readonly sources: SourceTexts;
  readonly libraries: SourceTexts;
  /** All outputs that compile: one per whole-program target, otherwise one per entry point. */
  readonly outputs: readonly MappedOutput[];
}

/** Targets whose code another target's map needs come first. */
const ORDER: readonly CompileTarget[] = ['HLSL', 'GLSL', 'METAL', 'CUDA', 'WGSL', 'SPIRV'];

const PATH = '/user.slang';

let compiling: Promise<Compiler> | null = null;

/** Compiles a demo to all targets and maps the lines of each output. */
export async function mapsOf(demo: string): Promise<MappedDemo> {
  return mapSource(await readDemo(demo));
}

/** Like {@link mapsOf}, for a source and the other files of its project. */
export async function mapSource(
  sourceCode: string,
  files: readonly { readonly path: string; readonly text: string }[] = [],
  targets: readonly CompileTarget[] = ORDER,
): Promise<MappedDemo> {
  compiling ??= createTestCompiler();
  const compiler = await compiling;
  const libraries = Object.fromEntries(
    (await readLibraries()).map(({ name, source }) => [name, source]),
  );
  const sources = Object.fromEntries([
    [PATH, sourceCode],
    ...files.map(({ path, text }) => [`/${path}`, text]),
  ]);
  const compile = (target: CompileTarget, entrypoint: string | null) => {
    const request = { target, entrypoint, sourceCode, shaderPath: PATH, files };
    const answer = compiler.compile(request);
    return answer.succ ? answer.result : null;
  };
  const whole = compile('METAL', null);
  const entryPoints = whole ? readReflection(whole.reflection).entryPoints : [];
  const codes: { target: CompileTarget; entryPoint: string | null; code: string }[] = [];
  for (const target of ORDER.filter((each) => needs(targets, each))) {
    const chosen = compilesWholeProgram(target) ? [null] : entryPoints.map(({ name }) => name);
    for (const entryPoint of chosen) {
      const result = target === 'METAL' ? whole : compile(target, entryPoint);
      if (result) codes.push({ target, entryPoint, code: result.code });
    }
  }
  const outputs = codes
    .filter(({ target }) => targets.includes(target))
    .map((output) => ({
      ...output,
      map: mapLines({ output, relatives: relativesOf(output, codes), sources, libraries }),
    }));
  return { sources, libraries, outputs };
}

function needs(targets: readonly CompileTarget[], target: CompileTarget): boolean {
  return targets.some((each) => each === target || relativeTarget(each) === target);
}

function relativesOf({ target }: OutputCode, codes: readonly OutputCode[]): OutputCode[] {
  return codes.filter((each) => each.target === relativeTarget(target));
}

/** The text of a file; null for the compiler's own files. */
export function textOf({ sources, libraries }: MappedDemo, file: SourceFile): string | null {
  if (file.kind === 'project') return sources[file.path] ?? null;
  return file.kind === 'library' ? (libraries[file.name] ?? null) : null;
}
