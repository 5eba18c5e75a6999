import type { InputChange } from '#core/plan/inputChange.ts';
import { FIXED_RATE, type UniformValues } from '#core/plan/runControls.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';
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
     * Drops what was recorded from this frame on. Allocates only for an object that it has not seen.
     *
     * @param values another object after each change
     */
    record(frame: number, values: UniformValues) {
      truncate(frame);
      if (changes.at(-1)?.values !== values) changes.push({ frame, values });
    },
    /** Keeps only the frames before this one. */
    truncate,
    /** As the frame has read them; the first known ones before; null if there are none. */
    at(frame: number): UniformValues | null {
      const change = changes.findLast((each) => each.frame <= frame) ?? changes[0];
      return change?.values ?? null;
    },
  };
}

/** Frames whose times are kept: almost five hours at 60 frames a second. */
const MAX_FRAMES = 2 ** 20;
const FIRST_ROOM = 2 ** 10;

/** The values of `TIME` in the frames of a run. */
interface FrameTimes {
  /** One more than the number of the newest frame. */
  readonly length: number;
  /** Drops what was recorded from this frame on. Allocates only to make room. */
  record(frame: number, seconds: number): void;
  /** Keeps only the frames before this one. */
  truncate(frame: number): void;
  /** What was recorded, else even steps of 1/60 from the newest frame on. */
  secondsOf(frame: number): number;
  /** Even steps from 0 to this frame replace all that was recorded. */
  spread(frame: number, seconds: number): void;
}

export function createFrameTimes(): FrameTimes {
  let times = new Float64Array(FIRST_ROOM);
  let length = 0;
  const secondsOf = (frame: number) => {
    if (frame < length) return times[frame] ?? 0;
    const last = length - 1;
    const seconds = times[last] ?? 0;
    // Exact for a fixed step: a sum of steps would be rounded.
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
