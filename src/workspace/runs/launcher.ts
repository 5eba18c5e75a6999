import type { StoreApi } from 'zustand/vanilla';
import type { PlaybackState, RunOutcome, UniformValues } from '#program/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#program/plan/runDescriptor.ts';
import type { Result } from '#shared/result.ts';
import { FRAME_NEVER_ENDED, notStartedAgain, STARTED_AGAIN } from '#workspace/messageTexts.ts';
import {
  begun,
  ended,
  expectingOutputs,
  failedRun,
  givenUp,
  type ShownRun,
  shownRun,
  takenOver,
  withShown,
} from '#workspace/runState.ts';
import type { RunService } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import { tell, tellQuietly } from '#workspace/tell.ts';
import { createLossCount, type LossCount, MAX_LOSSES } from './lossCount.ts';
import type { GatedRun, RunGate } from './runGate.ts';
import type { Runners } from './runners.ts';
import type { RunTrial } from './runTrial.ts';
import { interactiveComponents, suitableValues } from './uniformValues.ts';

/** One press on Run; only the newest decides what `run` becomes. */
export type RunRequest = number;

export interface Launch extends GatedRun {
  readonly request: RunRequest;
  /** By live mode: what runs goes on with it, and no tab is opened. */
  readonly live: boolean;
}

/** What the run that draws tells of its frames. */
export interface FrameEvents {
  /** A frame was submitted. Called in each frame. */
  frameDrawn(): void;
  /** The GPU is done with a frame. Called in each frame. */
  frameDone(): void;
  /** The GPU has worked on a frame for seconds and is not done. */
  frameOverdue(): void;
}

/** Brings runs to the graphics device, and back to it after a loss. */
export interface Launcher extends FrameEvents {
  /** A run was asked for; what ran before goes on until `launch` has succeeded. */
  begin(): RunRequest;
  /** The newest request, for what follows from it. */
  newest(): RunRequest;
  /**
   * The launch never happens.
   *
   * @param failed the text has a fault, so that what is shown is of an earlier one
   */
  giveUp(request: RunRequest, failed: boolean): void;
  launch(launch: Launch): Promise<void>;
  /** Live mode will launch this very descriptor, unless the text is edited before. */
  expect(descriptor: RunDescriptor): void;
  /** The run ended by itself. */
  runFailed(): void;
  /**
   * Starts what ran, or was being started, once more on a new device. It waits for a person instead
   * if the same source has lost three devices in a row, or one with a frame that never ended; not if
   * a newer source is being compiled anyway.
   */
  deviceLost(): void;
}

export function createLauncher(
  store: StoreApi<WorkspaceState>,
  runners: Pick<Runners, 'obtain' | 'current'>,
  gate: RunGate,
): Launcher {
  const { getState, setState } = store;
  const losses = createLossCount();
  let newestRequest: RunRequest = 0;
  let launches = 0;
  let launching: Launch | null = null;
  let running: Launch | null = null;

  const giveUp = (request: RunRequest, failed: boolean) => {
    const { run } = getState();
    const marked = failed ? withShown(run, { stale: true }) : run;
    setState({ run: request === newestRequest ? givenUp(marked) : marked });
  };

  const succeed = (launched: Launch, outcome: RunOutcome) => {
    const { source } = launched;
    launching = null;
    running = launched;
    losses.started(source);
    if (outcome.kind === 'unchanged') gate.trial.unchanged(source);
    else gate.trial.tookOver(launched);
    const overtaken = launched.request !== newestRequest && getState().run.kind === 'starting';
    showRun(store, launched, outcome, overtaken);
  };

  const launch = async (next: Launch): Promise<void> => {
    launches += 1;
    const turn = launches;
    const held = await gate.check(next);
    if (turn !== launches) return;
    setState({ held });
    if (held) return giveUp(next.request, false);
    launching = next;
    const refuse = (error: string) => {
      launching = null;
      gate.trial.launchFailed();
      if (next.live) tellQuietly(store, 'run', error);
      else tell(store, 'run', error);
      giveUp(next.request, true);
    };
    const runner = await runners.obtain();
    if (launching !== next) return;
    if (!runner.ok) return refuse(runner.error);
    gate.trial.launched(next.source);
    // The first picture of a page has its canvas by the time that it is ready to be drawn.
    setState({ run: expectingOutputs(getState().run, next.descriptor.outputTypes) });
    const result = await setUp(runner.value, next, getState().uniformValues);
    if (launching !== next) return;
    if (!result.ok) return refuse(result.error);
    succeed(next, result.value);
  };

  return {
    begin() {
      newestRequest += 1;
      setState({ held: null, run: begun(getState().run) });
      return newestRequest;
    },
    newest: () => newestRequest,
    giveUp,
    launch,
    expect: (descriptor) => runners.current()?.expectUpdate(descriptor),
    ...frameEvents(losses, gate.trial),
    runFailed() {
      running = null;
      gate.trial.ended();
      setState({ run: ended(getState().run) });
    },
    deviceLost() {
      const last = launching ?? running;
      const culprit = culpritOf(launching, running, shownRun(getState()).playback);
      // Until it has taken over, it was not counted.
      if (culprit && culprit !== running) losses.started(culprit.source);
      const compiling = getState().run.kind === 'starting' && last?.request !== newestRequest;
      launching = null;
      running = null;
      setState({ run: ended(getState().run) });
      if (!last || !culprit) return;
      const { inARow, hung } = losses.lost();
      gate.lost(culprit.source);
      if (compiling) return;
      if ((hung || inARow >= MAX_LOSSES) && culprit.source === last.source) {
        setState({ run: failedRun(getState().run), held: { kind: 'suspect' } });
        return tell(store, 'device', hung ? FRAME_NEVER_ENDED : notStartedAgain(inARow));
      }
      tell(store, 'device', STARTED_AGAIN);
      setState({ run: begun(failedRun(getState().run)) });
      // A launch of its own: the one before may still wait for an answer, which is stale now. It was
      // let through once; only the next page asks again.
      void launch({ ...last, live: false, automatic: false });
    },
  };
}

function frameEvents(losses: LossCount, trial: RunTrial): FrameEvents {
  return {
    frameDrawn() {
      losses.frame();
      trial.frame();
    },
    frameDone() {
      losses.frameDone();
      trial.frameDone();
    },
    frameOverdue: losses.frameOverdue,
  };
}

function showRun(
  store: StoreApi<WorkspaceState>,
  { descriptor, live }: Launch,
  outcome: RunOutcome,
  awaitsAnother: boolean,
): void {
  const { run } = store.getState();
  const { playback, printed } = shownRun({ run });
  const isNew = outcome.kind === 'started';
  const silenced = outcome.kind === 'updated' && outcome.silenced;
  const shown: ShownRun = {
    outputs: descriptor.outputTypes,
    uniforms: interactiveComponents(uniformComponents(descriptor)),
    stale: false,
    playback: isNew ? 'playing' : playback,
    printed: isNew || silenced ? '' : printed,
  };
  store.setState({ run: takenOver(shown, awaitsAnother) });
  openTab(store, { kind: live ? 'updated' : 'run started' });
}

/** What has cost the device: what draws, rather than what is being built beside it. */
function culpritOf(
  launching: Launch | null,
  running: Launch | null,
  playback: PlaybackState,
): Launch | null {
  return playback === 'playing' ? (running ?? launching) : (launching ?? running);
}

async function setUp(
  { start, update }: RunService,
  { descriptor, live, foreign }: Launch,
  valuesBefore: UniformValues,
): Promise<Result<RunOutcome>> {
  const started = performance.now();
  const values = suitableValues(interactiveComponents(uniformComponents(descriptor)), valuesBefore);
  const result = await (live ? update : start)(descriptor, values, {
    // Where a redirect leads to, nobody has allowed.
    followsRedirects: !foreign,
  });
  performance.measure(live ? 'playground:live-setup' : 'playground:run-setup', { start: started });
  return result;
}
