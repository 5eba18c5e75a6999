import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type CompileRequest, runRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { compilesWholeProgram } from '#core/output/compileTarget.ts';
import { MAIN_FILE_ID } from '#core/project/project.ts';
import { reportMarkdown } from '#core/project/reportMarkdown.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { countText, linesText } from '#core/util/countText.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import { type StartServer, startCompilerWorker } from '#engine/compiler/client/transport.ts';
import { requestGpuDevice } from '#engine/gpu/device.ts';
import { type CheckWgsl, createWgslCheck } from '#tools/reduce/oracle/checkWgsl.ts';
import { createExaminer } from '#tools/reduce/oracle/examiner.ts';
import styles from '#tools/reduce/panel/ReducePanel.module.css';
import {
  type EarlyEnd,
  isAtWork,
  linesOfFiles,
  linesOfRequest,
  type ReducedState,
  type ReduceState,
  type ReductionEnding,
  shownText,
} from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { copyText } from '#ui/copyText.ts';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { LongText } from '#ui/LongText.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { gatherSurroundings } from '#workspace/gatherFacts.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { describeFault, type Fault } from './fault.ts';
import { type FaultReduction, reduceFault } from './reduceFault.ts';

export interface Reduce extends LoadedTool {
  readonly session: ReduceSession;
  readonly Progress: typeof ReducePanel;
}

export function createReduce(context: ToolContext): Reduce {
  const session = createReduceSession({
    ...context,
    startWorker: startCompilerWorker,
    async createCheck() {
      const device = await requestGpuDevice();
      if (!device.ok) return null;
      return { check: createWgslCheck(device.value), dispose: () => device.value.destroy() };
    },
  });
  return { session, Progress: ReducePanel };
}

interface ReducePanelProps {
  readonly session: ReduceSession;
}

/** Progress and outcome of Reduce. The reduced source itself is in a dialog. */
function ReducePanel({ session }: ReducePanelProps) {
  const state = useStore(session.store);
  const opener = useRef<HTMLButtonElement>(null);
  const works = isAtWork(state);
  const now = useSeconds(works);
  if (state.kind === 'idle') return null;
  return (
    <section className={styles['panel']} aria-label="Reduced source">
      <p
        role={state.kind === 'failed' ? 'alert' : 'status'}
        // Announcing each step would be too much; only the end is announced.
        aria-live={works ? 'off' : undefined}
        className={styles['status']}
      >
        {statusText(state, now)}
      </p>
      {works && (
        <Button kind="small" hint="Keep the smallest source so far" onClick={session.cancel}>
          Cancel
        </Button>
      )}
      {state.kind === 'reduced' && (
        <>
          <Button
            ref={opener}
            kind="small"
            label="Show the reduced source"
            opens="dialog"
            onClick={() => session.show(true)}
          >
            Show
          </Button>
          <Part name="The reduced source" onClose={() => session.show(false)}>
            <ReducedDialog {...{ session, state, opener }} />
          </Part>
        </>
      )}
    </section>
  );
}

/** The current `performance.now()`, updated once a second while `counts` is true. */
function useSeconds(counts: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!counts) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [counts]);
  return now;
}

interface ReducedDialogProps {
  readonly session: ReduceSession;
  readonly state: ReducedState;
  /** Receives the focus when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

function ReducedDialog({ session, state, opener }: ReducedDialogProps) {
  const close = () => session.show(false);
  return (
    <Dialog title="Reduced source" open={state.isShown} onClose={close} opener={opener}>
      <div className={styles['content']}>
        <p className={styles['fault']}>{faultText(state)}</p>
        <LongText text={shownText(state.files)} className={styles['source']} />
        <DialogFoot>
          <Button
            kind="primary"
            hint="Replaces your source; Undo brings it back"
            onClick={() => void session.open()}
          >
            Open
          </Button>
          <MarkdownButton text={state.report} />
          <CopyButton label="Copy the reduced source" text={() => shownText(state.files)} />
        </DialogFoot>
      </div>
    </Dialog>
  );
}

type CopyState = 'ready' | 'copied' | 'failed';

const OUTCOMES: Readonly<Record<CopyState, string>> = {
  ready: '',
  copied: 'Copied to the clipboard.',
  failed: 'Your browser blocked the copy.',
};

function MarkdownButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<CopyState>('ready');
  const copy = async () => {
    setState((await copyText(Promise.resolve(text))) ? 'copied' : 'failed');
  };
  return (
    <>
      <Button
        hint="For an issue: the source, its fault and the compiler’s version"
        onClick={() => void copy()}
      >
        Copy as Markdown
      </Button>
      <span role="status">{OUTCOMES[state]}</span>
    </>
  );
}

/** The current step or the outcome, in sentences. */
function statusText(state: ReduceState, now: number): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'looking':
      return `Looking for the fault… ${secondsSince(state.since, now)}`;
    case 'reducing':
      return `${progressText(state.request, state.best, state.tests)}, ${secondsSince(state.since, now)}`;
    case 'reduced':
      return state.note ?? sizeText(state);
    case 'irreducible':
      return `No smaller source has the same fault: ${describeFault(state.fault)}. Reduce tried ${countText(state.tests, 'smaller source')}.`;
    case 'no-fault':
      return 'The source has no such fault now: it compiles, or it has ordinary errors. Compile it again to see.';
    case 'cancelled':
      return 'Reduce was cancelled before it found a smaller source.';
    case 'failed':
      return `Reduce stopped: ${state.reason}`;
    default:
      return assertNever(state);
  }
}

function sizeText({ request, files, tests, ending }: ReducedState): string {
  const size = progressText(request, files, tests);
  switch (ending.kind) {
    case 'smallest':
      return `${size}.`;
    case 'cancelled':
      return `${size}, then cancelled.`;
    case 'limit':
      return `${size}, which is the limit. Open it and press Reduce again to continue.`;
    case 'failed':
      return `${size}. Reduce stopped: ${ending.reason} Open it and press Reduce again to continue.`;
    default:
      return assertNever(ending);
  }
}

/** For example, `60 lines → 9 lines after 120 compiles`. */
function progressText(request: CompileRequest, files: ReducedFiles, tests: number): string {
  const [before, after] = [linesOfRequest(request), linesOfFiles(files)].map(linesText);
  return `${before} → ${after} after ${countText(tests, 'compile')}`;
}

/** The fault that the reduced source still triggers. */
function faultText(state: ReducedState): string {
  return `${sizeText(state)} The fault is the same: ${describeFault(state.fault)}.`;
}

function secondsSince(since: number, now: number): string {
  return `${Math.max(0, Math.floor((now - since) / 1000))} s`;
}

export interface ReduceContext {
  readonly workspace: OpeningWorkspace & ReportingWorkspace;
  /** Starts a compiler worker separate from the page's own. */
  readonly startWorker: StartServer;
  readonly compilerModule: Promise<WebAssembly.Module>;
  /**
   * A check on a separate device, which the caller must dispose; null if no device is available.
   */
  createCheck(): Promise<{ readonly check: CheckWgsl; readonly dispose: Dispose } | null>;
}

/** Reduces the current source in the background, without using the page's compiler and device. */
interface ReduceSession {
  readonly store: StoreApi<ReduceState>;
  /** Starts with the current source, unless Reduce is already running. */
  start(): Promise<void>;
  /** Stops; the result is the smallest source so far. */
  cancel(): void;
  show(isShown: boolean): void;
  open(): Promise<void>;
  dispose: Dispose;
}

/** In UTF-16 units. Reading longer sources would block the page. */
const MAX_LENGTH = 300_000;

export function createReduceSession(context: ReduceContext): ReduceSession {
  const store = createStore<ReduceState>(() => ({ kind: 'idle' }));
  const { workspace } = context;
  const work = createNewest();
  const set = (state: ReduceState) => store.setState(state, true);
  const start = async () => {
    if (isAtWork(store.getState())) return;
    const request = currentRequest(workspace);
    const length = lengthOf(request);
    if (length > MAX_LENGTH) return set({ kind: 'failed', reason: tooLong(length) });
    const signal = work.next();
    const since = performance.now();
    set({ kind: 'looking', since, request });
    try {
      const result = await reduce(context, request, signal, (fault, best, tests) => {
        if (!signal.aborted) set({ kind: 'reducing', since, request, fault, best, tests });
      });
      if (work.signal !== signal) return;
      const { tests } = testsOf(store.getState());
      const state = await stateAfter(workspace, result, request, tests);
      if (work.signal === signal) set(state);
    } catch (thrown) {
      if (work.signal === signal) set({ kind: 'failed', reason: messageOf(thrown) });
    }
  };
  // When another source opens, the results no longer apply.
  const stopFollowing = workspace.store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    work.next();
    set({ kind: 'idle' });
  });
  return {
    ...{ store, start },
    cancel: () => work.end(),
    show(isShown) {
      const state = store.getState();
      if (state.kind === 'reduced') set({ ...state, isShown });
    },
    async open() {
      const state = store.getState();
      if (state.kind !== 'reduced') return;
      const closed = { ...state, isShown: false };
      set(closed);
      const note = await openReduced(workspace, state.files);
      if (store.getState() === closed) set({ ...closed, note });
    },
    dispose() {
      stopFollowing();
      work.end();
    },
  };
}

type OnProgress = (fault: Fault, best: FilesOf, tests: number) => void;
type FilesOf = Extract<ReduceState, { kind: 'reducing' }>['best'];

async function reduce(
  { startWorker, compilerModule, createCheck }: ReduceContext,
  request: CompileRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<FaultReduction> {
  const binary = { kind: 'module', module: await compilerModule } as const;
  // After the module has loaded: if that failed, nobody would release the device.
  const wgsl = request.target === 'WGSL' ? await createCheck() : null;
  const examiner = createExaminer({ start: startWorker, binary, checkWgsl: wgsl?.check });
  signal.addEventListener('abort', examiner.dispose);
  let found: Fault | null = null;
  try {
    if (signal.aborted) return { kind: 'cancelled', fault: null, files: [] };
    return await reduceFault(request, {
      ...{ examiner, signal },
      onFault(fault) {
        found = fault;
      },
      onProgress({ best, tests }) {
        if (found) onProgress(found, best, tests);
      },
    });
  } finally {
    signal.removeEventListener('abort', examiner.dispose);
    examiner.dispose();
    wgsl?.dispose();
  }
}

async function stateAfter(
  workspace: ReportingWorkspace,
  result: FaultReduction,
  request: CompileRequest,
  tests: number,
): Promise<ReduceState> {
  if (result.kind === 'no-fault') return { kind: 'no-fault' };
  const { fault, files } = result;
  const isSmaller = lengthOf(request) > files.reduce((sum, { text }) => sum + text.length, 0);
  if (fault && isSmaller && files.length > 0) {
    const report = await reportReduced(workspace, request, fault, files);
    return {
      ...{ kind: 'reduced', request, fault, files, tests, report, isShown: false, note: null },
      ending: endingOf(result),
    };
  }
  return result.kind === 'reduced'
    ? { kind: 'irreducible', fault: result.fault, tests }
    : earlyEndOf(result);
}

function endingOf(result: Exclude<FaultReduction, { kind: 'no-fault' }>): ReductionEnding {
  if (result.kind !== 'reduced') return earlyEndOf(result);
  return { kind: result.isCut ? 'limit' : 'smallest' };
}

function earlyEndOf(result: Extract<FaultReduction, { kind: EarlyEnd['kind'] }>): EarlyEnd {
  return result.kind === 'failed'
    ? { kind: 'failed', reason: result.reason }
    : { kind: 'cancelled' };
}

function testsOf(state: ReduceState): { readonly tests: number } {
  return state.kind === 'reducing' ? state : { tests: 0 };
}

/** What Run or Compile would compile now, whichever was used last. */
function currentRequest({ store, project }: ReduceContext['workspace']): CompileRequest {
  const { compilation, target: chosen, entryPoint } = store.getState();
  const { text, files } = project();
  const target = compilation.kind === 'done' ? compilation.target : chosen;
  const entrypoint = compilesWholeProgram(target) ? null : entryPoint;
  const plain = files.map((file) => ({ path: file.path, text: file.text }));
  return { ...runRequest(text, plain), target, entrypoint };
}

function lengthOf({ sourceCode, files = [] }: CompileRequest): number {
  return files.reduce((sum, { text }) => sum + text.length, sourceCode.length);
}

function tooLong(length: number): string {
  return (
    `The source has ${length.toLocaleString('en')} characters, and Reduce takes at most ` +
    `${MAX_LENGTH.toLocaleString('en')}. Remove a part that has nothing to do with the fault.`
  );
}

type OpeningWorkspace = Pick<Workspace, 'project' | 'editFiles' | 'saveVersion' | 'showFile'>;

/**
 * Replaces the source with the reduced one as one undo step, and saves the original to the history.
 * Files that the fault does not need stay in the project. Returns a message.
 */
async function openReduced(workspace: OpeningWorkspace, files: ReducedFiles): Promise<string> {
  const saved = await workspace.saveVersion();
  const project = workspace.project();
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const edits = [
    { id: MAIN_FILE_ID, path: USER_SHADER_PATH, text: project.text },
    ...project.files,
  ].flatMap(({ id, path, text }) => {
    const insert = texts.get(path);
    if (insert === undefined || insert === text) return [];
    return [{ id, changes: [{ from: 0, to: text.length, insert }] }];
  });
  workspace.showFile(MAIN_FILE_ID);
  workspace.editFiles({ files: edits, label: 'Open the reduced source' });
  return saved.ok
    ? 'The small source is open. Undo brings your source back, and the history has it too.'
    : 'The small source is open. Undo brings your source back.';
}

type ReportingWorkspace = Pick<Workspace, 'store'>;

/**
 * The reduced source and its fault as Markdown, for an issue. Omits the link, which would be to the
 * whole source.
 */
async function reportReduced(
  workspace: ReportingWorkspace,
  { target, entrypoint }: Pick<CompileRequest, 'target' | 'entrypoint'>,
  fault: Fault,
  [main, ...files]: ReducedFiles,
): Promise<string> {
  return reportMarkdown({
    ...(await gatherSurroundings(workspace)),
    ...{ link: null, linkNote: null, assets: [], diagnostics: [], profile: null },
    ...{ target, entryPoint: entrypoint, text: main?.text ?? '', files },
    messages: `With this source, ${describeFault(fault)}.`,
  });
}
