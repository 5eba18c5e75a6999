import { FIXED_RATE, type UniformValues } from '#core/plan/runControls.ts';
import type { InputChange } from '#core/project/runView.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
import { createInputLog, type InputLog } from './inputLog.ts';

/** The input of a run's frames, so that they can be drawn again. */
export interface Recording extends Pick<FrameTimes, 'secondsOf'> {
  readonly watch: InputLog['watch'];
  /** Call in each frame. Drops everything recorded from this frame on. */
  record(frame: number, inputs: Inputs, values: UniformValues): void;
  /** The input that the frame has read. */
  readonly inputsAt: InputLog['at'];
  readonly valuesAt: ValueLog['at'];
  readonly changes: InputLog['changes'];
  /** Replaces frames 0 to `frame` by even time steps with these inputs. */
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
      // A link contains only the current value of each uniform.
      values.truncate(0);
    },
    clear() {
      times.truncate(0);
      inputs.truncate(0);
      values.truncate(0);
    },
  };
}

/** The user's uniform values in a run's frames, stored as changes. */
type ValueLog = ReturnType<typeof createValueLog>;

interface Change {
  readonly frame: number;
  readonly values: UniformValues;
}

function createValueLog() {
  const changes: Change[] = [];
  const truncate = (frame: number) => {
    while ((changes.at(-1)?.frame ?? -1) >= frame) changes.pop();
  };
  return {
    /**
     * Drops everything recorded from this frame on. Allocates only when `values` is a new object.
     *
     * @param values must be a new object after each change
     */
    record(frame: number, values: UniformValues) {
      truncate(frame);
      if (changes.at(-1)?.values !== values) changes.push({ frame, values });
    },
    /** Keeps only the frames before this one. */
    truncate,
    /**
     * The values that the frame has read. Before the first recorded frame, its values; null if
     * there are none.
     */
    at(frame: number): UniformValues | null {
      const change = changes.findLast((each) => each.frame <= frame) ?? changes[0];
      return change?.values ?? null;
    },
  };
}

/** Maximum number of recorded times: almost five hours at 60 frames a second. */
const MAX_FRAMES = 2 ** 20;
const FIRST_ROOM = 2 ** 10;

/** The values of `TIME` in a run's frames. */
interface FrameTimes {
  /** The newest frame's number plus one. */
  readonly length: number;
  /** Drops everything recorded from this frame on. Allocates only to make room. */
  record(frame: number, seconds: number): void;
  /** Keeps only the frames before this one. */
  truncate(frame: number): void;
  /** The recorded time; after the newest frame, continues in steps of 1/60. */
  secondsOf(frame: number): number;
  /** Replaces all recorded times by even steps from 0 to this frame. */
  spread(frame: number, seconds: number): void;
}

export function createFrameTimes(): FrameTimes {
  let times = new Float64Array(FIRST_ROOM);
  let length = 0;
  const secondsOf = (frame: number) => {
    if (frame < length) return times[frame] ?? 0;
    const last = length - 1;
    const seconds = times[last] ?? 0;
    // Exact for a fixed step, where a sum of steps would be rounded.
    if (last < 0 || seconds === last / FIXED_RATE) return frame / FIXED_RATE;
    return seconds + (frame - last) / FIXED_RATE;
  };
  const fill = (start: number, end: number, seconds: number) => {
    const before = start === 0 ? 0 : (times[start - 1] ?? 0);
    const from = Math.max(0, start - 1);
    const isFixed = before === from / FIXED_RATE && seconds === end / FIXED_RATE;
    for (let frame = start; frame < end; frame += 1) {
      times[frame] = isFixed
        ? frame / FIXED_RATE
        : before + ((seconds - before) * (frame - from)) / Math.max(1, end - from);
    }
  };
  const record = (frame: number, seconds: number) => {
    if (frame >= MAX_FRAMES) return;
    if (frame >= times.length) {
      const larger = new Float64Array(Math.min(MAX_FRAMES, Math.max(frame + 1, 2 * times.length)));
      larger.set(times);
      times = larger;
    }
    if (frame > length) fill(length, frame, seconds);
    times[frame] = seconds;
    length = frame + 1;
  };
  return {
    get length() {
      return length;
    },
    record,
    truncate(frame) {
      length = Math.min(length, frame);
    },
    secondsOf,
    spread(frame, seconds) {
      length = 0;
      record(frame, seconds);
    },
  };
}
