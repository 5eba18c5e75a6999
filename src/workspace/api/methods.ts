import { runRequest } from '#core/output/compileResult.ts';
import {
  COMPILE_TARGETS,
  compilesWholeProgram,
  isCompileTarget,
} from '#core/output/compileTarget.ts';
import type { UniformValue } from '#core/plan/runControls.ts';
import { CAMERA_TARGET, CAMERA_VALUES } from '#core/plan/runDescriptor.ts';
import { LIMITS } from '#core/project/limits.ts';
import { faultOfFiles } from '#core/project/names.ts';
import type { ProjectFile } from '#core/project/project.ts';
import { createDisposer } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { isRecord } from '#core/util/json.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import type { CompilerClient } from '#engine/compiler/client/compilerClient.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import { createPictureReader, type PictureReader } from '#engine/gpu/replay/pictureReader.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { shownRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS } from '#workspace/runs/heldRunTexts.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { apiDiagnostics, apiStateOf, runOf } from './apiState.ts';
import {
  type ApiCompileResult,
  type ApiMethod,
  type ApiParams,
  type ApiPicture,
  type ApiProject,
  type ApiResult,
  givenName,
} from './playgroundApi.ts';

interface FrameContext {
  readonly workspace: Pick<Workspace, 'store'>;
  readonly observers: FrameObservers;
}

/** How long to wait for the next frame (ms). After that, the current picture is read. */
const LONGEST_WAIT = 1000;

/** How long to wait for the first frame (ms), before which there is no picture. */
const LONGEST_FIRST_WAIT = 10_000;

const readers = new WeakMap<GPUDevice, PictureReader>();

/** The canvas's current picture, opaque, in the texture's size. Fails with a sentence. */
async function readFrame({ workspace, observers }: FrameContext): Promise<Result<ApiPicture>> {
  const { playback, outputs } = shownRun(workspace.store.getState());
  // Wait for the end of a frame: a slow frame is submitted in pieces, and the picture is incomplete
  // in between. A new run has no picture yet.
  if (playback === 'playing' && outputs.includes('image')) await nextFrameEnd(observers);
  const frame = observers.newest();
  const picture = frame && pictureOf(frame.resources);
  if (!picture) {
    return fail('There is no picture. Run a shader that draws one, then read its frame.');
  }
  try {
    // This submits the copy before anything else, so that it shows exactly this frame.
    const reading = readerOf(frame.device).read(picture, false);
    const { width, height, bytes } = await reading;
    return ok({ width, height, data: bytes, frame: frame.inputs.frame });
  } catch (thrown) {
    return fail(`The picture cannot be read: ${messageOf(thrown)} Read the frame again to retry.`);
  }
}

function nextFrameEnd(observers: FrameObservers): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      remove();
      resolve();
    };
    const remove = observers.add({ frameBegins() {}, frameSubmitted: end });
    const timer = setTimeout(end, observers.newest() ? LONGEST_WAIT : LONGEST_FIRST_WAIT);
  });
}

function readerOf(device: GPUDevice): PictureReader {
  const known = readers.get(device);
  if (known) return known;
  const reader = createPictureReader(device);
  readers.set(device, reader);
  return reader;
}

export interface PlaygroundContext extends FrameContext, CompileContext {
  readonly workspace: Workspace;
  /** The page's address; relative addresses of a project from `setProject` resolve against it. */
  pageAddress(): URL;
}

export interface MethodContext extends PlaygroundContext {
  /** Runs one piece of work at a time, because a compile would supersede the previous one. */
  inTurn<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** The implementation of a method, and how a message from another page calls it. */
interface Method<Name extends ApiMethod> {
  /**
   * Reads the parameters of a message, and nothing else in it. Fails with a description of the
   * valid parameters.
   */
  readonly read: (params: readonly unknown[]) => Result<ApiParams<Name>>;
  /** Scripts of the page may pass anything. Rejects with a sentence. */
  readonly run: (context: MethodContext, ...params: ApiParams<Name>) => Promise<ApiResult<Name>>;
  /**
   * The parts of the result that a message transfers instead of copying, because nothing else uses
   * them.
   */
  readonly moves?: (result: ApiResult<Name>) => Transferable[];
}

const nothing = () => ok<[]>([]);

/** The methods of the API, for both calls from scripts and messages to an embed. */
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
        : fail('The entry point for compile must be a name.');
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
    : fail(`There is nothing to ${act}: no shader is running. Run one first.`);
}

function isUniformValue(value: unknown): value is number | [number, number, number] {
  if (Array.isArray(value)) return value.length === 3 && value.every(Number.isFinite);
  return Number.isFinite(value);
}

function checkUniform({ store }: Workspace, name: string, value: unknown): Result<UniformValue> {
  const { uniforms, hasCamera } = shownRun(store.getState());
  if (hasCamera && CAMERA_VALUES.includes(name)) return checkCamera(name, value);
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

function checkCamera(name: string, value: unknown): Result<UniformValue> {
  const isTriple = isUniformValue(value) && typeof value === 'object';
  if (name === CAMERA_TARGET) {
    return isTriple ? ok(value) : fail(`${name} is a point. Give [x, y, z].`);
  }
  return isTriple && value[2] > 0
    ? ok(value)
    : fail(`${name} is [yaw, pitch, distance]. Give angles in radians, and a distance above 0.`);
}

function isColor(value: unknown): value is [number, number, number] {
  if (!Array.isArray(value) || value.length !== 3) return false;
  return value.every((each) => typeof each === 'number' && each >= 0 && each <= 1);
}

function orThrow<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

interface CheckedProject {
  readonly text: string;
  readonly files: readonly ProjectFile[];
}

/**
 * Checks every part of an `ApiProject` from a script or another page, as for a link. Fails with
 * what is wrong and what to do.
 */
function checkProject(given: unknown): Result<CheckedProject> {
  if (!isRecord(given) || typeof given['source'] !== 'string') {
    return fail('The project has no source. Give { source: "…" } with the text of the main file.');
  }
  const { source, files = {} } = given;
  if (!isRecord(files)) {
    return fail('“files” is not an object. Give { "lib/noise.slang": "…" }, a text for each path.');
  }
  const entries = Object.entries(files);
  if (entries.length >= LIMITS.files) {
    return fail(
      `The project has ${withCommas(entries.length + 1)} files; at most ${LIMITS.files} are opened. Give fewer files.`,
    );
  }
  const read: ProjectFile[] = [];
  for (const [path, text] of entries) {
    if (typeof text !== 'string') return fail(`The file ${quoted(path)} is not a text.`);
    read.push({ path, text });
  }
  const fault = faultOfFiles(read, source);
  if (fault === null) return ok({ text: source, files: read });
  return fail(
    fault.kind === 'name'
      ? `The file ${quoted(fault.path)} is not opened. ${fault.reason}`
      : `The project has ${withCommas(fault.bytes)} bytes; at most ${withCommas(LIMITS.textBytes)} are opened. Give shorter files.`,
  );
}

function withCommas(count: number): string {
  return count.toLocaleString('en');
}

interface CompileContext {
  readonly workspace: Workspace;
  /** Null while the page has no compiler. */
  compiler(): CompilerClient | null;
}

/** Compiles the open project for a target. Fails with a sentence. */
async function compileProject(
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
  if (!compiler) return fail('The compiler is not ready yet. Wait for the event “ready”.');
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

/** The entry point that the user has chosen, if the source still has it. */
function chosenOf({ store }: Workspace, names: readonly string[]): string | undefined {
  const { entryPoint } = store.getState();
  return names.find((name) => name === entryPoint);
}

type Compiler = NonNullable<ReturnType<CompileContext['compiler']>>;
type Answer = Awaited<ReturnType<Compiler['compile'] | Compiler['findEntryPoints']>>;

function answered(answer: Answer): Result<ApiCompileResult> {
  if (!answer) {
    return fail('Another compile has replaced this one. Compile again.');
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

interface RunContext {
  readonly workspace: Pick<Workspace, 'store' | 'run' | 'onFrame'>;
  readonly observers: Pick<FrameObservers, 'newest'>;
}

/** How long to wait for a start or a first frame (ms): a hidden page draws none. */
const LONGEST_START = 10_000;
/**
 * How long to wait after the first frame for printed text (ms): most programs that can print may
 * print nothing.
 */
const LONGEST_PRINT = 500;

const NO_FRAME =
  'The shader runs, but has drawn no frame within 10 seconds. Make the page visible, then run again.';

/**
 * Runs the project. Succeeds once it has drawn or printed, or has failed; otherwise fails with a
 * sentence.
 */
async function runProject({ workspace, observers }: RunContext): Promise<Result<void>> {
  const { store } = workspace;
  const before = observers.newest()?.descriptor;
  const hasDrawn = () => {
    const newest = observers.newest();
    return newest !== null && newest.descriptor !== before;
  };
  await workspace.run();
  await until(workspace, LONGEST_START, () => runOf(store.getState()) !== 'starting');
  const { held } = store.getState();
  if (held) return fail(whyHeld(held));
  const isOver = () => !['playing', 'paused'].includes(runOf(store.getState()));
  const isThere = await until(workspace, LONGEST_START, () => isOver() || hasDrawn());
  if (!isThere) return fail(NO_FRAME);
  const { outputs } = shownRun(store.getState());
  if (!isOver() && !outputs.includes('image')) {
    await until(workspace, LONGEST_PRINT, () => shownRun(store.getState()).printed !== '');
  }
  return ok(undefined);
}

function whyHeld(held: NonNullable<ReturnType<Workspace['store']['getState']>['held']>): string {
  return held.kind === 'origins'
    ? `The shader was not started: it would load from ${held.origins.join(', ')}. Allow it on the page.`
    : `${BAD_END_TEXTS[held.badEnd]} Run it on the page.`;
}

/**
 * Waits until `isSo` returns true; resolves to false after the time limit. Checks on each store
 * change and frame.
 */
function until(
  { store, onFrame }: Pick<Workspace, 'store' | 'onFrame'>,
  milliseconds: number,
  isSo: () => boolean,
): Promise<boolean> {
  if (isSo()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const watching = createDisposer();
    const end = (so: boolean) => {
      watching.dispose();
      resolve(so);
    };
    const look = () => {
      if (!watching.disposed && isSo()) end(true);
    };
    const timer = setTimeout(() => end(false), milliseconds);
    watching.add(() => clearTimeout(timer));
    watching.add(store.subscribe(look));
    watching.add(onFrame(look));
  });
}
