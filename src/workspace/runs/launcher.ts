import type { StoreApi } from 'zustand/vanilla';
import type { RunOutcome } from '#core/plan/runControls.ts';
import { type RunDescriptor, uniformComponents } from '#core/plan/runDescriptor.ts';
import type { Result } from '#core/util/result.ts';
import type { Runner } from '#engine/gpu/runner.ts';
import { FRAME_NEVER_ENDED, notStartedAgain, STARTED_AGAIN } from '#workspace/messageTexts.ts';
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

/** One press on Run; only the newest decides what `run` becomes. */
type RunRequest = number;

interface Launch extends GatedRun {
  readonly request: RunRequest;
  /** Nobody asked for it, so the tab stays; always by live mode. */
  readonly keepsTab?: boolean;
}

/** What the run that draws tells of its frames. */
interface FrameEvents {
  /** A frame was submitted. Called in each frame. */
  frameDrawn(): void;
  /**
   * The GPU has completed a frame. Called in each frame.
   *
   * @param isNewest the newest program drew it, not one before
   */
  frameDone(isNewest: boolean): void;
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
   * a newer source is being compiled anyway. No source is to blame while a tool uses the device.
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
  /** Why the newest run waits then; null if it does not. */
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
      // A launch of its own: the one before may still wait for an answer, which is stale now. It was
      // let through once; only the next page asks again.
      void launch({ ...last, cause: 'pressed', keepsTab: isByTool });
    },
  };
}

interface Launches {
  newestRequest: RunRequest;
  /** It was let through, and does not draw yet. */
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
    // What was said at the start of the page about a missing device is the end of this message.
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
    // The first picture of a page has its canvas by the time that it is ready to be drawn.
    setState({ run: expectingOutputs(getState().run, next.descriptor.outputTypes) });
    const result = await setUp(runner.value, next, getState());
    if (launches.launching !== next) return;
    if (!result.ok) return refuse(next, result.error);
    succeed(next, result.value);
  };
  return { giveUp, launch };
}

/** Why a lost run does not restart by itself; null if it does. */
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
    stale: false,
    playback: isNew ? 'playing' : playback,
    printed: isNew || silenced ? '' : printed,
  };
  store.setState({ run: takenOver(shown, awaitsAnother) });
  openTab(store, { kind: keepsTab ? 'updated' : 'run started' });
}

interface DeviceLoss {
  /** The newest run that was let through. */
  readonly last: Launch;
  /** The run to blame unless the GPU owes a frame: the one that draws, not the one being built. */
  readonly suspect: Launch;
  /** A newer source is being compiled, which starts by itself. */
  readonly isSuperseded: boolean;
}

/** Null if nothing ran. */
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
  const values = suitableValues(
    interactiveComponents(uniformComponents(descriptor)),
    uniformValues,
  );
  const result = await (live ? update : start)(descriptor, values, {
    // Where a redirect leads to, nobody has allowed.
    followsRedirects: !foreign,
    seed,
  });
  performance.measure(live ? 'playground:live-setup' : 'playground:run-setup', { start: started });
  return result;
}

/** After this many losses in a row, a source no longer restarts automatically. */
const MAX_LOSSES = 3;

/** A run that still draws this long after its start, in milliseconds, has lasted. */
const LASTING = 10_000;

/** A first frame that takes this long, in milliseconds, hangs. */
const HANGING = 1000;

interface Loss {
  /** The source to blame. */
  readonly source: string;
  /** Its losses in a row, with this one. A run that has lasted ends the row. */
  readonly inARow: number;
  /** The GPU never finished a frame of this source, so a new run is likely to end the same way. */
  readonly hung: boolean;
}

/** Counts how often in a row runs of one source have lost the graphics device. */
type LossCount = ReturnType<typeof createLossCount>;

/** The frames of one run. */
interface RunFrames {
  readonly source: string;
  readonly startedAt: number;
  lastAt: number;
  /** When the oldest of its first frames was submitted that the GPU owes. */
  firstAt: number;
  /** Frames that the GPU has not completed. */
  owed: number;
  hasDrawn: boolean;
  isOverdue: boolean;
}

/**
 * Frames alone do not prove a run good: a shader that hangs the device submits some before the
 * driver gives up, seconds later. So a run has lasted once it draws 10 s after its start.
 *
 * The GPU completes frames in their order, so the oldest one that it owes is the one that hangs, even
 * if another run has taken over since.
 *
 * @param now milliseconds
 */
export function createLossCount(now: () => number = () => performance.now()) {
  let losses = 0;
  let current: RunFrames | null = null;
  /** Runs before it whose frames the GPU still owes, oldest first. */
  let earlier: RunFrames[] = [];
  const unfinished = () => {
    const isOwed = current && (current.owed > 0 || current.isOverdue);
    return earlier[0] ?? (isOwed ? current : null);
  };
  const isHung = (run: RunFrames) =>
    run.isOverdue || (run.owed > 0 && !run.hasDrawn && now() - run.firstAt >= HANGING);
  const hasLasted = (run: RunFrames) => run.lastAt - run.startedAt >= LASTING;
  return {
    /** A run of this source has taken over; a source other than the last one begins at zero. */
    started(source: string) {
      if (source !== current?.source) losses = 0;
      if (current && current.owed > 0) earlier.push(current);
      current = framesOf(source, now());
    },
    /** The newest run submitted a frame. */
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
     * @param isNewest the newest run drew it, not one before
     */
    frameDone(isNewest: boolean) {
      const run = isNewest ? current : earlier[0];
      if (!run) return;
      run.owed = Math.max(0, run.owed - 1);
      run.hasDrawn = true;
      if (isNewest) earlier = [];
      else if (run.owed === 0) earlier.shift();
    },
    /** The GPU has worked on a frame for seconds. */
    frameOverdue() {
      // Until the next frame: a browser may call a frame done that was lost with the device.
      const run = unfinished();
      if (run) run.isOverdue = true;
    },
    /** @param suspect the source to blame if the GPU owes no frame */
    lost(suspect: string): Loss {
      const culprit = unfinished();
      const source = culprit?.source ?? suspect;
      const hung = culprit !== null && isHung(culprit);
      const counted = current;
      earlier = [];
      if (counted && counted.source !== source && culprit) {
        // An earlier run is to blame: what has taken over starts again with a clean record.
        current = framesOf(counted.source, now());
        return { source, inARow: 1, hung };
      }
      losses = counted?.source === source && !hasLasted(counted) ? losses + 1 : 1;
      current = framesOf(source, now());
      return { source, inARow: losses, hung };
    },
    /** The device was lost, and no run is to blame. */
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
