import type { PlaybackState } from '#core/plan/runControls.ts';
import type { OutputType } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { InteractiveComponent } from './runs/uniformValues.ts';

/** What there is to see of a run, and what can be set in it. */
export interface ShownRun {
  readonly outputs: readonly OutputType[];
  /** In the order of declaration. */
  readonly uniforms: readonly InteractiveComponent[];
  /** The newest source that was to run has a fault: this run is of an earlier one. */
  readonly stale: boolean;
  readonly playback: PlaybackState;
  /** What the newest frame that printed has printed. */
  readonly printed: string;
}

type SettledRun =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'running' } & ShownRun)
  /** It stopped by itself. A message says why, and its last picture stays. */
  | ({ readonly kind: 'failed' } & ShownRun);

export type RunState =
  | SettledRun
  /** Being compiled and built. The run before goes on, and stays if this fails. */
  | {
      readonly kind: 'starting';
      readonly before: SettledRun;
      /** What it will show; empty until that is known. */
      readonly outputs: readonly OutputType[];
    };

/** Why a run was not started. */
export type HeldRun =
  /** A text from somewhere else would fetch from these origins, which nobody has allowed yet. */
  | { readonly kind: 'origins'; readonly origins: readonly string[] }
  /** It would start automatically, and an earlier run of it ended badly. */
  | { readonly kind: 'suspect'; readonly badEnd: BadEnd };

/** How a source's last run ended badly. */
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

/** Whether there is anything to see of a run, including a failed one. */
export function showsRun(state: WithRun): boolean {
  return settledRun(state).kind !== 'idle';
}

/** Whether frames are drawn, or would be if playback were not paused. */
export function isRunning(state: WithRun): boolean {
  return settledRun(state).kind === 'running';
}

/** What there is to see; defaults if nothing ran yet. */
export function shownRun(state: WithRun): ShownRun {
  const settled = settledRun(state);
  return settled.kind === 'idle' ? NOTHING_SHOWN : settled;
}

/** What the page shows of runs: a first run has its place before its first frame. */
export function outputsOf(state: WithRun): readonly OutputType[] {
  const { run } = state;
  return run.kind === 'starting' && run.before.kind === 'idle'
    ? run.outputs
    : shownRun(state).outputs;
}

/** A run was asked for. */
export function begun(run: RunState): RunState {
  return run.kind === 'starting' ? run : { kind: 'starting', before: run, outputs: [] };
}

/** The run that was asked for does not come. */
export function givenUp(run: RunState): RunState {
  return run.kind === 'starting' ? run.before : run;
}

/** The run that draws has another property; nothing happens if none draws. */
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

/** A first run is about to show these: they get their place before its first frame. */
export function expectingOutputs(run: RunState, outputs: readonly OutputType[]): RunState {
  return showsRun({ run }) ? run : { kind: 'starting', before: { kind: 'idle' }, outputs };
}

/** A run has taken over. Another one may still be to come. */
export function takenOver(shown: ShownRun, awaitsAnother: boolean): RunState {
  const running: SettledRun = { kind: 'running', ...shown };
  return awaitsAnother ? { kind: 'starting', before: running, outputs: [] } : running;
}

/** As {@link ended}, with nothing to come. What there was to see stays. */
export function failedRun(run: RunState): SettledRun {
  return { ...shownRun({ run }), outputs: outputsOf({ run }), kind: 'failed' };
}

/** The run that draws has ended by itself; one that was asked for is still to come. */
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
