import { keepsState } from '#core/plan/keepsState.ts';
import { createNewest } from '#core/util/newest.ts';
import { attempt } from './attempt.ts';
import {
  arrive,
  end,
  giveUp,
  prepare,
  type Seek,
  type SeekerOptions,
  type SeekerState,
  type Wish,
} from './seek.ts';

export type Seeker = ReturnType<typeof createSeeker>;

export function createSeeker(options: SeekerOptions) {
  const { run, onProgress } = options;
  const state: SeekerState = {
    work: createNewest(),
    ...{ seek: null, isWorking: false, origin: null, isAway: false, isDisturbed: false },
    drawn() {},
  };
  const work = async () => {
    if (state.isWorking) return;
    state.isWorking = true;
    try {
      while (state.seek) await attempt(options, state, state.seek);
    } finally {
      state.isWorking = false;
    }
  };
  return {
    /** The frame that is being gone to; null if none is. */
    get wanted(): number | null {
      return state.seek?.frame ?? null;
    },
    /**
     * Goes to a frame; a newer wish replaces it. True if it is drawn at once: of a program without
     * state, or from a checkpoint.
     */
    goTo(wish: Wish): boolean {
      const seek = { wish, frame: wish.frame, isPrepared: false, signal: state.work.next() };
      state.seek = seek;
      if (!state.isWorking && drawAtOnce(options, seek)) return true;
      void work();
      return false;
    },
    /**
     * The user gives up: the resources are as they were before. Without a copy of that, the run is at the
     * frame that was reached.
     */
    cancel: () => giveUp(options, state, run.draw),
    /** The run plays on: as {@link cancel}. */
    resumed() {
      // One that waits for a first frame outlives that its run begins to play.
      if (!state.seek?.isPrepared) return;
      // It is being told that it plays.
      giveUp(options, state, (frame) =>
        queueMicrotask(() => {
          run.draw(frame);
          run.resume();
        }),
      );
    },
    /** The run is another now, or there is none. */
    abandon() {
      // One that waits for a first frame is for the run that draws it.
      if (state.seek?.isPrepared) end(options, state);
      arrive(options, state);
      state.drawn();
    },
    /** The frame that was asked for is drawn. */
    shown() {
      const { seek } = state;
      arrive(options, state);
      if (seek && run.current === seek.frame) {
        state.seek = null;
        onProgress(null);
        // The turn of the frame is not over.
        if (seek.wish.then) queueMicrotask(seek.wish.then);
      }
      state.drawn();
    },
    /** A frame was drawn that nobody asked for. */
    disturbed() {
      state.isDisturbed = true;
      state.drawn();
    },
    dispose: () => end(options, state),
  };
}

/** Draws the frame if nothing has to be replayed or loaded for it. */
function drawAtOnce({ run, checkpoints }: SeekerOptions, seek: Seek): boolean {
  const newest = run.newest();
  if (!newest) return false;
  prepare(seek);
  const { frame } = seek;
  if (keepsState(newest.descriptor)) {
    // A frame that waits to be drawn would be drawn on the wrong state.
    if (run.isExpecting || !checkpoints.frames.includes(frame)) return false;
    run.pause();
    checkpoints.restore(frame, newest.device);
    run.ready = frame;
  }
  run.draw(frame);
  return true;
}
