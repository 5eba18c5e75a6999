/** The numbers of a value in one frame. */
export interface ValueSample {
  readonly frame: number;
  /** The frame's time. */
  readonly seconds: number;
  /** Whether the frame was drawn by playing on, and not by going to it. */
  readonly isPlaying: boolean;
  readonly values: readonly number[];
}

export interface ValueHistory {
  /** One for each frame, in the order of the frames. */
  readonly samples: readonly ValueSample[];
  /** The one that was added last; null if there is none. */
  readonly newest: ValueSample | null;
}

export const NO_HISTORY: ValueHistory = { samples: [], newest: null };

/** Number of frames from the first sample to the last one, at most. */
export const CHARTED_FRAMES = 600;

/**
 * Adds samples, in the order in which their frames were drawn. A sample replaces the one of the
 * same frame. Playing on from an earlier frame drops the later frames, as the timeline does; going
 * to a frame keeps them.
 */
export function withSamples(history: ValueHistory, added: readonly ValueSample[]): ValueHistory {
  const byFrame = new Map(history.samples.map((sample) => [sample.frame, sample]));
  for (const sample of added) {
    if (sample.isPlaying) dropAfter(byFrame, sample.frame);
    byFrame.set(sample.frame, sample);
  }
  const newest = added.at(-1) ?? history.newest;
  const samples = [...byFrame.values()].toSorted((one, other) => one.frame - other.frame);
  if (!newest) return { samples, newest };
  // The newest sample stays, even if it is far before the others.
  const last = Math.min(samples.at(-1)?.frame ?? 0, newest.frame + CHARTED_FRAMES - 1);
  const isKept = ({ frame }: ValueSample) => frame > last - CHARTED_FRAMES && frame <= last;
  return { samples: samples.filter(isKept), newest };
}

function dropAfter(byFrame: Map<number, ValueSample>, frame: number): void {
  for (const later of byFrame.keys()) if (later > frame) byFrame.delete(later);
}

/** The smallest and the largest finite number; null if there is none. */
export function extremesOf({
  samples,
}: ValueHistory): readonly [least: number, most: number] | null {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of samples.flatMap(({ values }) => values)) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least > most ? null : [least, most];
}
