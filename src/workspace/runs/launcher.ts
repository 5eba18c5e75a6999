import type { StoreApi } from 'zustand/vanilla';
import type { RunOutcome } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { Result } from '#core/util/result.ts';
import type { Runner } from '#engine/gpu/runner.ts';
import { FRAME_NEVER_ENDED, notStartedAgain, STARTED_AGAIN } from '#workspace/messages.ts';
import {
  begun,
  ended,
  expectingOutputs,
  failedRun,
  givenUp,
  type RunState,
  type ShownRun,
  shownRun,
  takenOver,
  withShown,
} from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import { openTab } from '#workspace/tabs.ts';
import { tell, tellQuietly } from '#workspace/tell.ts';
import type { CrashRecord } from './crashRecord.ts';
import type { GatedRun, RunGate } from './runGate.ts';
import type { RunnerProvider } from './runnerProvider.ts';
import { interactiveComponents, suitableValues } from './uniformValues.ts';

/** Identifies one run request; only the newest determines the state `run`. */
type RunRequest = number;

interface Launch extends GatedRun {
  readonly request: RunRequest;
  /**
   * Whether the tab stays, because the user did not request the run; by default, only in live mode.
   */
  readonly keepsTab?: boolean;
}

interface FrameEvents {
  /** Called in each frame, after it was submitted. */
  frameDrawn(): void;
  /**
   * Called for each frame, when the GPU has completed it.
   *
   * @param isNewest whether the newest program drew it, not an earlier one
   */
  frameDone(isNewest: boolean): void;
  /** The GPU has worked on a frame for seconds without completing it. */
  frameOverdue(): void;
}

/** Launches runs on the graphics device, and relaunches them after a device loss. */
export interface Launcher extends FrameEvents {
  /** Registers a run request. The previous run continues until `launch` has succeeded. */
  begin(): RunRequest;
  /** The newest request, for launches that belong to it. */
  newest(): RunRequest;
  /**
   * The launch never happens.
   *
   * @param failed whether the source has an error, so that the visible run is of an earlier source
   */
  giveUp(request: RunRequest, failed: boolean): void;
  launch(launch: Launch): Promise<void>;
  /** Live mode will launch this very descriptor, unless the text is edited first. */
  expect(descriptor: RunDescriptor): void;
  runFailed(): void;
  /**
   * Restarts the current or starting run on a new device, unless a newer source is being compiled
   * anyway. The restart waits for the user if the same source has lost three devices in a row, or
   * one with a frame that never ended. While a tool uses the device, no source is to blame.
   */
  deviceLost(): void;
}

export function createLauncher(
  store: StoreApi<WorkspaceState>,
  runners: RunnerProvider,
  gate: RunGate,
): Launcher {
  const { getState, setState } = store;
  const losses = createLossCount();
  const launches: Launches = { newestRequest: 0, launching: null, running: null };
  const { launch, giveUp } = createLaunching(store, runners, gate, losses, launches);
  /**
   * Records the loss; returns why the newest run must wait for the user, or null if it need not.
   */
  const blame = ({ last, suspect }: DeviceLoss) => {
    const blamed = losses.lost(suspect.source);
    gate.lost(blamed.source);
    return blamed.source === last.source ? reasonToWaitAfter(blamed) : null;
  };
  return {
    begin() {
      launches.newestRequest += 1;
      setState({ held: null, run: begun(getState().run) });
      return launches.newestRequest;
    },
    newest: () => launches.newestRequest,
    giveUp,
    launch,
    expect: (descriptor) => runners.current()?.expectUpdate(descriptor),
    ...frameEvents(losses, gate.crashRecord),
    runFailed() {
      launches.running = null;
      gate.crashRecord.ended();
      setState({ run: ended(getState().run) });
    },
    deviceLost() {
      const { run } = getState();
      const loss = lossOf(launches, run);
      launches.launching = null;
      launches.running = null;
      setState({ run: ended(run) });
      if (!loss) return;
      const { last } = loss;
      const isByTool = runners.isUsedByTool();
      const reasonToWait = isByTool ? losses.forgetFrames() : blame(loss);
      if (loss.isSuperseded) return;
      if (reasonToWait) {
        const held = { kind: 'suspect', badEnd: 'lost device' } as const;
        setState({ run: failedRun(getState().run), held });
        return tell(store, 'device', reasonToWait);
      }
      if (!isByTool) tell(store, 'device', STARTED_AGAIN);
      setState({ run: begun(failedRun(getState().run)) });
      // A new launch: the previous one may still wait for an answer that is stale now. The gate has
      // let it through already; only the next page asks again.
      void launch({ ...last, cause: 'pressed', keepsTab: isByTool });
    },
  };
}

interface Launches {
  newestRequest: RunRequest;
  /** A launch that the gate has let through but that does not draw yet. */
  launching: Launch | null;
  running: Launch | null;
}

function createLaunching(
  store: StoreApi<WorkspaceState>,
  runners: RunnerProvider,
  gate: RunGate,
  losses: LossCount,
  launches: Launches,
): Pick<Launcher, 'giveUp' | 'launch'> {
  const { getState, setState } = store;
  let newest: Launch | null = null;

  const giveUp = (request: RunRequest, failed: boolean) => {
    const { run } = getState();
    const marked = failed ? withShown(run, { stale: true }) : run;
    setState({ run: request === launches.newestRequest ? givenUp(marked) : marked });
  };
  const refuse = ({ cause, request }: Launch, error: string) => {
    launches.launching = null;
    gate.crashRecord.launchFailed();
    // The error ends with the text of the earlier message about a missing device, so drop that one.
    const messages = getState().messages.filter(
      ({ about, text }) => about !== 'device' || !error.endsWith(text),
    );
    setState({ messages });
    if (cause === 'live') tellQuietly(store, 'run', error);
    else tell(store, 'run', error);
    giveUp(request, true);
  };
  const succeed = (launched: Launch, outcome: RunOutcome) => {
    const { source, request } = launched;
    launches.launching = null;
    launches.running = launched;
    losses.started(source);
    if (outcome.kind === 'unchanged') gate.crashRecord.unchanged(source);
    else gate.crashRecord.tookOver(launched);
    const awaitsAnother = request !== launches.newestRequest && getState().run.kind === 'starting';
    showRun(store, launched, outcome, awaitsAnother);
  };
  const launch = async (next: Launch): Promise<void> => {
    newest = next;
    const held = await gate.check(next);
    if (newest !== next) return;
    setState({ held });
    if (held) return giveUp(next.request, false);
    launches.launching = next;
    const runner = await runners.obtain();
    if (launches.launching !== next) return;
    if (!runner.ok) return refuse(next, runner.error);
    gate.crashRecord.launched(next.source);
    // A page's first picture gets its canvas while the run is being built.
    setState({ run: expectingOutputs(getState().run, next.descriptor.outputTypes) });
    const result = await setUp(runner.value, next, getState());
    if (launches.launching !== next) return;
    if (!result.ok) return refuse(next, result.error);
    succeed(next, result.value);
  };
  return { giveUp, launch };
}

/** Why a lost run does not restart automatically; null if it does. */
function reasonToWaitAfter({ hung, inARow }: Loss): string | null {
  if (hung) return FRAME_NEVER_ENDED;
  return inARow >= MAX_LOSSES ? notStartedAgain(inARow) : null;
}

function frameEvents(losses: LossCount, crashRecord: CrashRecord): FrameEvents {
  return {
    frameDrawn() {
      losses.frame();
      crashRecord.frame();
    },
    frameDone(isNewest) {
      losses.frameDone(isNewest);
      if (isNewest) crashRecord.frameDone();
    },
    frameOverdue: losses.frameOverdue,
  };
}

function showRun(
  store: StoreApi<WorkspaceState>,
  { descriptor, cause, keepsTab = cause === 'live' }: Launch,
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
    hasCamera: uniformComponents(descriptor).some(({ type }) => type === 'CAMERA'),
    stale: false,
    playback: isNew ? 'playing' : playback,
    printed: isNew || silenced ? '' : printed,
  };
  store.setState({ run: takenOver(shown, awaitsAnother) });
  openTab(store, { kind: keepsTab ? 'updated' : 'run started' });
}

interface DeviceLoss {
  /** The newest launch that the gate has let through. */
  readonly last: Launch;
  /**
   * The launch to blame unless the GPU has an unfinished frame: the one that draws, not the one
   * being built.
   */
  readonly suspect: Launch;
  /** Whether a newer source is being compiled, which will start anyway. */
  readonly isSuperseded: boolean;
}

/** Null if nothing was running or starting. */
function lossOf({ launching, running, newestRequest }: Launches, run: RunState): DeviceLoss | null {
  const isPlaying = shownRun({ run }).playback === 'playing';
  const last = launching ?? running;
  const suspect = isPlaying ? (running ?? launching) : last;
  if (!last || !suspect) return null;
  const isSuperseded = run.kind === 'starting' && last.request !== newestRequest;
  return { last, suspect, isSuperseded };
}

async function setUp(
  { start, update }: Runner,
  { descriptor, cause, foreign }: Launch,
  { uniformValues, seed }: Pick<WorkspaceState, 'uniformValues' | 'seed'>,
): Promise<Result<RunOutcome>> {
  const started = performance.now();
  const live = cause === 'live';
  const values = suitableValues(uniformComponents(descriptor), uniformValues);
  const result = await (live ? update : start)(descriptor, values, {
    // The user has not allowed the target of a redirect.
    followsRedirects: !foreign,
    seed,
  });
  performance.measure(live ? 'playground:live-setup' : 'playground:run-setup', { start: started });
  return result;
}

/** After this many losses in a row, a source no longer restarts automatically. */
const MAX_LOSSES = 3;

/** A run that still draws this long after its start has lasted (ms). */
const LASTING = 10_000;

/** A first frame that takes this long hangs (ms). */
const HANGING = 1000;

interface Loss {
  readonly source: string;
  /** The number of consecutive losses, including this one. A run that has lasted resets it. */
  readonly inARow: number;
  /**
   * Whether the GPU never finished a frame of this source, so that a new run would probably fail
   * too.
   */
  readonly hung: boolean;
}

type LossCount = ReturnType<typeof createLossCount>;

interface RunFrames {
  readonly source: string;
  readonly startedAt: number;
  lastAt: number;
  /**
   * When the oldest unfinished frame was submitted; no longer updated after the first completed
   * frame.
   */
  firstAt: number;
  /** Number of frames that the GPU has not completed. */
  owed: number;
  hasDrawn: boolean;
  isOverdue: boolean;
}

/**
 * Drawn frames alone do not prove a run good: a shader that hangs the device submits some before
 * the driver gives up seconds later. A run has lasted if it still draws 10 s after its start.
 *
 * The GPU completes frames in order, so the oldest unfinished frame is the one that hangs, even if
 * another run has taken over since.
 *
 * @param now the time in milliseconds
 */
export function createLossCount(now: () => number = () => performance.now()) {
  let losses = 0;
  let current: RunFrames | null = null;
  /** Earlier runs with frames that the GPU has not completed, oldest first. */
  let earlier: RunFrames[] = [];
  const unfinished = () => {
    const isOwed = current && (current.owed > 0 || current.isOverdue);
    return earlier[0] ?? (isOwed ? current : null);
  };
  const isHung = (run: RunFrames) =>
    run.isOverdue || (run.owed > 0 && !run.hasDrawn && now() - run.firstAt >= HANGING);
  const hasLasted = (run: RunFrames) => run.lastAt - run.startedAt >= LASTING;
  return {
    /** A run of this source has taken over. A different source resets the count. */
    started(source: string) {
      if (source !== current?.source) losses = 0;
      if (current && current.owed > 0) earlier.push(current);
      current = framesOf(source, now());
    },
    frame() {
      if (!current) return;
      current.lastAt = now();
      if (current.owed === 0 && !current.hasDrawn) current.firstAt = current.lastAt;
      current.owed += 1;
      current.isOverdue = false;
    },
    /**
     * The GPU has completed a frame.
     *
     * @param isNewest whether the newest run drew it, not an earlier one
     */
    frameDone(isNewest: boolean) {
      const run = isNewest ? current : earlier[0];
      if (!run) return;
      run.owed = Math.max(0, run.owed - 1);
      run.hasDrawn = true;
      if (isNewest) earlier = [];
      else if (run.owed === 0) earlier.shift();
    },
    /** The GPU has worked on a frame for seconds without completing it. */
    frameOverdue() {
      // Holds until the next frame: a browser may report a frame as done that was lost with the
      // device.
      const run = unfinished();
      if (run) run.isOverdue = true;
    },
    /** @param suspect the source to blame if the GPU has no unfinished frame */
    lost(suspect: string): Loss {
      const culprit = unfinished();
      const source = culprit?.source ?? suspect;
      const hung = culprit !== null && isHung(culprit);
      const counted = current;
      earlier = [];
      if (counted && counted.source !== source && culprit) {
        // An earlier run is to blame, so the current run restarts with a clean record.
        current = framesOf(counted.source, now());
        return { source, inARow: 1, hung };
      }
      losses = counted?.source === source && !hasLasted(counted) ? losses + 1 : 1;
      current = framesOf(source, now());
      return { source, inARow: losses, hung };
    },
    /** The device was lost, but no run is to blame. */
    forgetFrames() {
      earlier = [];
      current &&= framesOf(current.source, now());
    },
  };
}

const framesOf = (source: string, time: number): RunFrames => ({
  source,
  startedAt: time,
  lastAt: time,
  firstAt: 0,
  owed: 0,
  hasDrawn: false,
  isOverdue: false,
});
