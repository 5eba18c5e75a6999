import { COMPILE_TARGETS, isCompileTarget } from '#core/output/compileTarget.ts';
import type { UniformValue } from '#core/plan/runControls.ts';
import { isRecord } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { apiStateOf, runOf } from './apiState.ts';
import { checkProject } from './checkProject.ts';
import { type CompileContext, compileProject } from './compileProject.ts';
import {
  type ApiMethod,
  type ApiParams,
  type ApiProject,
  type ApiResult,
  givenName,
} from './playgroundApi.ts';
import { type FrameContext, readFrame } from './readFrame.ts';
import { runProject, until } from './runProject.ts';

export interface PlaygroundContext extends FrameContext, CompileContext {
  readonly workspace: Workspace;
  /** Of the page: what relative addresses of a given source resolve against. */
  pageAddress(): URL;
}

export interface MethodContext extends PlaygroundContext {
  /** Does one thing after the other, since a compile would supersede the one before. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** What a method does, and what another page may send for it. */
interface Method<Name extends ApiMethod> {
  /** Reads the parameters in a message; nothing else of it is used. Fails with what the method takes. */
  readonly read: (params: readonly unknown[]) => Result<ApiParams<Name>>;
  /** Scripts of the page call it with anything. Rejects with a sentence. */
  readonly run: (context: MethodContext, ...params: ApiParams<Name>) => Promise<ApiResult<Name>>;
  /** What of the result a message moves, since nobody else has it; the rest is copied. */
  readonly moves?: (result: ApiResult<Name>) => Transferable[];
}

const nothing = () => ok<[]>([]);

/** The methods of the API: a script's call and a message to an embed end here. */
export const METHODS: { readonly [Name in ApiMethod]: Method<Name> } = {
  project: { read: nothing, run: async ({ workspace }) => projectOf(workspace) },
  setProject: {
    read: ([project]) =>
      isProject(project)
        ? ok([project])
        : fail('setProject takes { source: "…", files: { "path": "…" } }; files can be left out.'),
    async run({ workspace, pageAddress }, given) {
      const project = orThrow(checkProject(given));
      const uri = new URL('demos/user.slang', pageAddress()).href;
      await workspace.openSource({ ...project, uri, demo: null, foreign: true });
    },
  },
  compile: {
    read([target, entryPoint]) {
      if (typeof target !== 'string' || !isCompileTarget(target)) {
        return fail(`compile takes one of the targets ${COMPILE_TARGETS.join(', ')}.`);
      }
      if (entryPoint === undefined) return ok([target]);
      return typeof entryPoint === 'string'
        ? ok([target, entryPoint])
        : fail('The entry point that compile takes is a name.');
    },
    run: (context, target, entryPoint) =>
      context.inTurn(async () => orThrow(await compileProject(context, target, entryPoint))),
  },
  run: {
    read: nothing,
    async run(context) {
      orThrow(await runProject(context));
      return apiStateOf(context.workspace);
    },
  },
  pause: {
    read: nothing,
    async run({ workspace }) {
      orThrow(whetherRuns(workspace, 'pause'));
      workspace.pause();
    },
  },
  resume: {
    read: nothing,
    async run({ workspace }) {
      orThrow(whetherRuns(workspace, 'resume'));
      workspace.resume();
    },
  },
  setUniform: {
    read: ([name, value]) =>
      typeof name === 'string' && isUniformValue(value)
        ? ok([name, value])
        : fail('setUniform takes a name, and a number or an array of three: red, green and blue.'),
    async run({ workspace }, name, value) {
      const isStarting = () => runOf(workspace.store.getState()) === 'starting';
      await until(workspace, LONGEST_START, () => !isStarting());
      workspace.setUniform(name, orThrow(checkUniform(workspace, name, value)));
    },
  },
  readFrame: {
    read: nothing,
    run: async (context) => orThrow(await readFrame(context)),
    moves: ({ data }) => [data.buffer as ArrayBuffer],
  },
  state: { read: nothing, run: async ({ workspace }) => apiStateOf(workspace) },
};

/** Milliseconds that a run which is being started may take before a uniform of it is set. */
const LONGEST_START = 10_000;

function projectOf(workspace: Workspace): ApiProject {
  const { text, files } = workspace.project();
  if (files.length === 0) return { source: text };
  return { source: text, files: Object.fromEntries(files.map(({ path, text }) => [path, text])) };
}

function isProject(value: unknown): value is ApiProject {
  if (!isRecord(value) || typeof value['source'] !== 'string') return false;
  const { files } = value;
  if (files === undefined) return true;
  return isRecord(files) && Object.values(files).every((text) => typeof text === 'string');
}

function whetherRuns({ store }: Workspace, act: string): Result<void> {
  const isThere = store.getState().run.kind !== 'idle';
  return isThere
    ? ok(undefined)
    : fail(`There is nothing to ${act}: no shader runs. Run one first.`);
}

function isUniformValue(value: unknown): value is number | [number, number, number] {
  if (Array.isArray(value)) return value.length === 3 && value.every(Number.isFinite);
  return Number.isFinite(value);
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

/** Expected failures are errors for scripts. */
function orThrow<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
