import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type CompileReport,
  type CompileRequest,
  type CompileResult,
  type Diagnostic,
  runRequest,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import { compilesWholeProgram, TARGETS } from '#core/output/compileTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { type Project, projectIdentity } from '#core/project/project.ts';
import { entryPointsIn } from '#core/source/declarations.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import { brief } from '#core/util/text.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import type { CodeTools } from '#tools/code/codeTools.ts';
import type { Version } from '#tools/code/costs/costs.ts';
import {
  answered,
  begun,
  type CompiledOutput,
  ENTRY_POINT_TARGETS,
  edited,
  ended,
  listed,
  NOTHING_COMPILED,
  type Output,
  type OutputResult,
  outputKey,
  outputsOf,
  replaced,
  type TargetsCommands,
  type TargetsState,
  WHOLE_PROGRAM_TARGETS,
} from '#tools/code/targets/state.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Compiles each entry point to each target in the background while the view is open. */
export interface TargetsSession {
  readonly context: CodeTools;
  readonly store: StoreApi<TargetsState>;
  readonly commands: TargetsCommands;
  dispose: Dispose;
}

export function createTargetsSession(context: CodeTools): TargetsSession {
  const { workspace } = context;
  const store = createStore<TargetsState>(() => NOTHING_COMPILED);
  const compiles = createProgramCompiles(context, store);
  let stopFollowing: Dispose | null = null;
  const close = () => {
    stopFollowing?.();
    stopFollowing = null;
    compiles.stop();
  };
  return {
    ...{ context, store },
    commands: {
      open() {
        stopFollowing ??= followProject(workspace, {
          onChange: compiles.edited,
          onRest: compiles.start,
        });
      },
      close,
      show: (output) => showOutput(workspace, output),
      async download() {
        const outputs = compiles.outputs();
        const missing = outputsOf(store.getState().entryPoints).length - outputs.length;
        store.setState({ downloaded: await downloadAll(outputs, missing) });
      },
    },
    dispose: close,
  };
}

/** How long the text must stay unchanged before compiling, in milliseconds. */
const REST = 600;

interface ProjectListener {
  /** Called on each edit, and when another source is opened. */
  onChange(): void;
  /** Called immediately, and each time the text has stopped changing. */
  onRest(project: ReturnType<Workspace['project']>): void;
}

function followProject(
  { project, onTextChange }: Pick<Workspace, 'project' | 'onTextChange'>,
  { onChange, onRest }: ProjectListener,
): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = () => onRest(project());
  const stop = onTextChange(() => {
    onChange();
    clearTimeout(timer);
    timer = setTimeout(rest, REST);
  });
  rest();
  return () => {
    stop();
    clearTimeout(timer);
  };
}

type Shown = Pick<
  Workspace,
  'store' | 'selectTarget' | 'selectEntryPoint' | 'compile' | 'selectTab'
>;

/** Compiles an output as if the user had, then opens the tab with its code or its diagnostics. */
export async function showOutput(workspace: Shown, { target, entryPoint }: Output): Promise<void> {
  workspace.selectTarget(target);
  if (!compilesWholeProgram(target) && entryPoint !== null) workspace.selectEntryPoint(entryPoint);
  await workspace.compile();
  const { compilation, messages } = workspace.store.getState();
  // A newer compile may have replaced this one.
  if (compilation.kind !== 'done' || compilation.target !== target) return;
  if (compilation.succeeded) workspace.selectTab('target-code');
  else if (messages.length > 0) workspace.selectTab('diagnostics');
}

function createProgramCompiles(context: CodeTools, store: StoreApi<TargetsState>) {
  const current = createNewest();
  /** Identity of the program that the results belong to; null if the text has changed since. */
  let shown: string | null = null;
  /** The `opened.revision` that the results derive from. */
  let opened = -1;
  const revision = () => context.workspace.store.getState().opened.revision;
  const compiled = new Map<string, DownloadedOutput>();
  const update = (transition: (state: TargetsState) => TargetsState) =>
    store.setState(transition(store.getState()), true);
  const age = () => {
    current.end();
    shown = null;
    compiled.clear();
    update(revision() === opened ? edited : replaced);
    opened = revision();
  };
  const compile = async (project: Project, signal: AbortSignal) => {
    const request = runRequest(project.text, project.files);
    const version = { opened: revision(), request };
    const parts: CompileAllParts = {
      ...context,
      supposed: supposedEntryPoints(project),
      onListed: (names) => update((state) => listed(state, names)),
      onAnswer(output, result, report) {
        if (report) compiled.set(outputKey(output), { output, report });
        if (report && output.target === 'SPIRV') void count(context, version, report.result.code);
        update((state) => answered(state, output, result));
      },
    };
    update((state) => begun(state, parts.supposed));
    try {
      await compileAll(request, parts, signal);
      if (!signal.aborted) update((state) => ended(state));
    } catch (thrown) {
      if (!signal.aborted) update((state) => ended(state, messageOf(thrown)));
    }
  };
  return {
    stop: current.end,
    /** Call when the project changes. */
    edited: age,
    /** Compiles all outputs of the project, unless that is already done. */
    start(project: Project) {
      const identity = programIdentity(project);
      const { phase, problem } = store.getState();
      if (identity === shown && phase === 'done' && problem === '') return;
      if (identity !== shown) age();
      shown = identity;
      void compile(project, current.next());
    },
    outputs: (): readonly DownloadedOutput[] => [...compiled.values()],
  };
}

/** Covers only what is compiled, so no images and no data. */
function programIdentity({ text, files }: Project): string {
  return projectIdentity({ text, files, assets: [] });
}

/** The entry points found without the compiler: by file, the main file first. */
function supposedEntryPoints({ text, files }: Project): readonly string[] {
  const texts = [text, ...files.map((file) => file.text)];
  return [...new Set(texts.flatMap((each) => [...entryPointsIn(each).keys()]))];
}

async function count({ costs }: CodeTools, version: Version, spirv: string): Promise<void> {
  try {
    await costs.count(version, spirv);
  } catch (thrown) {
    console.warn(`The costs of the program are not shown: ${messageOf(thrown)}`);
  }
}

export interface DownloadedOutput {
  readonly output: Output;
  readonly report: SuccessfulReport;
}

const NAME = 'targets.zip';

/**
 * Downloads outputs as a zip file.
 *
 * @param missing number of outputs that have no code
 * @returns a message for the user about the result
 */
export async function downloadAll(
  outputs: readonly DownloadedOutput[],
  missing: number,
): Promise<string> {
  try {
    const { writeZip } = await import('#core/project/zip.ts');
    const files = outputs.map(({ output, report }) => ({
      path: fileName(output),
      bytes: bytesOf(report),
    }));
    saveFile(new File([await writeZip(files)], NAME, { type: 'application/zip' }));
    return downloadText(outputs.length, missing);
  } catch (thrown) {
    return `The zip could not be made: ${messageOf(thrown)} Try again.`;
  }
}

function downloadText(count: number, missing: number): string {
  const downloaded = `Downloaded ${count} ${count === 1 ? 'output' : 'outputs'} as ${NAME}.`;
  if (missing === 0) return downloaded;
  const [are, them] = missing === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${downloaded} ${missing} ${are} missing, because there is no code for ${them}.`;
}

/** Named like a single download: after the entry point, or `user` for a whole program. */
function fileName({ target, entryPoint }: Output): string {
  return `${entryPoint ?? 'user'}.${TARGETS[target].extension}`;
}

/** Bytes for SPIRV, otherwise text. */
function bytesOf({ result: { code, binary } }: SuccessfulReport): Uint8Array<ArrayBuffer> {
  return binary ? new Uint8Array(binary) : new TextEncoder().encode(code);
}

interface CompileAllParts {
  readonly compiles: BackgroundCompiles;
  readonly analysis: Pick<AnalysisClient, 'ask'>;
  /** The entry points, as far as they can be found without the compiler. */
  readonly supposed: readonly string[];
  onListed(entryPoints: readonly string[]): void;
  /** @param report null if the compile produced no code */
  onAnswer(output: Output, result: OutputResult, report: SuccessfulReport | null): void;
}

export type SuccessfulReport = Extract<CompileReport, { readonly succ: true }>;

/** The part of a request that all outputs share. */
type ProgramRequest = Omit<CompileRequest, 'target' | 'entrypoint'>;

/**
 * Compiles each output once. Whole programs come first, because they reveal the entry points.
 * Resolves early if the signal is aborted. Rejects if the code cannot be analysed.
 */
async function compileAll(
  program: ProgramRequest,
  parts: CompileAllParts,
  signal: AbortSignal,
): Promise<void> {
  let entryPoints: readonly string[] | null = null;
  let isFinished = false;
  for (const target of WHOLE_PROGRAM_TARGETS) {
    const report = await compileOutput(program, { target, entryPoint: null }, parts, signal);
    if (report === null) return;
    if (report === 'no-answer') continue;
    isFinished = true;
    if (!report.succ || entryPoints !== null) continue;
    entryPoints = readReflection(report.result.reflection).entryPoints.map(({ name }) => name);
    parts.onListed(entryPoints);
  }
  if (entryPoints === null) parts.onListed(parts.supposed);
  for (const entryPoint of entryPoints ?? parts.supposed) {
    for (const target of ENTRY_POINT_TARGETS) {
      const output = { target, entryPoint };
      // Each compile would run into the time limit and cost a worker.
      if (!isFinished) parts.onAnswer(output, { kind: 'skipped' }, null);
      else if ((await compileOutput(program, output, parts, signal)) === null) return;
    }
  }
}

async function compileOutput(
  program: ProgramRequest,
  output: Output,
  { compiles, analysis, onAnswer }: CompileAllParts,
  signal: AbortSignal,
): Promise<CompileReport | 'no-answer' | null> {
  const { target, entryPoint } = output;
  const report = await compiles.compile({ ...program, target, entrypoint: entryPoint }, signal);
  if (report === null || signal.aborted) return null;
  if (report === 'no-answer') onAnswer(output, { kind: 'unfinished' }, null);
  else if (!report.succ) onAnswer(output, { kind: 'failed', reason: reasonOf(report) }, null);
  else {
    const result = await describe(report, analysis);
    if (signal.aborted) return null;
    onAnswer(output, result, report);
  }
  return report;
}

async function describe(
  { result, milliseconds, cached }: SuccessfulReport,
  analysis: Pick<AnalysisClient, 'ask'>,
): Promise<CompiledOutput> {
  const { target, code, binary } = result;
  const { bytes, lines, needs } = await analysis.ask('measureCode', { target, code });
  return {
    ...{ kind: 'compiled', lines, needs },
    bytes: binary?.byteLength ?? bytes,
    milliseconds: cached ? null : milliseconds,
  };
}

/** Why a compile failed, in one line: the first error, or else the compiler's first message. */
export function reasonOf({ message, log, diagnostics }: CompileResult): string {
  const error = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  if (error) return firstLine(`${placeOf(error)}${error.message}`);
  return firstLine(message) || firstLine(log) || 'The compiler gives no reason.';
}

/** Such as `Line 3: `; empty if the diagnostic has no location. */
function placeOf({ path, line }: Diagnostic): string {
  if (line === 0) return '';
  return path === USER_SHADER_PATH
    ? `Line ${line}: `
    : `${path.replace(/^\//, '')}, line ${line}: `;
}

function firstLine(text: string): string {
  return brief(text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '');
}
