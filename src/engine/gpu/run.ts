import type { FrameStats } from '#core/plan/runControls.ts';
import type { RunChange, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createFrameDrawer, type FrameDrawer } from './frameDrawer.ts';
import { createPlayback, type FrameOutcome, type Playback, startFrameLoop } from './playback.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { RunContext } from './runContext.ts';

export interface Run
  extends Pick<Playback, 'pause' | 'resume' | 'step' | 'reset' | 'redraw' | 'show' | 'setPace'>,
    Pick<Restraint, 'hold'> {
  readonly version: ProgramVersion;
  readonly ended: boolean;
  /**
   * Replaces the version; frame, time and playback stay. On failure, returns the reason and keeps
   * the old version. Changes nothing once the signal is aborted.
   */
  update(next: ProgramVersion, change: RunChange, signal: AbortSignal): Promise<Result<void>>;
  /** Ends the frame loop and frees everything that the run created. */
  stop: Dispose;
}

/** Starts at frame 0, playing. */
export function startRun(context: RunContext, first: ProgramVersion): Run {
  const disposer = createDisposer();
  const rate = createFrameRate();
  const restraint = createRestraint(context);
  const failure = createFailure(context, () => playback.drawn);
  const drawer = createFrameDrawer(context, first, failure.inLastFrame);
  disposer.add(drawer.dispose);
  const playback = createPlayback(context.pace(), context.awakeNow, (state) => {
    rate.reset();
    context.onPlayback(state);
  });
  const reportStats = reportFrameStats(context, drawer, rate);
  const { turn, finishFrame } = createFrameTurns({
    ...{ drawer, playback, restraint, awakeNow: context.awakeNow },
    onSubmitted(frame, seconds, awake) {
      frames.submitted();
      if (playback.playing) rate.tick(awake);
      reportStats(frame, seconds);
    },
  });
  const between = betweenFrames(finishFrame, failure);
  const frames = followVersionFrames(context, first, between(playback.pause));
  disposer.add(
    startFrameLoop({
      frame: (now) => failure.guard(turn, now),
      framesPerTurn: () => playback.framesPerTurn,
      now: context.awakeNow,
      workDone: () => context.device.queue.onSubmittedWorkDone(),
      ...{ onOverdue: context.onFrameOverdue, onDone: restraint.done },
      onLateFrameDone: frames.doneLate,
      onFrameDone(index, milliseconds) {
        restraint.frameTook(milliseconds);
        frames.done(index, milliseconds);
      },
    }),
  );
  return {
    pause: between(playback.pause),
    resume: between(playback.resume),
    step: between(playback.step),
    reset: between(() => {
      rate.reset();
      playback.reset();
    }),
    show: between(playback.show),
    setPace: playback.setPace,
    redraw: between(playback.redraw),
    get version() {
      return drawer.version;
    },
    get ended() {
      return failure.ended;
    },
    async update(next, change, signal) {
      const prepared = await drawer.prepare(next, change);
      if (!prepared.ok) return prepared;
      if (signal.aborted) {
        prepared.value.discard();
        return ok(undefined);
      }
      try {
        finishFrame();
        prepared.value.commit();
      } catch (thrown) {
        return fail(messageOf(thrown));
      }
      frames.versionChanged(next);
      restraint.versionChanged();
      playback.versionChanged(next.descriptor.callCommands.some(({ callOnce }) => !callOnce));
      return ok(undefined);
    },
    hold: restraint.hold,
    stop: disposer.dispose,
  };
}

type RunFailure = ReturnType<typeof createFailure>;

/**
 * Ends the run at the first error that a frame throws or that the device reports.
 *
 * @param drawn returns the number of the last drawn frame
 */
function createFailure({ onError }: RunContext, drawn: () => number) {
  let ended = false;
  const end = (frame: number, reason: string): FrameOutcome => {
    if (!ended) onError(`Error rendering frame ${frame}: ${reason}`);
    ended = true;
    return 'finished';
  };
  const inNextFrame = (thrown: unknown) => end(drawn() + 1, messageOf(thrown));
  return {
    get ended(): boolean {
      return ended;
    },
    /** Called when the device rejects something that the last frame created. */
    inLastFrame: (reason: string) => void end(drawn(), reason),
    inNextFrame,
    guard(turn: (now: number) => FrameOutcome, now: number): FrameOutcome {
      if (ended) return 'finished';
      try {
        return turn(now);
      } catch (thrown) {
        return inNextFrame(thrown);
      }
    },
  };
}

/** Wraps an action that changes the run, so that it first submits the rest of a frame in pieces. */
function betweenFrames(finishFrame: () => void, failure: RunFailure) {
  return <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        if (!failure.ended) finishFrame();
      } catch (thrown) {
        failure.inNextFrame(thrown);
      }
      act(...args);
    };
}

const FRAMES = 20;
const MAX_FRAMES_PER_SECOND = 60;

export function createFrameRate() {
  // A ring that is never reallocated, because every frame writes to it.
  const times = new Float64Array(FRAMES + 1);
  let count = 0;
  const frameTime = () => {
    const intervals = Math.min(count - 1, FRAMES);
    if (intervals < 1) return 0;
    const newest = times[(count - 1) % times.length] ?? 0;
    const oldest = times[(count - 1 - intervals) % times.length] ?? 0;
    return (newest - oldest) / intervals;
  };
  return {
    /** @param now in milliseconds */
    tick(now: number) {
      times[count % times.length] = now;
      count += 1;
    },
    /** Mean milliseconds between frames; 0 until there are two. */
    get frameTime(): number {
      return frameTime();
    },
    /** At most 60; 0 until there are two frames. */
    get framesPerSecond(): number {
      const milliseconds = frameTime();
      return milliseconds > 0 ? Math.min(MAX_FRAMES_PER_SECOND, 1000 / milliseconds) : 0;
    },
    /** Restarts the measurement, for example after a pause. */
    reset() {
      count = 0;
    },
  };
}

interface FrameTurnsOptions extends Pick<RunContext, 'awakeNow'> {
  readonly drawer: FrameDrawer;
  readonly playback: Playback;
  readonly restraint: Restraint;
  /**
   * Called when a frame is completely submitted. `seconds` is the run's time, `awake` that of the
   * page's clock (ms).
   */
  onSubmitted(frame: number, seconds: number, awake: number): void;
}

function createFrameTurns(options: FrameTurnsOptions) {
  const { drawer, playback, restraint, awakeNow, onSubmitted } = options;
  let frame = 0;
  let seconds = 0;
  /** A frame was finished outside a turn, and the loop has not been informed yet. */
  let isUntold = false;
  const submitted = (awake: number) => {
    restraint.submitted();
    onSubmitted(frame, seconds, awake);
    // Without a dispatch, nothing would ever change again, and printed text stays visible.
    playback.frameDrawn(drawer.dispatched, awake);
  };
  return {
    turn(now: number): FrameOutcome {
      if (isUntold) {
        isUntold = false;
        return 'submitted';
      }
      const { isWithinFrame } = drawer;
      if (restraint.holdsBack(now, isWithinFrame)) return 'waiting';
      const awake = awakeNow(now);
      if (!isWithinFrame) {
        if (!playback.isDue(awake)) return 'waiting';
        frame = playback.frame;
        seconds = playback.seconds(awake);
      }
      const drawn = drawer.draw(frame, seconds, playback.rests, restraint.inPieces);
      if (drawn === 'nothing') return 'waiting';
      if (drawn === 'frame') {
        submitted(awake);
        return 'submitted';
      }
      restraint.submitted();
      return 'piece';
    },
    /** Changes to the run must happen between two frames. */
    finishFrame() {
      if (!drawer.isWithinFrame) return;
      drawer.finish();
      submitted(awakeNow());
      isUntold = true;
    },
  };
}

/** Reports when frames of the newest version are done, and pauses if they take too long. */
function followVersionFrames(context: RunContext, first: ProgramVersion, pause: () => void) {
  const watch = ({ descriptor }: ProgramVersion) =>
    watchSlowFrames(descriptor, (message) => {
      pause();
      context.onMessage(message);
    });
  let watchDuration = watch(first);
  let submitted = 0;
  /** Index of the version's first submitted frame; null until there is one. */
  let start: number | null = null;
  return {
    submitted() {
      start ??= submitted;
      submitted += 1;
    },
    done(index: number, milliseconds: number) {
      const isNewest = start !== null && index >= start;
      context.onFrameDone(isNewest);
      if (!isNewest) return;
      watchDuration(milliseconds);
      if (index !== start) return;
      if (index === 0) context.onFirstFrame();
      else context.onUpdateDrawn();
    },
    /** Called for a frame that was submitted before the run was stopped. */
    doneLate: () => context.onFrameDone(false),
    versionChanged(next: ProgramVersion) {
      start = null;
      watchDuration = watch(next);
    },
  };
}

/** Frames that take the GPU longer than this (ms) pause playback. */
const SLOW_FRAME = 2000;

/**
 * A single frame that takes longer than this (ms) pauses at once. Below it, two slow frames in a
 * row are needed: one may have waited for something else, such as another program that used the
 * processor.
 */
const STUCK_FRAME = 5000;

/**
 * Reports once if frames take the GPU too long.
 *
 * @returns a function that takes the milliseconds of each frame
 */
function watchSlowFrames(
  { callCommands }: RunDescriptor,
  onSlow: (message: string) => void,
): (milliseconds: number) => void {
  let reported = false;
  let slowBefore = false;
  return (taken) => {
    const slow = taken > SLOW_FRAME;
    const tooSlow = taken > STUCK_FRAME || (slow && slowBefore);
    slowBefore = slow;
    if (!tooSlow || reported) return;
    reported = true;
    const names = callCommands.map(({ entryPoint }) => entryPoint).join(', ');
    const who = callCommands.length === 1 ? `entry point ${names}` : `entry points ${names}`;
    onSlow(
      `A frame took the GPU ${(taken / 1000).toFixed(1)} s in ${who}. Playback was paused; resume it, or make the shader do less.`,
    );
  };
}

/** Reports each frame's figures in one object, which the next frame overwrites. */
function reportFrameStats(
  { onFrame }: RunContext,
  drawer: FrameDrawer,
  rate: Pick<FrameStats, 'frameTime' | 'framesPerSecond'>,
): (frame: number, seconds: number) => void {
  const stats: { -readonly [Name in keyof FrameStats]: FrameStats[Name] } = {
    frame: 0,
    time: 0,
    frameTime: 0,
    framesPerSecond: 0,
    width: 0,
    height: 0,
  };
  return (frame, seconds) => {
    stats.frame = frame;
    stats.time = seconds;
    stats.frameTime = rate.frameTime;
    stats.framesPerSecond = rate.framesPerSecond;
    stats.width = drawer.size.width;
    stats.height = drawer.size.height;
    onFrame(stats);
  };
}

/** Delays frames while others need the processors and frames would compete for them. */
export interface Restraint {
  /**
   * Whether nothing may be submitted now.
   *
   * @param isWithinFrame whether the next piece of a frame would be submitted
   */
  holdsBack(now: number, isWithinFrame: boolean): boolean;
  /** Whether to submit each dispatch separately, so that the next can be delayed. */
  readonly inPieces: boolean;
  submitted(): void;
  done(milliseconds: number): void;
  /** Including all pieces of the frame. */
  frameTook(milliseconds: number): void;
  /** The next frame belongs to a new version that the user waits for, so it need not rest. */
  versionChanged(): void;
  /**
   * Starts no frame until the returned function is called, or for at most 250 ms, so that something
   * more urgent need not wait for it.
   */
  hold(): Dispose;
}

/** Frames that take the GPU longer (ms) are delayed; with software rendering, all frames. */
const SLOW_TO_WAIT_FOR = 30;
/** Frames that take longer than this (ms) go to the GPU one at a time, in pieces where possible. */
const LONG = 250;
const MAX_HOLD = 250;

/** While others need a share, wait this many durations of the last submission. */
const REST = 3;
const MAX_REST = 2000;

/** After this time of urgent demand (ms), frames only rest: a compile may take a minute. */
const MAX_STOP = 3000;

export function createRestraint({
  device,
  demand,
}: Pick<RunContext, 'device' | 'demand'>): Restraint {
  const drawsInSoftware = device.adapterInfo?.isFallbackAdapter ?? false;
  /** Milliseconds of the last frame; null before the first. */
  let lastFrame: number | null = null;
  /** Milliseconds of the last submission: a frame or a piece of one. */
  let lastSpan = 0;
  let lastDone = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  let heldUntil = 0;
  let urgentSince: number | null = null;
  const isInTheWay = () => drawsInSoftware || (lastFrame ?? 0) > SLOW_TO_WAIT_FOR;
  const mayBeLong = () => (lastFrame === null ? drawsInSoftware : lastFrame > LONG);
  const isResting = (now: number) =>
    underWay > 0 || now < lastDone + Math.min(REST * lastSpan, MAX_REST);
  const givesWay = (now: number): boolean => {
    const needed = demand();
    if (needed !== 'urgent') urgentSince = null;
    switch (needed) {
      case 'none':
        return false;
      case 'shared':
        return isResting(now);
      case 'urgent':
        urgentSince ??= now;
        return now < urgentSince + MAX_STOP || isResting(now);
      default:
        return assertNever(needed);
    }
  };
  return {
    holdsBack(now, isWithinFrame) {
      if (now < heldUntil) return true;
      if (mayBeLong() && underWay > 0 && !isWithinFrame) return true;
      return isInTheWay() && givesWay(now);
    },
    get inPieces() {
      return (lastFrame ?? 0) > LONG;
    },
    submitted() {
      underWay += 1;
    },
    done(milliseconds) {
      underWay -= 1;
      lastSpan = milliseconds;
      lastDone = performance.now();
    },
    frameTook(milliseconds) {
      lastFrame = milliseconds;
    },
    versionChanged() {
      lastDone = Number.NEGATIVE_INFINITY;
    },
    hold() {
      if (isInTheWay()) heldUntil = performance.now() + MAX_HOLD;
      return () => {
        heldUntil = 0;
      };
    },
  };
}
