import { createStore } from 'zustand/vanilla';
import { createNewest } from '#core/util/newest.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import type { Candidate } from './candidates.ts';
import { filesOf } from './copies.ts';
import { changesFor, findNumthreads } from './numthreads.ts';
import {
  CLOSED,
  type DoneTrial,
  type TrialNote,
  type TrialProgress,
  type TrialState,
} from './state.ts';
import { type TrialContext, tryGroupSizes } from './trial.ts';

type GroupTrialsContext = TrialContext & {
  readonly workspace: Pick<
    ToolContext['workspace'],
    'store' | 'pause' | 'resume' | 'project' | 'editFiles'
  >;
};

/** Tries group sizes of entry points, one entry point at a time. */
export type GroupTrials = ReturnType<typeof createGroupTrials>;

const CANCELLED = 'The trial was cancelled.';

export function createGroupTrials(context: GroupTrialsContext) {
  const store = createStore<TrialState>(() => CLOSED);
  const set = (state: TrialState) => store.setState(state, true);
  // The run's frames would disturb the measurements.
  const playback = createPlaybackHold(context.workspace);
  const trial = createNewest();
  const start = async (entryPoint: string) => {
    const signal = trial.next();
    const show = (state: TrialState) => {
      if (!signal.aborted) set(state);
    };
    const onProgress = (progress: TrialProgress) => show({ kind: 'working', entryPoint, progress });
    onProgress({ step: 'compiling', done: 0, of: 0 });
    playback.hold();
    const outcome = await tryGroupSizes({ context, entryPoint, signal, onProgress });
    if (trial.signal === signal) playback.release();
    if (outcome?.ok) show(outcome.value);
    else if (outcome) show({ kind: 'stopped', entryPoint, reason: outcome.error });
  };
  const close = () => {
    trial.end();
    set(CLOSED);
  };
  const unsubscribe = context.workspace.store.subscribe(({ opened }, before) => {
    if (opened.revision !== before.opened.revision) close();
  });
  return {
    store,
    /** Tries the sizes of an entry point while the run is paused. */
    start: (entryPoint: string) => void start(entryPoint),
    cancel() {
      const state = store.getState();
      if (state.kind !== 'working') return;
      trial.end();
      set({ kind: 'stopped', entryPoint: state.entryPoint, reason: CANCELLED });
    },
    close,
    /** Writes the best size into the source as one undo step. */
    use() {
      const state = store.getState();
      if (state.kind !== 'done' || state.advice.kind !== 'use') return;
      set({ ...state, note: writeSize(context.workspace, state, state.advice.size) });
    },
    dispose() {
      unsubscribe();
      trial.end();
    },
  };
}

type WritingWorkspace = Pick<ToolContext['workspace'], 'store' | 'project' | 'editFiles'>;

function writeSize(
  workspace: WritingWorkspace,
  { entryPoint, present }: DoneTrial,
  { size, text }: Candidate,
): TrialNote {
  const files = filesOf(workspace.project());
  const written = `The source now has groups of ${text} threads for ${entryPoint}.`;
  if (findNumthreads(files, entryPoint, size).ok) return { isProblem: false, text: written };
  const place = findNumthreads(files, entryPoint, present);
  if (!place.ok) return { isProblem: true, text: place.error };
  const changes = changesFor(place.value, size);
  workspace.editFiles({
    files: [{ id: place.value.file.id, changes }],
    label: `Use groups of ${text} threads for ${entryPoint}`,
  });
  const { live } = workspace.store.getState();
  return { isProblem: false, text: live ? written : `${written} Run it to use them.` };
}
