import { MAX_LINK_LENGTH } from '#core/project/links/shareLink.ts';
import { crc32, inflate } from '#core/util/zlib.ts';

/**
 * Finds a packed project in a picture or film. Detects the format by content, because the file may
 * have any name. Does not unpack the project.
 */
export async function readCarried(file: Blob): Promise<Carried> {
  const window = openWindow(file);
  try {
    if (await isPng(window)) return await projectOfPng(window);
    return (await projectOfFilm(window)) ?? NOTHING;
  } catch {
    return spoiled('cannot be read: the file may have been moved');
  }
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Text chunks of the PNG specification: plain, compressed, and UTF-8. */
const TEXTS = ['tEXt', 'zTXt', 'iTXt'] as const;

type TextType = (typeof TEXTS)[number];

/** The most bytes of a chunk besides its text: keyword, flags, language and translated keyword. */
const MAX_FRAME = 1000;

/** Bytes of the length and type before a chunk's content, and of the checksum after it. */
const HEADER = 8;
const CHECKSUM = 4;

async function isPng(file: FileWindow): Promise<boolean> {
  const start = await file.read(0, SIGNATURE.length);
  return SIGNATURE.every((byte, at) => start[at] === byte);
}

/** Searches the text chunks of a PNG file. Damage elsewhere in the file does not matter. */
async function projectOfPng(file: FileWindow): Promise<Carried> {
  const found: Carried[] = [];
  let at = SIGNATURE.length;
  for (let step = 0; step < MAX_STEPS && at + HEADER <= file.size; step += 1) {
    const header = await file.read(at, HEADER);
    const length = viewOf(header).getUint32(0);
    const name = asciiText(header.subarray(4));
    if (name === 'IEND') break;
    const type = TEXTS.find((each) => each === name);
    if (type && (await isOurs(file, at))) found.push(await readChunk(file, at, type, length));
    if (found.length > 1) break;
    at += HEADER + length + CHECKSUM;
  }
  return onlyOne(found);
}

async function isOurs(file: FileWindow, at: number): Promise<boolean> {
  const keyword = `${KEYWORD}\0`;
  return asciiText(await file.read(at + HEADER, keyword.length)) === keyword;
}

async function readChunk(
  file: FileWindow,
  at: number,
  type: TextType,
  length: number,
): Promise<Carried> {
  if (at + HEADER + length + CHECKSUM > file.size) {
    return spoiled('is damaged: the file ends before it does');
  }
  if (length > MAX_CARRIED + MAX_FRAME) return TOO_LARGE;
  // The checksum covers the type and the content.
  const checked = await file.read(at + 4, 4 + length + CHECKSUM);
  const sum = viewOf(checked).getUint32(4 + length);
  if (crc32(checked.subarray(0, 4 + length)) !== sum) {
    return spoiled('is damaged: its checksum is wrong');
  }
  const content = checked.slice(4 + KEYWORD.length + 1, 4 + length);
  return type === 'tEXt' ? plain(content) : unpacked(type, content);
}

function plain(content: Uint8Array): Carried {
  if (content.length > MAX_CARRIED) return TOO_LARGE;
  return { kind: 'project', packed: asciiText(content) };
}

async function unpacked(type: 'zTXt' | 'iTXt', content: Uint8Array<ArrayBuffer>): Promise<Carried> {
  const [flag = 0, method = 0] = content;
  if (type === 'zTXt') return flag === 0 ? inflated(content.subarray(1)) : otherMethod(flag);
  // Skip the language and the translated keyword, which each end with a zero.
  const text = content.subarray(afterZeros(content.subarray(2), 2) + 2);
  if (flag === 0) return plain(text);
  return method === 0 ? inflated(text) : otherMethod(method);
}

function otherMethod(method: number): Carried {
  return spoiled(`is damaged: no method ${method} of compression is known`);
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Carried> {
  const text = await inflate(packed, MAX_CARRIED);
  if (text.ok) return plain(text.value);
  return text.error === 'too large' ? TOO_LARGE : spoiled('is damaged: it cannot be unpacked');
}

/** The offset after the given number of zeros; the end if there are fewer. */
function afterZeros(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let zeros = 0; zeros < count && at < bytes.length; at += 1) zeros += bytes[at] === 0 ? 1 : 0;
  return at;
}

/**
 * Matches both the start of a packed project and all of it: the zlib header in URL-safe base64. A
 * film's comment has no keyword, so this tells our comments from those of other tools.
 */
const PACKED = /^eJ[\w-]{10,}$/;

/** A part of a film file, with the range of its content; `end` is exclusive. */
interface Part {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Format {
  /** The part at `at`; null if there is no valid one. */
  part(file: FileWindow, at: number): Promise<Part | null>;
  /** Offset of the nested parts within the content; null to skip the part. */
  inside(part: Part): number | null;
  /** The range of a comment's text; null if none ends here. Call for all parts in order. */
  textOf(part: Part, file: FileWindow): Promise<readonly [from: number, to: number] | null>;
}

/** Searches the comments of a WebM or MP4 file, without reading the film itself. */
async function projectOfFilm(file: FileWindow): Promise<Carried | null> {
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

/** Null if the comment is from another tool. */
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

/** Element ids of Matroska, which WebM is based on. */
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
        // A cluster that was written before its size was known.
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

/** Length of a number, given by the leading zeros of its first byte; 9 if invalid. */
function lengthOf(first: number | undefined): number {
  return first ? Math.clz32(first) - 23 : 9;
}

/** Null if unknown. */
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

/** The MP4 boxes on the way to the comment, with the bytes before their nested boxes. */
const BOXES: ReadonlyMap<string, number> = new Map([
  ['moov', 0],
  ['udta', 0],
  ['meta', 4],
  ['ilst', 0],
  ['©cmt', 0],
]);

/** Bytes in a `data` box before the text: type and language. */
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

/** Bytes to read at once. */
const WINDOW = 65_536;

/** Reads pieces of a file that may be too large for memory. */
type FileWindow = ReturnType<typeof openWindow>;

function openWindow(file: Blob) {
  let from = 0;
  let bytes = new Uint8Array(0);
  return {
    size: file.size,
    /**
     * Reads the bytes from `at`, or fewer at the end of the file. They are valid until the next
     * call. Rejects if the file cannot be read.
     */
    async read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
      const end = Math.min(file.size, at + length);
      if (at >= end) return new Uint8Array(0);
      if (at < from || end > from + bytes.length) {
        const piece = file.slice(at, Math.max(end, at + WINDOW));
        bytes = new Uint8Array(await piece.arrayBuffer());
        from = at;
      }
      return bytes.subarray(at - from, end - from);
    },
  };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Decodes ASCII. Other bytes become arbitrary characters. */
function asciiText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** The most characters of a packed project, as in a link. */
export const MAX_CARRIED = MAX_LINK_LENGTH;

/** The keyword of the PNG chunk that `src/tools/capture/projectText.ts` writes. */
export const KEYWORD = 'Slang Playground';

/** The most chunks, boxes or elements examined, because a damaged file may have any number. */
const MAX_STEPS = 20_000;

/** What a file carries. The packed project is not yet validated. */
export type Carried =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'project'; readonly packed: string }
  /** The project cannot be read; `why` completes a sentence that starts with the file's name. */
  | { readonly kind: 'spoiled'; readonly why: string };

const NOTHING: Carried = { kind: 'nothing' };

function spoiled(why: string): Carried {
  return { kind: 'spoiled', why };
}

const TOO_LARGE = spoiled(
  `is too large: it has more than ${MAX_CARRIED.toLocaleString('en')} characters once it is packed`,
);

/** Accepts several texts only if they hold the same project. */
function onlyOne(found: readonly Carried[]): Carried {
  const [first = NOTHING, ...others] = found;
  if (first.kind !== 'project') return first;
  const isSame = (each: Carried) => each.kind === 'project' && each.packed === first.packed;
  return others.every(isSame)
    ? first
    : spoiled('is not the only one: the file has several different ones');
}
