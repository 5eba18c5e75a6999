import type { RunChange } from '#core/plan/runDescriptor.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { createFrameDrawer } from './frameDrawer.ts';
import { followVersionFrames, reportFrameStats } from './frameReports.ts';
import type { ProgramVersion } from './programVersion.ts';
import type { RunContext } from './runContext.ts';
import { type FrameOutcome, startFrameLoop } from './timing/frameLoop.ts';
import { createFrameRate } from './timing/frameRate.ts';
import { createFrameTurns } from './timing/frameTurns.ts';
import { createPlayback, type Playback } from './timing/playback.ts';
import { createRestraint, type Restraint } from './timing/restraint.ts';

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

interface RunFailure {
  readonly ended: boolean;
  /** The device refuses what the last frame has made. */
  inLastFrame(reason: string): void;
  inNextFrame(thrown: unknown): FrameOutcome;
  /** Takes a turn, unless the run has ended. */
  guard(turn: (now: number) => FrameOutcome, now: number): FrameOutcome;
}

/**
 * Ends the run with the first error that a frame throws or that the device reports.
 *
 * @param drawn the number of the frame that was drawn last
 */
function createFailure({ onError }: RunContext, drawn: () => number): RunFailure {
  let ended = false;
  const end = (frame: number, reason: string): FrameOutcome => {
    if (!ended) onError(`Error rendering frame ${frame}: ${reason}`);
    ended = true;
    return 'finished';
  };
  const inNextFrame = (thrown: unknown) => end(drawn() + 1, messageOf(thrown));
  return {
    get ended() {
      return ended;
    },
    inLastFrame: (reason) => void end(drawn(), reason),
    inNextFrame,
    guard(turn, now) {
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
