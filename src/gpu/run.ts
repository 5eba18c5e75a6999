import type { RunChange } from '#program/plan/runChange.ts';
import type { FrameStats } from '#program/plan/runControls.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createFrameDrawer, type FrameDrawer, type Version } from './frameDrawer.ts';
import type { RunContext } from './runContext.ts';
import { type FrameOutcome, startFrameLoop } from './timing/frameLoop.ts';
import { createFrameRate } from './timing/frameRate.ts';
import { createFrameTurns } from './timing/frameTurns.ts';
import { createTransport, type Transport } from './timing/playback.ts';
import { createRestraint, type Restraint } from './timing/restraint.ts';
import { watchSlowFrames } from './timing/slowFrames.ts';

/** A shader that executes, from its first frame until it is stopped. */
export interface Run
  extends Pick<Transport, 'pause' | 'resume' | 'step' | 'reset' | 'redraw'>,
    Pick<Restraint, 'hold'> {
  /** The version that draws. */
  readonly version: Version;
  /** An error has ended it. */
  readonly ended: boolean;
  /**
   * Lets another version go on from here: frame, time and playback are those of this run. Fails
   * with the reason, and then this version goes on. Once the signal is aborted, nothing changes.
   */
  update(next: Version, change: RunChange, signal: AbortSignal): Promise<Result<void>>;
  /** Ends the loop and frees everything that the run made. */
  stop: Dispose;
}

/** Starts at frame 0, playing. */
export function startRun(context: RunContext, first: Version): Run {
  const disposer = createDisposer();
  const rate = createFrameRate();
  const restraint = createRestraint(context);
  const drawer = createFrameDrawer(context, first, (reason) => end(transport.drawn, reason));
  disposer.add(drawer.dispose);
  const transport = createTransport((state) => {
    rate.reset();
    context.onPlayback(state);
  }, context.awakeNow);
  const tell = createTeller(context, drawer, rate);
  let ended = false;

  const end = (frame: number, reason: string): FrameOutcome => {
    if (!ended) context.onError(`Error rendering frame ${frame}: ${reason}`);
    ended = true;
    return 'finished';
  };
  const { turn, finishFrame } = createFrameTurns({
    ...{ drawer, transport, restraint, awakeNow: context.awakeNow },
    onSubmitted(frame, seconds, awake) {
      frames.submitted();
      if (transport.playing) rate.tick(awake);
      tell(frame, seconds);
    },
  });
  const between =
    <Args extends readonly unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) => {
      try {
        if (!ended) finishFrame();
      } catch (thrown) {
        end(transport.drawn + 1, messageOf(thrown));
      }
      act(...args);
    };
  const pause = between(transport.pause);
  const frames = followFrames(context, first, pause);
  disposer.add(
    startFrameLoop({
      frame(now) {
        if (ended) return 'finished';
        try {
          return turn(now);
        } catch (thrown) {
          return end(transport.drawn + 1, messageOf(thrown));
        }
      },
      now: context.awakeNow,
      workDone: () => context.device.queue.onSubmittedWorkDone(),
      onOverdue: context.onFrameOverdue,
      onDone: restraint.done,
      onFrameDone(index, milliseconds) {
        restraint.frameTook(milliseconds);
        frames.done(index, milliseconds);
      },
    }),
  );

  return {
    pause,
    resume: between(transport.resume),
    step: between(transport.step),
    reset: between(() => {
      rate.reset();
      transport.reset();
    }),
    redraw: between(transport.redraw),
    get version() {
      return drawer.version;
    },
    get ended() {
      return ended;
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
      transport.versionChanged(next.descriptor.callCommands.some(({ callOnce }) => !callOnce));
      return ok(undefined);
    },
    hold: restraint.hold,
    stop: disposer.dispose,
  };
}

/** Tells what becomes of the frames of the newest version, and pauses if they take too long. */
function followFrames(context: RunContext, first: Version, pause: () => void) {
  const watch = ({ descriptor }: Version) =>
    watchSlowFrames(descriptor, (message) => {
      pause();
      context.onMessage(message);
    });
  let watchDuration = watch(first);
  let submitted = 0;
  /** The index of the version's first submitted frame; null until there is one. */
  let start: number | null = null;
  return {
    submitted() {
      start ??= submitted;
      submitted += 1;
    },
    done(index: number, milliseconds: number) {
      if (start === null || index < start) return;
      watchDuration(milliseconds);
      context.onFrameDone();
      if (index !== start) return;
      if (index === 0) context.onFirstFrame();
      else context.onUpdateDrawn();
    },
    versionChanged(next: Version) {
      start = null;
      watchDuration = watch(next);
    },
  };
}

/** Tells the figures of each frame in one object, written anew. */
function createTeller(
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
