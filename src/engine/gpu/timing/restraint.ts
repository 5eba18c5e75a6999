import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { RunContext } from '#engine/gpu/runContext.ts';

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
/** Of frames that take longer, in milliseconds, one is with the GPU at a time, in pieces if it has any. */
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
