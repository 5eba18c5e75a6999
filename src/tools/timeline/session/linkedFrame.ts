import type { PausedFrame } from '#core/project/runView.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { Seeker } from '#tools/timeline/seeking/seeker.ts';

/** A frame from elsewhere, such as a link. */
export interface LinkedFrame {
  show(frame: PausedFrame): void;
  /** A frame was drawn that nobody asked for. */
  drawn(): void;
  /** The user goes elsewhere. */
  forget(): void;
}

export interface LinkedFrameRun {
  /** The size of the picture; null if none is drawn. */
  screen(): Size | null;
  /** Whether a run with a state is paused at this frame. */
  isAt(frame: number): boolean;
  /** Takes over what the frame says of the time and inputs before it. */
  prepare(frame: PausedFrame): void;
}

/**
 * Shows the frame, and again when the picture has got another size, as it does while the page is laid
 * out: what a state holds then depends on the size that it began with.
 */
export function createLinkedFrame(
  { screen, isAt, prepare }: LinkedFrameRun,
  { goTo }: Pick<Seeker, 'goTo'>,
): LinkedFrame {
  let linked: PausedFrame | null = null;
  /** That the frame's state began with. */
  let size: Size | null = null;
  let isThere = false;
  const show = (frame: PausedFrame) => {
    linked = frame;
    isThere = false;
    const then = () => {
      isThere = linked === frame;
      check();
    };
    goTo({
      frame: frame.number,
      prepare() {
        size = screen();
        prepare(frame);
      },
      then,
    });
  };
  const check = () => {
    if (!linked || !isThere) return;
    if (!isAt(linked.number)) linked = null;
    else if (!isSame(screen(), size)) show(linked);
  };
  return {
    show,
    drawn() {
      // The turn of the frame is not over.
      if (linked && isThere) queueMicrotask(check);
    },
    forget() {
      linked = null;
    },
  };
}

function isSame(one: Size | null, other: Size | null): boolean {
  return one?.width === other?.width && one?.height === other?.height;
}
