import type { Timeline } from '#timeline/timeline.ts';

/** The timeline below the picture. */
export function TimelineRow(_: Pick<Timeline, 'session'>) {
  return null;
}
