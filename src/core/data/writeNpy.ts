import type { Column, ElementLayout } from './columns.ts';
import { type NpyField, type NumberCode, SCALAR_CODES, tupleText } from './readNpy.ts';
import { SCALAR_BYTES } from './scalars.ts';
import { readTexels, type TexelFormat } from './texelFormat.ts';

/** The header's size is a multiple of this, so that the data is aligned. */
const ALIGNMENT = 64;

/**
 * Writes a buffer as a `.npy` file. Elements that are scalars, vectors or matrices become a numeric
 * array without padding, with up to two more dimensions. Structs and arrays become a structured
 * dtype with the buffer's own offsets.
 *
 * @param shape of the elements, such as `[1024]`
 */
export function toNpy(
  bytes: Uint8Array,
  layout: ElementLayout,
  shape: readonly number[],
): Uint8Array<ArrayBuffer> {
  const [column] = layout.columns;
  const isPlain = layout.columns.length === 1 && column?.name === 'value';
  if (!isPlain) return npyFile(structText(layout), shape, bytes);
  const [rows, columns] = column.shape;
  const inner = rows > 1 ? [rows, columns] : columns > 1 ? [columns] : [];
  const code = SCALAR_CODES[column.scalar];
  return npyFile(`'${code}'`, [...shape, ...inner], packed(bytes, layout.stride, column));
}

/** The numbers of a column without gaps. */
function packed(bytes: Uint8Array, stride: number, column: Column): Uint8Array {
  const { components, scalar, offset } = column;
  const size = SCALAR_BYTES[scalar];
  const isDense = components.every((at, index) => at === index * size);
  if (isDense && components.length * size === stride) return bytes;
  const count = Math.floor(bytes.length / stride);
  const result = new Uint8Array(count * components.length * size);
  let to = 0;
  for (let element = 0; element < count; element += 1) {
    for (const component of components) {
      const from = element * stride + offset + component;
      for (let at = 0; at < size; at += 1) result[to + at] = bytes[from + at] ?? 0;
      to += size;
    }
  }
  return result;
}

/**
 * The fields of a structured dtype for a buffer's elements. Parts without a column become bytes.
 */
export function fieldsOf({ columns, omitted }: ElementLayout): NpyField[] {
  const bytes = omitted.map(
    (part): NpyField => ({
      name: part.name,
      code: '|u1',
      shape: [part.bytes],
      offset: part.offset,
    }),
  );
  return [...columns.flatMap(fieldsOfColumn), ...bytes].toSorted(
    (one, other) => one.offset - other.offset,
  );
}

/** Each row of a matrix is a field of its own if there is padding between rows. */
function fieldsOfColumn(column: Column): NpyField[] {
  const { name, scalar, offset, components, shape } = column;
  const [rows, columns] = shape;
  const code = SCALAR_CODES[scalar];
  const size = SCALAR_BYTES[scalar];
  if (components.length === 1) return [{ name, code, shape: [], offset }];
  if (isDense(components, size)) {
    return [{ name, code, shape: rows === 1 ? [columns] : [rows, columns], offset }];
  }
  return Array.from({ length: rows }, (_, row) => row).flatMap((row): NpyField[] => {
    const own = components.slice(row * columns, (row + 1) * columns);
    const start = offset + (own[0] ?? 0);
    const inRow = own.map((each) => each - (own[0] ?? 0));
    const rowName = `${name}[${row}]`;
    if (isDense(inRow, size)) return [{ name: rowName, code, shape: [columns], offset: start }];
    return inRow.map((each, index) => ({
      name: `${rowName}[${index}]`,
      code,
      shape: [],
      offset: start + each,
    }));
  });
}

function isDense(offsets: readonly number[], size: number): boolean {
  return offsets.every((offset, index) => offset === index * size);
}

/** NumPy reads fields without a name as padding. */
function structText(layout: ElementLayout): string {
  const parts: string[] = [];
  let at = 0;
  const skipTo = (offset: number) => {
    if (offset > at) parts.push(`('', '|V${offset - at}')`);
  };
  for (const { name, code, shape, offset } of fieldsOf(layout)) {
    skipTo(offset);
    const inner = shape.length === 0 ? '' : `, ${tupleText(shape)}`;
    parts.push(`(${quoted(name)}, '${code}'${inner})`);
    at = offset + Number(code.slice(2)) * shape.reduce((all, each) => all * each, 1);
  }
  skipTo(layout.stride);
  return `[${parts.join(', ')}]`;
}

function quoted(name: string): string {
  return `'${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

function npyFile(
  descr: string,
  shape: readonly number[],
  data: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const text = `{'descr': ${descr}, 'fortran_order': False, 'shape': ${tupleText(shape)}, }`;
  const encoded = new TextEncoder().encode(text);
  // Version 1 has a 2-byte length and ASCII only; version 3 has a 4-byte length and UTF-8.
  const isShort = encoded.length === text.length && encoded.length < 0xff00;
  const before = isShort ? 10 : 12;
  const start = Math.ceil((before + encoded.length + 1) / ALIGNMENT) * ALIGNMENT;
  const file = new Uint8Array(start + data.length).fill(0x20, 0, start);
  file.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, isShort ? 1 : 3, 0]);
  const view = new DataView(file.buffer);
  if (isShort) view.setUint16(8, start - before, true);
  else view.setUint32(8, start - before, true);
  file.set(encoded, before);
  file[start - 1] = 0x0a;
  file.set(data, start);
  return file;
}

/** A texture's texels without gaps: row after row, slice after slice. */
interface TextureBytes {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Number of layers or slices; null if the texture has none. */
  readonly depth: number | null;
}

/**
 * Writes a texture as a `.npy` file. Dimensions: slices, rows, texels of a row, channels; those
 * that the texture lacks are omitted. Channels are in the order red, green, blue, alpha. Normalised
 * formats are stored as integers, packed ones as floats. The first row is the one with y = 0.
 */
export function textureToNpy(
  { bytes, width, height, depth }: TextureBytes,
  format: TexelFormat,
): Uint8Array<ArrayBuffer> {
  const { code, data } = readTexels(bytes, format);
  const shape = [...(depth === null ? [] : [depth]), height, width];
  const channels = format.channels === 1 ? [] : [format.channels];
  return npyFile(`'${code satisfies NumberCode}'`, [...shape, ...channels], data);
}
