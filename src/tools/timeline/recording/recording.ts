import type { InputChange } from '#core/plan/inputChange.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { createFrameTimes, type FrameTimes } from './frameTimes.ts';
import { createInputLog, type InputLog } from './inputLog.ts';

/** What the frames of a run have read, so that they can be drawn again. */
export interface Recording extends Pick<FrameTimes, 'secondsOf'> {
  readonly watch: InputLog['watch'];
  /** Called in each frame. Drops what was recorded from this frame on. */
  record(frame: number, inputs: Inputs, values: UniformValues): void;
  /** As the frame has read them. */
  readonly inputsAt: InputLog['at'];
  readonly valuesAt: ValueLog['at'];
  /** What the user did up to this frame. */
  readonly changes: InputLog['changes'];
  /** From 0 to this frame: even steps, and these inputs. */
  replace(frame: number, seconds: number, inputs: readonly InputChange[]): void;
  clear(): void;
}

type Inputs = Pick<UniformInputs, 'mouse' | 'isKeyDown' | 'time'>;

export function createRecording(): Recording {
  const times = createFrameTimes();
  const inputs = createInputLog();
  const values = createValueLog();
  return {
    secondsOf: times.secondsOf,
    watch: inputs.watch,
    record(frame, read, set) {
      times.record(frame, read.time);
      inputs.record(frame, read);
      values.record(frame, set);
    },
    inputsAt: inputs.at,
    valuesAt: values.at,
    changes: inputs.changes,
    replace(frame, seconds, changes) {
      times.spread(frame, seconds);
      inputs.replace(changes);
      // A link carries one value for each uniform: those that are set now.
      values.truncate(0);
    },
    clear() {
      times.truncate(0);
      inputs.truncate(0);
      values.truncate(0);
    },
  };
}

/** The user's values in the frames of a run, as changes. */
interface ValueLog {
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

function createValueLog(): ValueLog {
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
