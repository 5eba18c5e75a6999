import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  type AlignedOutput,
  type AlignmentRequest,
  type PackedMap,
  packMap,
} from '#core/output/alignment.ts';
import { type CompileRequest, runRequest } from '#core/output/compileResult.ts';
import type { Project } from '#core/project/project.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { entryPointsIn } from '#core/source/declarations.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from '#tools/code/analysis/backgroundCompiles.ts';
import type { CompiledCode, LineMaps } from '#tools/code/analysis/lineMaps.ts';
import {
  areVersions,
  changedChoice,
  compiledEntryPoint,
  firstChoices,
  hasPrevious,
  type OpenSides,
  olderSide,
  type PreviousOf,
  type ShownOutputs,
  SIDES,
  type Side,
  type SideChoice,
  type SideName,
  type SideOutput,
  type SidesState,
} from '#tools/code/changes/sideBySide/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

interface SidesContext extends AlignContext, OutputContext {
  readonly workspace: Pick<Workspace, 'store' | 'project' | 'openTool'>;
}

/**
 * Two outputs of the open project, side by side, updated on every compile. They close with the
 * drawer; while closed, nothing is compiled for them.
 */
export type SidesSession = ReturnType<typeof createSidesSession>;

export function createSidesSession(context: SidesContext) {
  const { workspace, previousOf } = context;
  const store = createStore<SidesState>(() => ({ kind: 'closed' }));
  const change = (changes: Partial<OpenSides>) => {
    const state = store.getState();
    if (state.kind === 'open') store.setState({ ...state, ...changes }, true);
  };
  const changeSide = (name: SideName, changes: Partial<Side>) => {
    const state = store.getState();
    if (state.kind === 'open') change({ [name]: { ...state[name], ...changes } });
  };
  const sides = createSides(context, store, change, changeSide);
  const close = () => {
    sides.stop();
    store.setState({ kind: 'closed' }, true);
  };
  const stopFollowing = workspace.store.subscribe((state, before) => {
    if (store.getState().kind === 'closed') return;
    if (state.openTool !== 'changes') close();
    else if (state.targetCode !== before.targetCode) {
      change({ entryPoints: entryPointsOf(context, workspace.project()) });
      sides.start(workspace.project());
    }
  });
  return {
    store,
    close,
    open() {
      workspace.openTool('changes');
      const project = workspace.project();
      store.setState(openedSides(context, project), true);
      sides.start(project);
    },
    choose(name: SideName, changes: Partial<SideChoice>) {
      const state = store.getState();
      if (state.kind !== 'open') return;
      const choice = changedChoice(state[name].choice, changes, previousOf);
      changeSide(name, { choice, showsPrelude: false });
      sides.produce(name);
    },
    swap() {
      const state = store.getState();
      if (state.kind !== 'open') return;
      change({ left: state.right, right: state.left });
      sides.swapped();
    },
    hasPrevious: (choice: SideChoice): boolean => hasPrevious(choice, previousOf),
    /** Unfolds the lines before the program. */
    showPrelude(name: SideName) {
      changeSide(name, { showsPrelude: true });
      sides.align();
    },
    dispose() {
      stopFollowing();
      close();
    },
  };
}

function entryPointsOf({ workspace }: SidesContext, { text }: Project): readonly string[] {
  const found = workspace.store.getState().entryPoints.map(({ name }) => name);
  return found.length > 0 ? found : [...entryPointsIn(text).keys()];
}

function openedSides(context: SidesContext, project: Project): OpenSides {
  const { workspace, previousOf } = context;
  const state = workspace.store.getState();
  const entryPoints = entryPointsOf(context, project);
  const choices = firstChoices(state, entryPoints, previousOf);
  const side = (choice: SideChoice): Side => ({
    ...{ choice, showsPrelude: false },
    output: { kind: 'compiling' },
  });
  return {
    kind: 'open',
    entryPoints,
    left: side(choices.left),
    right: side(choices.right),
    shown: null,
    progress: { kind: 'waiting' },
  };
}

/** Produces and aligns both sides. Newer work cancels older work. */
function createSides(
  context: SidesContext,
  store: StoreApi<SidesState>,
  change: (changes: Partial<OpenSides>) => void,
  changeSide: (name: SideName, changes: Partial<Side>) => void,
) {
  const work = { left: createNewest(), right: createNewest(), alignment: createNewest() };
  let project: Project | null = null;

  const align = async () => {
    const signal = work.alignment.next();
    const state = store.getState();
    if (state.kind !== 'open') return;
    const { left, right } = { left: codeOf(state.left), right: codeOf(state.right) };
    const isAligned = left !== null && right !== null;
    change({ progress: { kind: isAligned ? 'aligning' : 'waiting' } });
    try {
      const choices = [state.left.choice, state.right.choice] as const;
      const by = areVersions(...choices) ? 'text' : 'source';
      const code = { left, right, by, older: olderSide(...choices) } as const;
      await alignSides(context, code, (shown) => change({ shown }), signal);
      if (!signal.aborted && isAligned) change({ progress: { kind: 'aligned' } });
    } catch (thrown) {
      if (signal.aborted) return;
      change({ progress: { kind: 'failed', reason: messageOf(thrown) } });
    }
  };
  const produce = async (name: SideName) => {
    const signal = work[name].next();
    const state = store.getState();
    if (state.kind !== 'open' || !project) return;
    work.alignment.next();
    change({ progress: { kind: 'waiting' } });
    changeSide(name, { output: { kind: 'compiling' } });
    const output = await produceOutput(context, state[name].choice, project, signal).catch(failed);
    if (output === null || signal.aborted) return;
    changeSide(name, { output });
    await align();
  };
  return {
    align: () => void align(),
    produce: (name: SideName) => void produce(name),
    /** Restarts compiles in progress for the side that they now belong to. */
    swapped() {
      for (const name of SIDES) {
        work[name].next();
        const state = store.getState();
        if (state.kind === 'open' && state[name].output.kind === 'compiling') void produce(name);
      }
      void align();
    },
    start(opened: Project) {
      project = opened;
      for (const name of SIDES) void produce(name);
    },
    stop() {
      project = null;
      for (const each of Object.values(work)) each.end();
    },
  };
}

function failed(thrown: unknown): SideOutput {
  return { kind: 'failed', message: messageOf(thrown), log: '' };
}

function codeOf({ output, showsPrelude }: Side): SideCode | null {
  return output.kind === 'ready' ? { compiled: output.compiled, showsPrelude } : null;
}

interface AlignContext {
  readonly analysis: AnalysisClient;
  readonly lineMaps: LineMaps;
}

interface SideCode {
  readonly compiled: CompiledCode;
  readonly showsPrelude: boolean;
}

interface SidesCode {
  readonly left: SideCode | null;
  readonly right: SideCode | null;
  readonly by: AlignmentRequest['by'];
  readonly older: ShownOutputs['older'];
}

/**
 * Aligns two outputs in rows: immediately, and again by source lines once these are known.
 *
 * @param show called with each alignment, unless the signal was aborted
 * @returns after the last call of `show`; rejects with a sentence if the code cannot be analysed
 */
async function alignSides(
  { analysis, lineMaps }: AlignContext,
  { left, right, by, older }: SidesCode,
  show: (shown: ShownOutputs) => void,
  signal: AbortSignal,
): Promise<void> {
  const place = async (leftMap: PackedMap | null, rightMap: PackedMap | null) => {
    const alignment = await analysis.ask('alignOutputs', {
      left: left && outputOf(left, leftMap),
      right: right && outputOf(right, rightMap),
      by,
    });
    if (signal.aborted) return;
    show({ left: left?.compiled ?? null, right: right?.compiled ?? null, alignment, older });
  };
  await place(null, null);
  if (!left || !right || by === 'text' || signal.aborted) return;
  const [leftMap, rightMap] = await Promise.all([
    lineMaps.of(left.compiled, signal),
    lineMaps.of(right.compiled, signal),
  ]);
  if (leftMap && rightMap) await place(packMap(leftMap), packMap(rightMap));
}

function outputOf({ compiled, showsPrelude }: SideCode, map: PackedMap | null): AlignedOutput {
  const { request, code } = compiled;
  return { target: request.target, code, map, sources: textsOf(request), showsPrelude };
}

interface OutputContext {
  readonly compiles: BackgroundCompiles;
  readonly previousOf: PreviousOf;
}

/** Null if the signal was aborted. */
async function produceOutput(
  { compiles, previousOf }: OutputContext,
  choice: SideChoice,
  project: Project,
  signal: AbortSignal,
): Promise<SideOutput | null> {
  switch (choice.version) {
    case 'before': {
      const compiled = previousOf(choice.target, compiledEntryPoint(choice));
      return compiled ? { kind: 'ready', compiled } : GONE;
    }
    case 'now':
      return compile(compiles, requestOf(choice, project), signal);
    default:
      return assertNever(choice.version);
  }
}

const GONE: SideOutput = {
  kind: 'failed',
  message: 'The version before the last edit is no longer there. Choose “now”.',
  log: '',
};

function requestOf(choice: SideChoice, { text, files }: Project): CompileRequest {
  const { target } = choice;
  return { ...runRequest(text, files), target, entrypoint: compiledEntryPoint(choice) };
}

async function compile(
  compiles: BackgroundCompiles,
  request: CompileRequest,
  signal: AbortSignal,
): Promise<SideOutput | null> {
  const report = await compiles.compile(request, signal, 'soon');
  if (report === null) return null;
  if (report === 'no-answer') {
    const message = `The compiler does not finish this source for ${request.target}. Choose another target.`;
    return { kind: 'failed', message, log: '' };
  }
  if (!report.succ) return { kind: 'failed', message: report.message, log: report.log };
  const { code, reflection } = report.result;
  return { kind: 'ready', compiled: { request, code, reflection } };
}
