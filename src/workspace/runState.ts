import type { PlaybackState } from '#core/plan/runControls.ts';
import type { OutputType } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { InteractiveComponent } from './runs/uniformValues.ts';

/** The visible results of a run, and its uniforms. */
export interface ShownRun {
  readonly outputs: readonly OutputType[];
  /** In the order of declaration. */
  readonly uniforms: readonly InteractiveComponent[];
  /** Whether uniforms follow the camera. */
  readonly hasCamera?: boolean;
  /**
   * Whether the newest source that should run has an error, so that this run is of an earlier one.
   */
  readonly stale: boolean;
  readonly playback: PlaybackState;
  /** The text of the newest frame that printed. */
  readonly printed: string;
}

type SettledRun =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'running' } & ShownRun)
  /** The run stopped by itself. A message says why, and its last picture stays. */
  | ({ readonly kind: 'failed' } & ShownRun);

export type RunState =
  | SettledRun
  /** A run is being compiled and built. The previous run continues, and stays if this one fails. */
  | {
      readonly kind: 'starting';
      readonly before: SettledRun;
      /** The outputs of the new run; empty until they are known. */
      readonly outputs: readonly OutputType[];
    };

export type HeldRun =
  /** A source from elsewhere would fetch from these origins, which the user has not allowed yet. */
  | { readonly kind: 'origins'; readonly origins: readonly string[] }
  /** The run would start automatically, but an earlier run of the same source ended badly. */
  | { readonly kind: 'suspect'; readonly badEnd: BadEnd };

export type BadEnd = 'lost device' | 'unfinished';

const NOTHING_SHOWN: ShownRun = {
  outputs: [],
  uniforms: [],
  stale: false,
  playback: 'playing',
  printed: '',
};

interface WithRun {
  readonly run: RunState;
}

function settledRun({ run }: WithRun): SettledRun {
  return run.kind === 'starting' ? run.before : run;
}

/** Whether a run has visible results; also true for a failed run. */
export function showsRun(state: WithRun): boolean {
  return settledRun(state).kind !== 'idle';
}

/** Whether frames are drawn, or would be if playback were not paused. */
export function isRunning(state: WithRun): boolean {
  return settledRun(state).kind === 'running';
}

/** The visible run; defaults if nothing has run yet. */
export function shownRun(state: WithRun): ShownRun {
  const settled = settledRun(state);
  return settled.kind === 'idle' ? NOTHING_SHOWN : settled;
}

/** The outputs that the page shows. A first run gets its place before its first frame. */
export function outputsOf(state: WithRun): readonly OutputType[] {
  const { run } = state;
  return run.kind === 'starting' && run.before.kind === 'idle'
    ? run.outputs
    : shownRun(state).outputs;
}

export function begun(run: RunState): RunState {
  return run.kind === 'starting' ? run : { kind: 'starting', before: run, outputs: [] };
}

/** The state after the requested run was given up. */
export function givenUp(run: RunState): RunState {
  return run.kind === 'starting' ? run.before : run;
}

/** Changes properties of the visible run; does nothing if there is none. */
export function withShown(run: RunState, change: Partial<ShownRun>): RunState {
  switch (run.kind) {
    case 'idle':
      return run;
    case 'starting':
      return run.before.kind === 'idle' ? run : { ...run, before: { ...run.before, ...change } };
    case 'running':
    case 'failed':
      return { ...run, ...change };
    default:
      return assertNever(run);
  }
}

/** Reserves space for a first run's outputs before its first frame. */
export function expectingOutputs(run: RunState, outputs: readonly OutputType[]): RunState {
  return showsRun({ run }) ? run : { kind: 'starting', before: { kind: 'idle' }, outputs };
}

/** The state after a run has taken over, possibly while another is still starting. */
export function takenOver(shown: ShownRun, awaitsAnother: boolean): RunState {
  const running: SettledRun = { kind: 'running', ...shown };
  return awaitsAnother ? { kind: 'starting', before: running, outputs: [] } : running;
}

/** Like {@link ended}, but with no run to follow. The visible results stay. */
export function failedRun(run: RunState): SettledRun {
  return { ...shownRun({ run }), outputs: outputsOf({ run }), kind: 'failed' };
}

/** The state after the visible run has ended by itself. A requested run still starts. */
export function ended(run: RunState): RunState {
  switch (run.kind) {
    case 'idle':
      return run;
    case 'starting':
      return { ...run, before: failedRun(run) };
    case 'running':
    case 'failed':
      return failedRun(run);
    default:
      return assertNever(run);
  }
}
