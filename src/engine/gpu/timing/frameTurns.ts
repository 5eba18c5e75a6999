import type { FrameDrawer } from '#engine/gpu/frameDrawer.ts';
import type { RunContext } from '#engine/gpu/runContext.ts';
import type { FrameOutcome } from './frameLoop.ts';
import type { Playback } from './playback.ts';
import type { Restraint } from './restraint.ts';

export interface FrameTurnsOptions extends Pick<RunContext, 'awakeNow'> {
  readonly drawer: FrameDrawer;
  readonly playback: Playback;
  readonly restraint: Restraint;
  /** A frame of the run's time `seconds` is submitted to its end, at `awake` of the page's clock. */
  onSubmitted(frame: number, seconds: number, awake: number): void;
}

/** Decides at each turn of the frame loop what is submitted. */
export interface FrameTurns {
  turn(now: number): FrameOutcome;
  /**
   * Submits the rest of a frame that is submitted in pieces: what changes the run comes between two
   * frames.
   */
  finishFrame(): void;
}

export function createFrameTurns(options: FrameTurnsOptions): FrameTurns {
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
    turn(now) {
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
    finishFrame() {
      if (!drawer.isWithinFrame) return;
      drawer.finish();
      submitted(awakeNow());
      isUntold = true;
    },
  };
}
