import type { Dispose } from '#shared/disposer.ts';
import type { RunContext } from './runContext.ts';

/** Holds frames back while others need the processors, where frames would keep these from them. */
export interface Restraint {
  /** Whether no frame should begin now. */
  holdsBack(now: number): boolean;
  submitted(): void;
  /** The GPU is done with a frame, in so many milliseconds. */
  done(milliseconds: number): void;
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
  let underWay = 0;
  let heldUntil = 0;
  const isInTheWay = () => drawsInSoftware || lastDuration > SLOW_TO_WAIT_FOR;
  return {
    holdsBack: (now) => now < heldUntil || (underWay > 0 && isInTheWay() && givesWay()),
    submitted() {
      underWay += 1;
    },
    done(milliseconds) {
      underWay -= 1;
      lastDuration = milliseconds;
      if (isInTheWay() && givesWay()) {
        heldUntil = performance.now() + Math.min(REST * milliseconds, MAX_HOLD);
      }
    },
    hold() {
      if (isInTheWay()) heldUntil = performance.now() + MAX_HOLD;
      return () => {
        heldUntil = 0;
      };
    },
  };
}
