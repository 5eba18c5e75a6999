import type { Dispose } from '#shared/disposer.ts';
import type { RunContext } from './runContext.ts';

/** Holds frames back while others need the processors, where frames would keep these from them. */
export interface Restraint {
  /** Whether no frame should begin now. */
  holdsBack(now: number): boolean;
  submitted(): void;
  /** The GPU is done with a frame, in so many milliseconds. */
  done(milliseconds: number): void;
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
const MAX_HOLD = 250;

/** Times that a frame has taken, until the next is begun while a run gives way. */
const REST = 3;

export function createRestraint({
  device,
  givesWay,
}: Pick<RunContext, 'device' | 'givesWay'>): Restraint {
  const drawsInSoftware = device.adapterInfo?.isFallbackAdapter ?? false;
  let lastDuration = 0;
  let lastDone = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  let heldUntil = 0;
  const isInTheWay = () => drawsInSoftware || lastDuration > SLOW_TO_WAIT_FOR;
  const isResting = (now: number) =>
    underWay > 0 || now < lastDone + Math.min(REST * lastDuration, MAX_HOLD);
  return {
    holdsBack: (now) => now < heldUntil || (isInTheWay() && givesWay() && isResting(now)),
    submitted() {
      underWay += 1;
    },
    done(milliseconds) {
      underWay -= 1;
      lastDuration = milliseconds;
      lastDone = performance.now();
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
