import { bytesText } from '#core/util/countText.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Sliced } from '#core/util/slices.ts';
import { quoted } from '#core/util/text.ts';

/** The maximum number of elements, including the copies of `use`. */
const MAX_ELEMENTS = 100_000;
/** The maximum nesting of elements, and of copies in copies. */
const MAX_DEPTH = 256;
/** The maximum size in UTF-8 bytes. */
const MAX_BYTES = 4_000_000;

/** An SVG image whose root element has a size in pixels, which browsers require. */
interface Drawing {
  readonly text: string;
  readonly size: ImageSize;
}

/** Rejects a drawing that is too large. Call this before reading it. */
export function checkDrawingBytes(bytes: number): Result<void> {
  return bytes <= MAX_BYTES
    ? ok(undefined)
    : fail(
        `It has ${bytesText(bytes)}; a drawing has at most ${bytesText(MAX_BYTES)}. Simplify it, or export it as PNG.`,
      );
}

/**
 * Reads a drawing, and gives it its view box's size if it has none. Rejects drawings that browsers
 * would never finish or cannot draw: those whose entities or copies multiply without end, and those
 * that need other files, which images do not load. Takes linear time.
 */
export function* readDrawing(text: string): Sliced<Result<Drawing>> {
  if (/<!ENTITY/i.test(text)) {
    return fail('It defines entities, which can grow without end. Export it as plain SVG.');
  }
  const contents = yield* readContents(text);
  const outside = contents.outside ?? (yield* outsideInStyles(text));
  if (outside !== null) {
    return fail(
      `It needs ${quoted(outside)}, but an image cannot load other files. Embed the file in the drawing.`,
    );
  }
  if (contents.elements > MAX_ELEMENTS) {
    return fail(
      `It has more than ${MAX_ELEMENTS.toLocaleString('en')} elements, with all copies, or they are nested too deeply. Simplify it, or export it as PNG.`,
    );
  }
  const drawing = contents.root && withSize(text, contents.root);
  return drawing
    ? ok(drawing)
    : fail('It has no size. Give its svg element a width and a height in pixels.');
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  /** Offset of the attribute in the text; `to` is its end. */
  readonly from: number;
  readonly to: number;
}

interface Tag {
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  readonly attributes: readonly Attribute[];
  readonly from: number;
  /** The offset after the closing bracket. */
  readonly to: number;
}

const attributeOf = ({ attributes }: Tag, name: string) =>
  attributes.find((attribute) => attribute.name === name)?.value;

/** Comments, CDATA and other parts to skip, by their start and end. */
const SKIPPED: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** Characters to read between two pauses. */
const SLICE_LENGTH = 32_768;

/** Further attributes of a tag are ignored. */
const MAX_ATTRIBUTES = 1000;

/** The next tag at or after an offset; null at the end of the text. */
function nextTag(text: string, from: number): Tag | null {
  let at = text.indexOf('<', from);
  while (at !== -1) {
    const skipped = SKIPPED.find(([begin]) => text.startsWith(begin, at));
    if (skipped) {
      const [begin, end] = skipped;
      const close = text.indexOf(end, at + begin.length);
      if (close === -1) return null;
      at = text.indexOf('<', close + end.length);
      continue;
    }
    const tag = readTag(text, at);
    if (tag.name !== '') return tag;
    at = text.indexOf('<', at + 1);
  }
  return null;
}

const NAME = /[^\s=<>"'/]+/y;
const SPACE = /\s*/y;
const EQUALS = /\s*=\s*/y;

/** The end of a sticky expression's match at an offset; the offset itself if there is no match. */
function endOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/** Reads the tag at an offset. A malformed tag ends where it can no longer be parsed. */
function readTag(text: string, from: number): Tag {
  const isEnd = text[from + 1] === '/';
  const nameAt = from + (isEnd ? 2 : 1);
  let at = endOf(NAME, text, nameAt);
  const name = text.slice(nameAt, at);
  const attributes: Attribute[] = [];
  let isEmpty = false;
  while (attributes.length < MAX_ATTRIBUTES) {
    at = endOf(SPACE, text, at);
    const letter = text[at];
    if (letter === undefined || letter === '<' || letter === '>') break;
    isEmpty = letter === '/';
    const attribute = readAttribute(text, at);
    if (attribute) attributes.push(attribute);
    at = attribute?.to ?? at + 1;
  }
  if (text[at] === '>') at += 1;
  return { name, kind: isEnd ? 'end' : isEmpty ? 'empty' : 'start', attributes, from, to: at };
}

function readAttribute(text: string, from: number): Attribute | null {
  const nameEnd = endOf(NAME, text, from);
  if (nameEnd === from) return null;
  const name = text.slice(from, nameEnd);
  const valueAt = endOf(EQUALS, text, nameEnd);
  const quote = text[valueAt];
  if (valueAt === nameEnd || (quote !== '"' && quote !== "'")) {
    return { name, value: '', from, to: valueAt };
  }
  const close = text.indexOf(quote, valueAt + 1);
  const end = close === -1 ? text.length : close;
  return { name, value: text.slice(valueAt + 1, end), from, to: Math.min(end + 1, text.length) };
}

/** The content of an element with an id, or the whole drawing. */
interface Part {
  elements: number;
  /** The ids that its `use` elements copy. */
  readonly copied: string[];
  readonly parts: Part[];
  /** Including all copies; null before counting, 0 during it. */
  total: number | null;
}

const newPart = (): Part => ({ elements: 0, copied: [], parts: [], total: null });

interface Contents {
  /** The first svg element. */
  readonly root: Tag | null;
  /** Including all copies; infinite if they are nested too deeply. */
  readonly elements: number;
  /** The first attribute value that refers to another file; null if there is none. */
  readonly outside: string | null;
}

const LINK = /^(?:xlink:)?href$/;

/** The trimmed value of a tag's link; empty if it has none. */
const linkOf = ({ attributes }: Tag) =>
  attributes.find(({ name }) => LINK.test(name))?.value.trim() ?? '';

const localName = ({ name }: Tag) => name.slice(name.indexOf(':') + 1);

const LINKING = new Set(['image', 'use', 'feImage']);

const isOutside = (reference: string) => reference !== '' && !/^(?:#|data:)/i.test(reference);

function* readContents(text: string): Sliced<Contents> {
  const whole = newPart();
  const ids = new Map<string, Part>();
  /** The innermost part of each open element. */
  const open: Part[] = [];
  let [root, outside]: [Tag | null, string | null] = [null, null];
  let count = 0;
  let pauseAt = SLICE_LENGTH;
  for (let tag = nextTag(text, 0); tag; tag = nextTag(text, tag.to)) {
    if (tag.to >= pauseAt) {
      pauseAt = tag.to + SLICE_LENGTH;
      yield;
    }
    if (tag.kind === 'end') {
      open.pop();
      continue;
    }
    count += 1;
    if (localName(tag) === 'svg') root ??= tag;
    const part = partOf(tag, open.at(-1) ?? whole, ids);
    if (tag.kind === 'start') open.push(part);
    if (LINKING.has(localName(tag)) && isOutside(linkOf(tag))) outside ??= linkOf(tag);
    if (count > MAX_ELEMENTS || open.length > MAX_DEPTH) {
      return { root, elements: Number.POSITIVE_INFINITY, outside };
    }
  }
  return { root, elements: countWithCopies(whole, ids), outside };
}

/** Adds an element to its parent part. Returns the part for the element's content. */
function partOf(tag: Tag, parent: Part, ids: Map<string, Part>): Part {
  const id = attributeOf(tag, 'id');
  const part = id === undefined ? parent : newPart();
  if (id !== undefined) {
    ids.set(id, part);
    parent.parts.push(part);
  }
  part.elements += 1;
  const link = linkOf(tag);
  if (localName(tag) === 'use' && link.startsWith('#')) part.copied.push(link.slice(1));
  return part;
}

/** Counts each part once. Infinite if copies are nested too deeply. */
function countWithCopies(part: Part, ids: ReadonlyMap<string, Part>, depth = 0): number {
  if (part.total !== null) return part.total;
  if (depth > 2 * MAX_DEPTH) return Number.POSITIVE_INFINITY;
  // An element that copies itself is not drawn.
  part.total = 0;
  let total = part.elements;
  for (const inner of part.parts) total += countWithCopies(inner, ids, depth + 1);
  for (const id of part.copied) {
    const copied = ids.get(id);
    if (copied) total += countWithCopies(copied, ids, depth + 1);
  }
  part.total = total;
  return total;
}

const STYLE_REFERENCE = /url\(|@import/gi;
const URL_START = /\s*["']?\s*/y;
const STRING_START = /\s*["']\s*/y;
const ADDRESS = /[^"')]+/y;

/** Another file to which a style refers; null if there is none. */
function* outsideInStyles(text: string): Sliced<string | null> {
  let pauseAt = SLICE_LENGTH;
  let at = 0;
  for (;;) {
    STYLE_REFERENCE.lastIndex = at;
    const [keyword] = STYLE_REFERENCE.exec(text) ?? [];
    if (keyword === undefined) return null;
    const after = STYLE_REFERENCE.lastIndex;
    const from = endOf(keyword.endsWith('(') ? URL_START : STRING_START, text, after);
    // The `url()` of an @import is found on its own.
    const isAddress = keyword.endsWith('(') || from > after;
    at = isAddress ? endOf(ADDRESS, text, from) : after;
    const reference = isAddress ? text.slice(from, at).trim() : '';
    if (isOutside(reference)) return reference;
    if (at < pauseAt) continue;
    pauseAt = at + SLICE_LENGTH;
    yield;
  }
}

const LENGTH = /^([\d.]+(?:e\d+)?)\s*([a-z]*)$/i;

/** In CSS pixels. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['px', 1],
  ['pt', 4 / 3],
  ['pc', 16],
  ['in', 96],
  ['cm', 96 / 2.54],
  ['mm', 96 / 25.4],
  ['em', 16],
  ['rem', 16],
  ['ex', 8],
]);

/** A length in pixels; NaN if it is invalid or relative. */
function lengthOf(value = ''): number {
  const [, number, unit = ''] = LENGTH.exec(value.trim()) ?? [];
  return Number(number) * (UNITS.get(unit.toLowerCase()) ?? Number.NaN);
}

function withSize(text: string, root: Tag): Drawing | null {
  const own = {
    width: lengthOf(attributeOf(root, 'width')),
    height: lengthOf(attributeOf(root, 'height')),
  };
  if (isSize(own)) return { text, size: own };
  const [, , width = 0, height = 0] = (attributeOf(root, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  if (!isSize({ width, height })) return null;
  const nameEnd = root.from + 1 + root.name.length;
  let kept = '';
  let from = nameEnd;
  for (const { name, from: begin, to } of root.attributes) {
    if (name !== 'width' && name !== 'height') continue;
    kept += text.slice(from, begin).trimEnd();
    from = to;
  }
  const head = text.slice(0, nameEnd);
  return {
    text: `${head} width="${width}" height="${height}"${kept}${text.slice(from)}`,
    size: { width, height },
  };
}

function isSize({ width, height }: ImageSize): boolean {
  return width > 0 && height > 0 && Number.isFinite(width * height);
}

/** In pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size in an image's header; null if the header cannot be read. Makes it possible to reject an
 * image that is too large without decoding it.
 */
export function imageSize(content: ArrayBuffer): ImageSize | null {
  const view = new DataView(content);
  try {
    if (startsWith(view, 0, '\x89PNG')) return sizeAt(16, (at) => view.getUint32(at), 4);
    if (startsWith(view, 0, 'RIFF') && startsWith(view, 8, 'WEBP')) return webpSize(view);
    if (view.getUint16(0) === 0xffd8) return jpegSize(view);
    if (startsWith(view, 4, 'ftyp')) return avifSize(view);
  } catch (thrown) {
    // The header ends too early.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return null;
}

function startsWith(view: DataView, at: number, text: string): boolean {
  return [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));
}

function sizeAt(at: number, read: (at: number) => number, step: number): ImageSize {
  return { width: read(at), height: read(at + step) };
}

function webpSize(view: DataView): ImageSize | null {
  if (startsWith(view, 12, 'VP8 ')) {
    return sizeAt(26, (at) => view.getUint16(at, true) & 0x3fff, 2);
  }
  if (startsWith(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!startsWith(view, 12, 'VP8X')) return null;
  return sizeAt(24, (at) => (view.getUint32(at, true) & 0xffffff) + 1, 3);
}

/** Whether a marker starts a frame with the size. The excluded ones are in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function jpegSize(view: DataView): ImageSize | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    // 0xff before a marker is a fill byte.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size of the largest image in the file. An `ispe` property gives the size of each image. */
function avifSize(view: DataView): ImageSize | null {
  let found: ImageSize | null = null;
  const end = Math.min(view.byteLength - 16, 65_536);
  for (let at = 0; at < end; at += 1) {
    if (view.getUint32(at) !== 0x69737065) continue;
    const size = sizeAt(at + 8, (place) => view.getUint32(place), 4);
    if (!found || size.width * size.height > found.width * found.height) found = size;
  }
  return found;
}
