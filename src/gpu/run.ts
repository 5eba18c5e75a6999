import type { RunChange } from '#program/runChange.ts';
import type { FrameStats } from '#program/runControls.ts';
import { createDisposer, type Dispose } from '#shared/disposer.ts';
import { messageOf } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { createFrameDrawer, type FrameDrawer, type Version } from './frameDrawer.ts';
import { type FrameOutcome, startFrameLoop } from './frameLoop.ts';
import { createFrameRate } from './frameRate.ts';
import { createRestraint, type Restraint } from './restraint.ts';
import type { RunContext } from './runContext.ts';
import { watchSlowFrames } from './slowFrames.ts';
import { createTransport, type Transport } from './transport.ts';

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
  /** The index of the version's first submitted frame; null until there is one. */
  let versionStart: number | null = null;
  let submitted = 0;
  const watch = () =>
    watchSlowFrames(drawer.version.descriptor, (message) => {
      transport.pause();
      context.onMessage(message);
    });
  let watchDuration = watch();

  const end = (frame: number, reason: string): FrameOutcome => {
    if (!ended) context.onError(`Error rendering frame ${frame}: ${reason}`);
    ended = true;
    return 'finished';
  };
  const turn = (now: number): FrameOutcome => {
    const { frame, playing } = transport;
    if (ended) return 'finished';
    if (restraint.holdsBack(now)) return 'waiting';
    const awake = context.awakeNow(now);
    const seconds = transport.seconds(awake);
    if (!drawer.draw(frame, seconds, transport.rests)) return 'waiting';
    versionStart ??= submitted;
    submitted += 1;
    restraint.submitted();
    if (playing) rate.tick(awake);
    tell(frame, seconds);
    // Without a dispatch nothing would ever change any more, and what was printed stays in sight.
    transport.frameDrawn(drawer.dispatched);
    return 'submitted';
  };
  disposer.add(
    startFrameLoop({
      frame(now) {
        try {
          return turn(now);
        } catch (thrown) {
          return end(transport.drawn + 1, messageOf(thrown));
        }
      },
      now: context.awakeNow,
      workDone: () => context.device.queue.onSubmittedWorkDone(),
      onOverdue: context.onFrameOverdue,
      onDone(index, milliseconds) {
        restraint.done(milliseconds);
        if (versionStart === null || index < versionStart) return;
        watchDuration(milliseconds);
        context.onFrameDone();
        if (index !== versionStart) return;
        if (index === 0) context.onFirstFrame();
        else context.onUpdateDrawn();
      },
    }),
  );

  return {
    pause: transport.pause,
    resume: transport.resume,
    step: transport.step,
    reset() {
      rate.reset();
      transport.reset();
    },
    redraw: transport.redraw,
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
        prepared.value.commit();
      } catch (thrown) {
        return fail(messageOf(thrown));
      }
      versionStart = null;
      watchDuration = watch();
      restraint.versionChanged();
      transport.versionChanged(next.descriptor.callCommands.some(({ callOnce }) => !callOnce));
      return ok(undefined);
    },
    hold: restraint.hold,
    stop: disposer.dispose,
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
