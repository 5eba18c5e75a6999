import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import { createNewest } from '#core/util/newest.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import { CLOSED, type TrialProgress, type TrialState } from './state.ts';
import { type TrialContext, tryGroupSizes } from './trial.ts';
import { writeSize } from './writing.ts';

export type GroupTrialsContext = TrialContext & {
  readonly workspace: Pick<
    ToolContext['workspace'],
    'store' | 'pause' | 'resume' | 'project' | 'editFiles'
  >;
};

/** The trial of an entry point’s group sizes: one at a time. */
export interface GroupTrials {
  readonly store: StoreApi<TrialState>;
  /** Tries the sizes of an entry point. The run is paused meanwhile. */
  start(entryPoint: string): void;
  /** Ends the trial that is under way. */
  cancel(): void;
  close(): void;
  /** Writes the best size into the source, as one undo step. */
  use(): void;
  dispose: Dispose;
}

const CANCELLED = 'The trial was cancelled.';

export function createGroupTrials(context: GroupTrialsContext): GroupTrials {
  const store = createStore<TrialState>(() => CLOSED);
  const set = (state: TrialState) => store.setState(state, true);
  // The run's frames would disturb the times.
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
    start: (entryPoint) => void start(entryPoint),
    cancel() {
      const state = store.getState();
      if (state.kind !== 'working') return;
      trial.end();
      set({ kind: 'stopped', entryPoint: state.entryPoint, reason: CANCELLED });
    },
    close,
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
