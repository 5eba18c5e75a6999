import { runRequest } from '#core/output/compileResult.ts';
import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import type { UniformValue } from '#core/plan/runControls.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { shownRun } from '#workspace/runState.ts';
import type { CompilerService } from '#workspace/services.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { apiDiagnostics, apiStateOf, runOf } from './apiState.ts';
import { checkProject } from './checkProject.ts';
import { WATCHES, type Watch } from './events.ts';
import {
  API_VERSION,
  type ApiCompileResult,
  type ApiEventName,
  type ApiEvents,
  type ApiProject,
  checkListener,
  givenName,
  type Playground,
} from './playgroundApi.ts';
import { type FrameContext, readFrame } from './readFrame.ts';
import { runProject, until } from './runProject.ts';

export type ApiCompiler = Pick<CompilerService, 'compile' | 'findEntryPoints'>;

export interface PlaygroundContext extends FrameContext {
  readonly workspace: Workspace;
  /** Null as long as the page has no compiler. */
  compiler(): ApiCompiler | null;
  /** Of the page: what relative addresses of a given source resolve against. */
  pageAddress(): URL;
}

/** Milliseconds that a run which is being started may take before a uniform of it is set. */
const LONGEST_START = 10_000;

/** The API of a page, as scripts of the page and messages to an embed use it. */
export function createPlayground(context: PlaygroundContext): Playground {
  const { workspace } = context;
  const compileNext = inTurns();
  const state = async () => apiStateOf(workspace);
  return Object.freeze<Playground>({
    version: API_VERSION,
    state,
    project: async () => projectOf(workspace),
    setProject: async (project) => setProject(context, project),
    compile: (target, entryPoint) =>
      compileNext(async () => orThrow(await compile(context, target, entryPoint))),
    async run() {
      orThrow(await runProject(context));
      return state();
    },
    async pause() {
      orThrow(whetherRuns(workspace, 'pause'));
      workspace.pause();
    },
    async resume() {
      orThrow(whetherRuns(workspace, 'resume'));
      workspace.resume();
    },
    async setUniform(name, value) {
      const isStarting = () => runOf(workspace.store.getState()) === 'starting';
      await until(workspace, LONGEST_START, () => !isStarting());
      workspace.setUniform(name, orThrow(checkUniform(workspace, name, value)));
    },
    readFrame: async () => orThrow(await readFrame(context)),
    on: (name, listener) => listenTo(workspace, name, listener),
  });
}

function listenTo<Name extends ApiEventName>(
  workspace: Workspace,
  name: Name,
  listener: (event: ApiEvents[Name]) => void,
): () => void {
  checkListener(name, listener);
  const watch: Watch<Name> = WATCHES[name];
  return watch(workspace, (event) => {
    try {
      listener(event);
    } catch (thrown) {
      // It is the listener's fault: the page goes on, and its console shows it.
      reportError(thrown);
    }
  });
}

function projectOf(workspace: Workspace): ApiProject {
  const { text, files } = workspace.project();
  if (files.length === 0) return { source: text };
  return { source: text, files: Object.fromEntries(files.map(({ path, text }) => [path, text])) };
}

async function setProject(
  { workspace, pageAddress }: PlaygroundContext,
  given: ApiProject,
): Promise<void> {
  const project = orThrow(checkProject(given));
  const uri = new URL('demos/user.slang', pageAddress()).href;
  await workspace.openSource({ ...project, uri, demo: null, foreign: true });
}

async function compile(
  context: PlaygroundContext,
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

type Answer = Awaited<ReturnType<ApiCompiler['compile'] | ApiCompiler['findEntryPoints']>>;

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

function whetherRuns({ store }: Workspace, act: string): Result<void> {
  const isThere = store.getState().run.kind !== 'idle';
  return isThere
    ? ok(undefined)
    : fail(`There is nothing to ${act}: no shader runs. Run one first.`);
}

function checkUniform({ store }: Workspace, name: string, value: unknown): Result<UniformValue> {
  const { uniforms } = shownRun(store.getState());
  const uniform = uniforms.find((each) => each.name === name);
  if (!uniform) {
    const names = uniforms.map((each) => each.name).join(', ');
    const there = names === '' ? 'The shader has none.' : `The shader has ${names}.`;
    return fail(`There is no slider or colour ${givenName(name)}. ${there}`);
  }
  if (uniform.type === 'COLOR_PICK') {
    return isColor(value)
      ? ok([value[0], value[1], value[2]])
      : fail(`${name} is a colour. Give red, green and blue from 0 to 1, such as [1, 0.5, 0].`);
  }
  const { min, max } = uniform;
  const isNumber = typeof value === 'number' && value >= min && value <= max;
  return isNumber ? ok(value) : fail(`${name} is a slider. Give a number from ${min} to ${max}.`);
}

function isColor(value: unknown): value is [number, number, number] {
  if (!Array.isArray(value) || value.length !== 3) return false;
  return value.every((each) => typeof each === 'number' && each >= 0 && each <= 1);
}

/** Does one thing after the other, since a compile would supersede the one before. */
function inTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

/** Expected failures are errors for scripts. */
function orThrow<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
