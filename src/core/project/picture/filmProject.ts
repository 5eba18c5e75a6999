import { type Carried, MAX_CARRIED, MAX_STEPS, onlyOne, spoiled, TOO_LARGE } from './carried.ts';
import { asciiText, type FileWindow, viewOf } from './fileWindow.ts';

/**
 * How a packed project begins, and all of it: the zlib header in URL-safe base64. A film’s comment has no
 * keyword, and those of other tools are no such text.
 */
const PACKED = /^eJ[\w-]{10,}$/;

/** A part of a film file: its content is from `start` to `end`. */
interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Format {
  /** Null if there is none at `at` that the file can hold. */
  part(file: FileWindow, at: number): Promise<Part | null>;
  /** How many bytes stand before the parts that this part consists of; null if it is skipped. */
  inside(part: Part): number | null;
  /** Finds comments in the parts, one after the other. Gives the bytes that hold a text. */
  textOf(part: Part, file: FileWindow): Promise<readonly [from: number, to: number] | null>;
}

/** Looks for the project in the comments of a WebM or MP4 file; the film itself is skipped. */
export async function projectOfFilm(file: FileWindow): Promise<Carried | null> {
  const head = await file.read(0, 12);
  if (asciiText(head.subarray(0, 4)) === '\x1aEß£') return walk(file, webM());
  return asciiText(head.subarray(4, 8)) === 'ftyp' ? walk(file, mp4()) : null;
}

async function walk(file: FileWindow, format: Format): Promise<Carried> {
  const found: Carried[] = [];
  let at = 0;
  for (let step = 0; step < MAX_STEPS && at < file.size; step += 1) {
    const part = await format.part(file, at);
    if (!part) break;
    const text = await format.textOf(part, file);
    const carried = text && (await read(file, text));
    if (carried) found.push(carried);
    if (found.length > 1) break;
    const inside = format.inside(part);
    at = inside === null ? part.end : part.start + inside;
  }
  return onlyOne(found);
}

/** Null if it is the comment of another tool. */
async function read(
  file: FileWindow,
  [from, to]: readonly [number, number],
): Promise<Carried | null> {
  const start = asciiText(await file.read(from, Math.min(20, to - from)));
  if (!PACKED.test(start)) return null;
  if (to > file.size) return spoiled('is damaged: the file ends before it does');
  if (to - from > MAX_CARRIED) return TOO_LARGE;
  const packed = asciiText(await file.read(from, to - from)).replace(/(?<!\0)\0+$/, '');
  return PACKED.test(packed) ? { kind: 'project', packed } : null;
}

/** Elements of Matroska, of which WebM is a part. */
const SEGMENT = '18538067';
const CLUSTER = '1f43b675';
const TAGS = '1254c367';
const TAG = '7373';
const SIMPLE_TAG = '67c8';
const TAG_NAME = '45a3';
const TAG_STRING = '4487';

function webM(): Format {
  let name = '';
  let text: readonly [number, number] | null = null;
  return {
    async part(file, at) {
      const bytes = await file.read(at, 12);
      const idLength = lengthOf(bytes[0]);
      const sizeLength = lengthOf(bytes[idLength]);
      if (idLength > 4 || idLength + sizeLength > bytes.length) return null;
      const id = [...bytes.subarray(0, idLength)].map((byte) => byte.toString(16).padStart(2, '0'));
      const start = at + idLength + sizeLength;
      const size = sizeOf(bytes.subarray(idLength, idLength + sizeLength));
      return {
        name: id.join(''),
        start,
        end: size === null ? Number.POSITIVE_INFINITY : start + size,
      };
    },
    inside(part) {
      const isEntered =
        [SEGMENT, TAGS, TAG, SIMPLE_TAG].includes(part.name) ||
        // One that was written while nobody knew its size.
        (part.name === CLUSTER && part.end === Number.POSITIVE_INFINITY);
      return isEntered ? 0 : null;
    },
    async textOf(part, file) {
      if (part.name === SIMPLE_TAG) {
        name = '';
        text = null;
      } else if (part.name === TAG_NAME) {
        name = asciiText(await file.read(part.start, Math.min(20, part.end - part.start)));
      } else if (part.name === TAG_STRING) text = [part.start, part.end];
      else return null;
      if (text === null || name.toUpperCase() !== 'COMMENT') return null;
      const whole = text;
      text = null;
      return whole;
    },
  };
}

/** Of a number whose first byte tells its length by its zeros in front. Nine is no length. */
function lengthOf(first: number | undefined): number {
  return first ? Math.clz32(first) - 23 : 9;
}

/** Null if it is unknown. */
function sizeOf(bytes: Uint8Array): number | null {
  const mark = 1 << (8 - bytes.length);
  let size = (bytes[0] ?? 0) & (mark - 1);
  let isUnknown = size === mark - 1;
  for (const byte of bytes.subarray(1)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 255;
  }
  return isUnknown ? null : size;
}

/** Boxes of an MP4 file on the way to its comment, with the bytes before the boxes in them. */
const BOXES: ReadonlyMap<string, number> = new Map([
  ['moov', 0],
  ['udta', 0],
  ['meta', 4],
  ['ilst', 0],
  ['©cmt', 0],
]);

/** Before the text in a box `data`: its type and language. */
const DATA_HEADER = 8;

function mp4(): Format {
  let commentEnd = 0;
  return {
    async part(file, at) {
      const bytes = await file.read(at, 16);
      if (bytes.length < 8) return null;
      const view = viewOf(bytes);
      const short = view.getUint32(0);
      const isLong = short === 1 && bytes.length === 16;
      const start = at + (isLong ? 16 : 8);
      const long = isLong ? Number(view.getBigUint64(8)) : short;
      const end = short === 0 ? Number.POSITIVE_INFINITY : at + long;
      return end < start ? null : { name: asciiText(bytes.subarray(4, 8)), start, end };
    },
    inside: ({ name }) => BOXES.get(name) ?? null,
    async textOf({ name, start, end }) {
      if (name === '©cmt') commentEnd = end;
      return name === 'data' && start < commentEnd ? [start + DATA_HEADER, end] : null;
    },
  };
}
