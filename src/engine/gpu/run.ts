import type { FrameStats } from '#core/plan/runControls.ts';
import type { RunChange, RunDescriptor } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { type FrameOutcome, startFrameLoop } from '#engine/gpu/timing/frameLoop.ts';
import { createPlayback, type Playback } from '#engine/gpu/timing/playback.ts';
import { createFrameDrawer, type FrameDrawer } from './frameDrawer.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { RunContext } from './runContext.ts';

/** A program on the GPU, from its first frame until it is stopped. */
export interface Run
  extends Pick<Playback, 'pause' | 'resume' | 'step' | 'reset' | 'redraw' | 'show' | 'setPace'>,
    Pick<Restraint, 'hold'> {
  /** The version that draws. */
  readonly version: ProgramVersion;
  /** An error has ended it. */
  readonly ended: boolean;
  /**
   * Replaces the version; frame, time and playback stay. Fails with the reason, and then the old
   * version goes on. Once the signal is aborted, nothing changes.
   */
  update(next: ProgramVersion, change: RunChange, signal: AbortSignal): Promise<Result<void>>;
  /** Ends the loop and frees everything that the run made. */
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
 * Ends the run with the first error that a frame throws or that the device reports.
 *
 * @param drawn the number of the frame that was drawn last
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
    /** The device refuses what the last frame has made. */
    inLastFrame: (reason: string) => void end(drawn(), reason),
    inNextFrame,
    /** Takes a turn, unless the run has ended. */
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

/** Wraps an action that changes the run, so that a frame in pieces is submitted to its end first. */
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
  // A ring that is never reallocated: it is written in each frame.
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
    /** A frame was drawn at `now`, in milliseconds. */
    tick(now: number) {
      times[count % times.length] = now;
      count += 1;
    },
    /** Mean milliseconds from frame to frame; 0 until there are two. */
    get frameTime(): number {
      return frameTime();
    },
    /** At most 60; 0 until there are two. */
    get framesPerSecond(): number {
      const milliseconds = frameTime();
      return milliseconds > 0 ? Math.min(MAX_FRAMES_PER_SECOND, 1000 / milliseconds) : 0;
    },
    /** Starts to count anew, as after a pause. */
    reset() {
      count = 0;
    },
  };
}

interface FrameTurnsOptions extends Pick<RunContext, 'awakeNow'> {
  readonly drawer: FrameDrawer;
  readonly playback: Playback;
  readonly restraint: Restraint;
  /** A frame of the run's time `seconds` is submitted to its end, at `awake` of the page's clock. */
  onSubmitted(frame: number, seconds: number, awake: number): void;
}

function createFrameTurns(options: FrameTurnsOptions) {
  const { drawer, playback, restraint, awakeNow, onSubmitted } = options;
  /** Of the frame that is being submitted. */
  let frame = 0;
  let seconds = 0;
  /** A frame was finished outside of a turn: the loop does not know yet. */
  let isUntold = false;
  const submitted = (awake: number) => {
    restraint.submitted();
    onSubmitted(frame, seconds, awake);
    // Without a dispatch nothing would ever change any more, and what was printed stays in sight.
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
    /**
     * Submits the rest of a frame that is submitted in pieces: what changes the run comes between two
     * frames.
     */
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
    /** A frame is done that was submitted before the run was stopped. */
    doneLate: () => context.onFrameDone(false),
    versionChanged(next: ProgramVersion) {
      start = null;
      watchDuration = watch(next);
    },
  };
}

/** Frames that keep the GPU longer, in milliseconds, pause playback. */
const SLOW_FRAME = 2000;

/**
 * A single frame that takes longer, in milliseconds, pauses at once. Below that it takes two in a
 * row: one may have waited for something else, such as another program that has the processor.
 */
const STUCK_FRAME = 5000;

/**
 * Reports, once, frames whose work took the GPU too long.
 *
 * @returns takes the milliseconds of each frame
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

/** Reports the figures of each frame in one object, which the next frame overwrites. */
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

/** Holds frames back while others need the processors, where frames would keep these from them. */
export interface Restraint {
  /**
   * Whether nothing should be submitted now.
   *
   * @param isWithinFrame it would be the next piece of a frame
   */
  holdsBack(now: number, isWithinFrame: boolean): boolean;
  /** Whether the dispatches of a frame should be submitted one by one, to be held back in between. */
  readonly inPieces: boolean;
  /** A frame was submitted, or a piece of one. */
  submitted(): void;
  /** The GPU is done with that, in so many milliseconds. */
  done(milliseconds: number): void;
  /** All pieces of a frame together have taken the GPU so many milliseconds. */
  frameTook(milliseconds: number): void;
  /** The next frame is of a new version, which somebody waits for: it need not rest. */
  versionChanged(): void;
  /**
   * Until the returned function is called, but for a quarter of a second at most, no frame begins:
   * it would keep something waiting that is more urgent.
   */
  hold(): Dispose;
}

/** Frames that take the GPU longer, in milliseconds, are held back; all where processors draw. */
const SLOW_TO_WAIT_FOR = 30;
/** Frames that take longer, in milliseconds, are sent to the GPU one at a time, each in pieces if it can be cut. */
const LONG = 250;
const MAX_HOLD = 250;

/** While others need a share, wait this many durations of the last submission before the next one. */
const REST = 3;
const MAX_REST = 2000;

/** After so many milliseconds of urgent demand, frames only rest: a compile may take a minute. */
const MAX_STOP = 3000;

export function createRestraint({
  device,
  demand,
}: Pick<RunContext, 'device' | 'demand'>): Restraint {
  const drawsInSoftware = device.adapterInfo?.isFallbackAdapter ?? false;
  /** Of the last frame; null before there is one. */
  let lastFrame: number | null = null;
  /** Of the last submission: a frame, or a piece of one. */
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
