import type { InputChange } from '#core/project/runView.ts';
import { upperBound } from '#core/util/partitionPoint.ts';
import type { UniformInputs } from '#engine/gpu/resources/uniforms.ts';

/** Maximum number of changes; later changes are not recorded. */
const MAX_CHANGES = 2 ** 18;
const FIRST_ROOM = 64;
const MOUSE_NUMBERS = 4;

const NO_MOUSE: InputChange['mouse'] = [0, 0, 0, 0];
const NOTHING: Omit<InputChange, 'frame'> = { mouse: NO_MOUSE, keys: [] };

/** Mouse and key input of a run's frames, stored as changes. */
export type InputLog = ReturnType<typeof createInputLog>;

export function createInputLog() {
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
  let frames = new Float64Array(FIRST_ROOM);
  let mice = new Float64Array(FIRST_ROOM * MOUSE_NUMBERS);
  let keys = new Uint8Array(FIRST_ROOM * keyCount);
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
