import { textOfCell } from '#core/data/cells.ts';
import type { Column, NumberFormat } from '#core/data/columns.ts';
import type { CellContent } from './DataGrid.tsx';
import type { GridColumn } from './gridColumns.ts';

/** Bytes of a buffer from `start` on. `before` holds their previous values; null if unknown. */
export interface Bytes {
  readonly start: number;
  readonly now: DataView;
  readonly before: DataView | null;
}

export function bytesFrom(start: number, now: Uint8Array, before: Uint8Array | null): Bytes {
  return { start, now: viewOf(now), before: before && viewOf(before) };
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** A cell's content; null if the element's bytes have not been read. */
export function elementCell(
  bytes: Bytes,
  element: { readonly index: number; readonly stride: number },
  { leaves }: GridColumn,
  format: NumberFormat,
): CellContent | null {
  const at = element.index * element.stride - bytes.start;
  if (!isWithin(bytes.now, at, element.stride)) return null;
  const textOf = (view: DataView) => leavesText(view, at, leaves, format);
  const text = textOf(bytes.now);
  if (!bytes.before || !isWithin(bytes.before, at, element.stride)) return { text, before: null };
  const isChanged = leaves.some((leaf) => differs(bytes, at + leaf.offset, leaf));
  return { text, before: isChanged ? textOf(bytes.before) : null };
}

function leavesText(
  view: DataView,
  at: number,
  leaves: readonly Column[],
  format: NumberFormat,
): string {
  const texts = leaves.map((leaf) => textOfCell(view, at, leaf, format));
  const isPlain = leaves.every(({ components }) => components.length === 1);
  return texts.map((text) => (isPlain || texts.length === 1 ? text : `(${text})`)).join(', ');
}

function isWithin(view: DataView, at: number, length: number): boolean {
  return at >= 0 && at + length <= view.byteLength;
}

function differs({ now, before }: Bytes, at: number, column: Column): boolean {
  if (!before) return false;
  const size = Number(/(?<!\d)\d+$/.exec(column.scalar)?.[0] ?? BOOL_BITS) / 8;
  return column.components.some((offset) => {
    for (let byte = at + offset; byte < at + offset + size; byte += 1) {
      if (now.getUint8(byte) !== before.getUint8(byte)) return true;
    }
    return false;
  });
}

const BOOL_BITS = 32;

/** Bytes per row of the hex view. */
export const HEX_ROW = 16;

/** A hex cell's content; null beyond the buffer's end, or if the byte has not been read. */
export function byteCell(bytes: Bytes, offset: number): CellContent | null {
  const at = offset - bytes.start;
  if (!isWithin(bytes.now, at, 1)) return null;
  const now = bytes.now.getUint8(at);
  const isKnown = bytes.before && isWithin(bytes.before, at, 1);
  const before = isKnown ? bytes.before?.getUint8(at) : undefined;
  const isChanged = before !== undefined && before !== now;
  return { text: hexByte(now), before: isChanged ? hexByte(before) : null };
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/**
 * A row's bytes as ASCII, with dots for unprintable characters; null if they have not been read.
 */
export function rowText(bytes: Bytes, offset: number): string | null {
  const at = offset - bytes.start;
  if (!isWithin(bytes.now, at, 1)) return null;
  const count = Math.min(HEX_ROW, bytes.now.byteLength - at);
  const codes = Array.from({ length: count }, (_, index) => bytes.now.getUint8(at + index));
  return codes
    .map((code) =>
      code >= FIRST_PRINTED && code <= LAST_PRINTED ? String.fromCharCode(code) : '.',
    )
    .join('');
}

const FIRST_PRINTED = 0x20;
const LAST_PRINTED = 0x7e;

/** Parses a byte from two hexadecimal digits; null for other texts. */
export function parseByte(text: string): Uint8Array | null {
  const digits = /^(?:0x)?([\da-f]{1,2})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Uint8Array.of(Number.parseInt(digits, 16));
}
