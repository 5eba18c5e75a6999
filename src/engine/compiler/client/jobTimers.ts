import type { Dispose } from '#core/util/disposer.ts';
import { startTimeLimit } from '#core/util/timeLimit.ts';
import type { GiveWay } from './scheduleTypes.ts';

/** How long one job may take, in milliseconds, before its worker is replaced. */
export interface TimeLimits {
  /** For a job that the user asked for, and can cancel. */
  readonly asked: number;
  /** For every other job. */
  readonly background: number;
}

/** @param grace how long a job may keep a more urgent one waiting, in milliseconds */
export function createJobTimers(limits: TimeLimits, grace: number) {
  let sentAt = 0;
  let endLimit: Dispose = () => {};
  let endGrace: Dispose = () => {};
  const stop = () => {
    endLimit();
    endGrace();
  };
  return {
    /** A job is sent: stops the timers of the previous one. */
    begin() {
      stop();
      sentAt = performance.now();
    },
    /** Starts counting the job's time. */
    limit(isAskedFor: boolean, onOver: (milliseconds: number, elapsed: number) => void) {
      endLimit();
      const milliseconds = isAskedFor ? limits.asked : limits.background;
      endLimit = startTimeLimit(milliseconds, (elapsed) => onOver(milliseconds, elapsed));
    },
    /** Calls back this long after the job was sent; never if `when` is null. */
    giveWay(when: GiveWay | null, onOver: () => void) {
      endGrace();
      if (when === null) return;
      const patience = when === 'soon' ? grace : limits.background;
      const timer = setTimeout(onOver, Math.max(0, sentAt + patience - performance.now()));
      endGrace = () => clearTimeout(timer);
    },
    stop,
  };
}
