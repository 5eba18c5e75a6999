import type { Size } from '#engine/gpu/screen.ts';
import type { Program } from '#tools/export/runtime/program.ts';
import { inputsWithoutUser, type PageInputs } from './inputs.ts';
import type { Painter } from './painter.ts';

interface PlayerOptions {
  readonly painter: Painter;
  readonly inputs: PageInputs;
  /** Size of the picture in the window; null while it has no area. */
  readonly windowSize: () => Size | null;
  readonly onPlaying: (playing: boolean) => void;
}

/** Maximum number of frames that the device has yet to complete. */
const MAX_PENDING = 2;
/** In seconds. A longer gap means that the page was hidden. */
const LONGEST_STEP = 0.25;
/** For frames drawn by `drawExactly`. */
const FRAMES_A_SECOND = 60;

export function createPlayer(first: Program, options: PlayerOptions) {
  const { painter, inputs, windowSize, onPlaying } = options;
  let program = first;
  let fixedSize: Size | null = null;
  let playing = false;
  /** The next frame; while paused, the last one drawn. */
  let frame = 0;
  let time = 0;
  let lastTurn: number | null = null;
  /** Whether `drawExactly` is drawing frames. */
  let isSeeking = false;
  let drawn: Size | null = null;
  const draw = (size: Size) => {
    drawn = size;
    program.resize(size.width, size.height);
    painter.draw(program, inputs.at(frame, time), size);
  };
  const setPlaying = (next: boolean) => {
    playing = next;
    lastTurn = null;
    onPlaying(next);
  };
  const turn = (now: number) => {
    requestAnimationFrame(turn);
    const size = fixedSize ?? windowSize();
    if (!size || isSeeking || painter.pending >= MAX_PENDING) return;
    if (playing) {
      if (drawn) frame += 1;
      if (lastTurn !== null) time += Math.min(LONGEST_STEP, (now - lastTurn) / 1000);
      lastTurn = now;
      draw(size);
    } else if (size.width !== drawn?.width || size.height !== drawn.height) {
      draw(size);
    }
  };
  requestAnimationFrame(turn);
  return {
    get program(): Program {
      return program;
    },
    get playing(): boolean {
      return playing;
    },
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    /** Restarts at frame 0, and keeps the contents of buffers and textures. */
    reset() {
      if (isSeeking) return;
      inputs.reset();
      frame = 0;
      time = 0;
      lastTurn = null;
      if (drawn && !playing) draw(drawn);
      else drawn = null;
    },
    /** Redraws the newest frame if paused, such as after a value has changed. */
    redraw() {
      if (drawn && !playing && !isSeeking) draw(drawn);
    },
    /**
     * Draws another program from frame 0 to frame `last` at fixed time steps, without user input,
     * and pauses.
     *
     * @param fixed a size that the picture keeps; null to follow the window
     */
    async drawExactly(next: Program, last: number, size: Size, fixed: Size | null) {
      setPlaying(false);
      program.destroy();
      program = next;
      fixedSize = fixed;
      drawn = size;
      isSeeking = true;
      // Stops if another program is requested in the meantime.
      for (let at = 0; program === next; at += 1) {
        frame = at;
        time = at / FRAMES_A_SECOND;
        painter.draw(next, inputsWithoutUser(frame, time), size);
        if (at === last) {
          isSeeking = false;
          return;
        }
        if (painter.pending > MAX_PENDING) await painter.completed();
      }
    },
  };
}
