import { MAX_LINK_LENGTH } from '#core/project/links/shareLink.ts';
import { crc32 } from '#core/project/zip/crc32.ts';
import { inflate } from '#core/util/zlib.ts';

/** What a picture or film carries of ours, by its content: its name may be any. Nothing is unpacked. */
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

/** Chunks of text, as the PNG specification defines them: plain, compressed, and in UTF-8. */
const TEXTS = ['tEXt', 'zTXt', 'iTXt'] as const;

type TextType = (typeof TEXTS)[number];

/** Bytes of a chunk around its text: the keyword, flags, a language and a translated keyword. */
const MAX_FRAME = 1000;

/** Length and type in front of a chunk’s content, and the checksum behind it. */
const HEADER = 8;
const CHECKSUM = 4;

async function isPng(file: FileWindow): Promise<boolean> {
  const start = await file.read(0, SIGNATURE.length);
  return SIGNATURE.every((byte, at) => start[at] === byte);
}

/** Looks for the project in the texts of a PNG file. Damage elsewhere in the file is no matter. */
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
  // The checksum is of the type and the content.
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
  // Language and translated keyword each end with a zero.
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

/** The place behind so many zeros; the end if there are fewer. */
function afterZeros(bytes: Uint8Array, count: number): number {
  let at = 0;
  for (let zeros = 0; zeros < count && at < bytes.length; at += 1) zeros += bytes[at] === 0 ? 1 : 0;
  return at;
}

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

/** Bytes that are read at a time. */
const WINDOW = 65_536;

/** Reads pieces of a file, which may be too large for the memory. */
type FileWindow = ReturnType<typeof openWindow>;

function openWindow(file: Blob) {
  let from = 0;
  let bytes = new Uint8Array(0);
  return {
    size: file.size,
    /** The bytes from `at`; fewer if the file ends before. Valid until the next call. Rejects if it cannot be read. */
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

/** Bytes of ASCII as text; others become some other characters. */
function asciiText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes);
}

/** Characters of a packed project at most, as in a link. */
export const MAX_CARRIED = MAX_LINK_LENGTH;

/** The keyword of the PNG chunk that holds the project; `src/tools/capture/session/projectText.ts` writes it. */
export const KEYWORD = 'Slang Playground';

/** Headers of chunks, boxes or elements that are looked at: a damaged file may have any number. */
const MAX_STEPS = 20_000;

/** What a file carries of ours. The packed project is not yet validated. */
export type Carried =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'project'; readonly packed: string }
  /** It has a project that cannot be read; a part of a sentence that goes after the file’s name. */
  | { readonly kind: 'spoiled'; readonly why: string };

const NOTHING: Carried = { kind: 'nothing' };

function spoiled(why: string): Carried {
  return { kind: 'spoiled', why };
}

const TOO_LARGE = spoiled(
  `is too large: it has more than ${MAX_CARRIED.toLocaleString('en')} characters once it is packed`,
);

/** The one project of several texts that hold one. */
function onlyOne(found: readonly Carried[]): Carried {
  const [first = NOTHING, ...others] = found;
  if (first.kind !== 'project') return first;
  const isSame = (each: Carried) => each.kind === 'project' && each.packed === first.packed;
  return others.every(isSame)
    ? first
    : spoiled('is not the only one: the file has several different ones');
}
