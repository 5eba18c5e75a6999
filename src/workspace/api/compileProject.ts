import { runRequest } from '#core/output/compileResult.ts';
import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { apiDiagnostics } from './apiState.ts';
import { type ApiCompileResult, givenName } from './playgroundApi.ts';

export interface CompileContext {
  readonly workspace: Workspace;
  /** Null as long as the page has no compiler. */
  compiler(): Pick<CompilerClient, 'compile' | 'findEntryPoints'> | null;
}

/** Compiles the open project for a target. Fails with a sentence. */
export async function compileProject(
  context: CompileContext,
  target: string,
  entryPoint: string | undefined,
): Promise<Result<ApiCompileResult>> {
  if (typeof target !== 'string' || !isCompileTarget(target)) {
    return fail(
      `There is no target ${givenName(target)}. The targets are ${COMPILE_TARGETS.join(', ')}.`,
    );
  }
  const compiler = context.compiler();
  if (!compiler) return fail('The compiler is not there yet. Wait for the event “ready”.');
  const { text, files } = context.workspace.project();
  const request = { ...runRequest(text, files), target };
  if (compilesWholeProgram(target)) return answered(await compiler.compile(request, 'tool'));
  const { entrypoint: _, ...probe } = request;
  const found = await compiler.findEntryPoints(probe, 'tool');
  if (!found?.succ) return answered(found);
  const names = found.result.map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return fail(`There is no entry point to compile to ${target}.`);
  if (entryPoint !== undefined && !names.includes(entryPoint)) {
    const listed = names.join(', ');
    return fail(`There is no entry point ${givenName(entryPoint)}. The source has ${listed}.`);
  }
  const entrypoint = entryPoint ?? chosenOf(context.workspace, names) ?? first;
  return answered(await compiler.compile({ ...request, entrypoint }, 'tool'));
}

/** The one that a person has chosen, if the source has it. */
function chosenOf({ store }: Workspace, names: readonly string[]): string | undefined {
  const { entryPoint } = store.getState();
  return names.find((name) => name === entryPoint);
}

type Compiler = NonNullable<ReturnType<CompileContext['compiler']>>;
type Answer = Awaited<ReturnType<Compiler['compile'] | Compiler['findEntryPoints']>>;

function answered(answer: Answer): Result<ApiCompileResult> {
  if (!answer) {
    return fail('Something else has taken the place of this compile. Compile again.');
  }
  const { succ, result, diagnostics } = answer;
  const compiled = result !== null && 'code' in result ? result : null;
  return ok({
    succeeded: succ,
    code: compiled?.code ?? '',
    binary: compiled?.binary ?? null,
    diagnostics: apiDiagnostics(diagnostics),
  });
}
