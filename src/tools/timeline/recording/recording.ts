import { FIXED_RATE, type UniformValues } from '#core/plan/runControls.ts';
import type { InputChange } from '#core/project/runView.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';

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

/** Maximum number of changes; later changes are not recorded. */
const MAX_CHANGES = 2 ** 18;
const FIRST_LOG_ROOM = 64;
const MOUSE_NUMBERS = 4;

const NO_MOUSE: InputChange['mouse'] = [0, 0, 0, 0];
const NOTHING: Omit<InputChange, 'frame'> = { mouse: NO_MOUSE, keys: [] };

/** Mouse and key input of a run's frames, stored as changes. */
type InputLog = ReturnType<typeof createInputLog>;

function createInputLog() {
  let names: readonly string[] = [];
  let rows = createRows(0);
  const changeAt = (index: number): InputChange => rows.read(index, names);
  const add = ({ frame, mouse, keys }: InputChange) => {
    const held = new Set(keys);
    rows.add(frame, mouse, names, (name) => held.has(name));
  };
  const changes = (lastFrame: number) => {
    const count = rows.countUpTo(lastFrame);
    return Array.from({ length: count }, (_, index) => changeAt(index));
  };
  const rebuild = (all: readonly InputChange[]) => {
    rows = createRows(names.length);
    for (const change of all) add(change);
  };
  const watch = (keys: readonly string[]) => {
    const more = keys.filter((key) => !names.includes(key));
    if (more.length === 0) return;
    const before = changes(Number.POSITIVE_INFINITY);
    names = [...names, ...new Set(more)];
    rebuild(before);
  };
  return {
    /** Records these keys from now on, in addition to the keys watched before. */
    watch,
    /** Drops everything recorded from this frame on. Allocates only to make room. */
    record(frame: number, { mouse, isKeyDown }: Pick<UniformInputs, 'mouse' | 'isKeyDown'>) {
      rows.truncate(frame);
      if (rows.differs(mouse, names, isKeyDown)) rows.add(frame, mouse, names, isKeyDown);
    },
    /** Keeps only the frames before this one. */
    truncate: (frame: number) => rows.truncate(frame),
    /** The input that the frame has read. */
    at(frame: number): Omit<InputChange, 'frame'> {
      const count = rows.countUpTo(frame);
      return count === 0 ? NOTHING : changeAt(count - 1);
    },
    /** Changes up to this frame, in order. */
    changes,
    /**
     * Replaces all changes. Drops keys that are not watched, since a link may contain any number of
     * them.
     */
    replace: rebuild,
  };
}

type Held = (name: string) => boolean;

function createRows(keyCount: number) {
  let frames = new Float64Array(FIRST_LOG_ROOM);
  let mice = new Float64Array(FIRST_LOG_ROOM * MOUSE_NUMBERS);
  let keys = new Uint8Array(FIRST_LOG_ROOM * keyCount);
  let count = 0;
  const grow = () => {
    const room = 2 * frames.length;
    frames = larger(frames, new Float64Array(room));
    mice = larger(mice, new Float64Array(room * MOUSE_NUMBERS));
    keys = larger(keys, new Uint8Array(room * keyCount));
  };
  const mouseAt = (row: number, part: number) => mice[row * MOUSE_NUMBERS + part] ?? 0;
  const keyAt = (row: number, key: number) => keys[row * keyCount + key] ?? 0;
  return {
    truncate(frame: number) {
      while (count > 0 && (frames[count - 1] ?? 0) >= frame) count -= 1;
    },
    differs(mouse: ArrayLike<number>, names: readonly string[], isHeld: Held): boolean {
      // Before the first row, all input is 0.
      const row = count - 1;
      for (let part = 0; part < MOUSE_NUMBERS; part += 1) {
        if ((mouse[part] ?? 0) !== (row < 0 ? 0 : mouseAt(row, part))) return true;
      }
      for (let key = 0; key < names.length; key += 1) {
        if (Number(isHeld(names[key] ?? '')) !== (row < 0 ? 0 : keyAt(row, key))) return true;
      }
      return false;
    },
    add(frame: number, mouse: ArrayLike<number>, names: readonly string[], isHeld: Held) {
      if (count === MAX_CHANGES) return;
      if (count === frames.length) grow();
      frames[count] = frame;
      for (let part = 0; part < MOUSE_NUMBERS; part += 1) {
        mice[count * MOUSE_NUMBERS + part] = mouse[part] ?? 0;
      }
      for (let key = 0; key < names.length; key += 1) {
        keys[count * keyCount + key] = Number(isHeld(names[key] ?? ''));
      }
      count += 1;
    },
    countUpTo: (lastFrame: number): number => upperBound(frames, lastFrame, 0, count),
    read: (row: number, names: readonly string[]): InputChange => ({
      frame: frames[row] ?? 0,
      mouse: [mouseAt(row, 0), mouseAt(row, 1), mouseAt(row, 2), mouseAt(row, 3)],
      keys: names.filter((_, key) => keyAt(row, key) === 1),
    }),
  };
}

function larger<Numbers extends Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}
