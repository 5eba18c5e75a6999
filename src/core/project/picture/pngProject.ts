import { crc32 } from '#core/project/zip/crc32.ts';
import { inflate } from '#core/util/zlib.ts';
import {
  type Carried,
  KEYWORD,
  MAX_CARRIED,
  MAX_STEPS,
  onlyOne,
  spoiled,
  TOO_LARGE,
} from './carried.ts';
import { asciiText, type FileWindow, viewOf } from './fileWindow.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Chunks of text, as the PNG specification defines them: plain, compressed, and in UTF-8. */
const TEXTS = ['tEXt', 'zTXt', 'iTXt'] as const;

type TextType = (typeof TEXTS)[number];

/** Bytes of a chunk around its text: the keyword, flags, a language and a translated keyword. */
const MAX_FRAME = 1000;

/** Length and type in front of a chunk’s content, and the checksum behind it. */
const HEADER = 8;
const CHECKSUM = 4;

export async function isPng(file: FileWindow): Promise<boolean> {
  const start = await file.read(0, SIGNATURE.length);
  return SIGNATURE.every((byte, at) => start[at] === byte);
}

/** Looks for the project in the texts of a PNG file. Damage elsewhere in the file is no matter. */
export async function projectOfPng(file: FileWindow): Promise<Carried> {
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
