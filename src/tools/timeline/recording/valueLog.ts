import type { UniformValues } from '#core/plan/runControls.ts';

/** The user's values in the frames of a run, as changes. */
export interface ValueLog {
  /**
   * Drops what was recorded from this frame on. Allocates only for an object that it has not seen.
   *
   * @param values another object after each change
   */
  record(frame: number, values: UniformValues): void;
  /** Keeps only the frames before this one. */
  truncate(frame: number): void;
  /** As the frame has read them; the first known ones before; null if there are none. */
  at(frame: number): UniformValues | null;
}

interface Change {
  readonly frame: number;
  readonly values: UniformValues;
}

export function createValueLog(): ValueLog {
  const changes: Change[] = [];
  const truncate = (frame: number) => {
    while ((changes.at(-1)?.frame ?? -1) >= frame) changes.pop();
  };
  return {
    record(frame, values) {
      truncate(frame);
      if (changes.at(-1)?.values !== values) changes.push({ frame, values });
    },
    truncate,
    at(frame) {
      const change = changes.findLast((each) => each.frame <= frame) ?? changes[0];
      return change?.values ?? null;
    },
  };
}
