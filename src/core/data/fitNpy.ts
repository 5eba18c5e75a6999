import { fail, ok, type Result } from '#core/util/result.ts';
import { rangeOf } from './cells.ts';
import type { Column, ElementLayout, ScalarType } from './columns.ts';
import {
  CODE_SCALARS,
  inRowOrder,
  itemSizeOf,
  type NpyArray,
  type NpyField,
  type NumberCode,
  product,
  SCALAR_CODES,
  tupleText,
} from './readNpy.ts';
import { isFloat, isLong, readLong, readNumber, SCALAR_BYTES, writeNumber } from './scalars.ts';
import { texelFormat, withRedAndBlueSwapped } from './texelFormat.ts';
import { fieldsOf } from './writeNpy.ts';

/** The resource that a file must fit. */
export interface Fitted {
  readonly name: string;
  /** Layout of a buffer's elements; null if unknown, and for a texture. */
  readonly layout: ElementLayout | null;
  /** Format of a texture; null for a buffer. */
  readonly format: GPUTextureFormat | null;
  readonly size: readonly number[];
  readonly bytes: number;
}

/** The file must have exactly as many bytes as the resource. */
export function fitBytes(bytes: Uint8Array, { name, bytes: wanted }: Fitted): Result<Uint8Array> {
  if (bytes.length === wanted) return ok(bytes);
  return fail(
    `${name} takes ${wanted} bytes, but the file has ${bytes.length}. Choose a file of that size.`,
  );
}

/**
 * Converts an array of the resource's size to the resource's bytes. Floats of another width are
 * rounded; integers of another width must fit. Struct fields are matched by name. A texture's bytes
 * have no gaps between rows.
 */
export function fitNpy(npy: NpyArray, entry: Fitted): Result<Uint8Array> {
  const { layout, format } = entry;
  if (format) return fitTexture(npy, entry, format);
  if (!layout) {
    const whole = product(npy.shape) * itemSizeOf(npy.dtype);
    return fitBytes(inRowOrder(npy).subarray(0, whole), entry);
  }
  const [column] = layout.columns;
  const isPlain = layout.columns.length === 1 && column?.name === 'value';
  return isPlain ? fitColumn(npy, entry, layout, column) : fitStructs(npy, entry, layout);
}

function fitColumn(
  npy: NpyArray,
  entry: Fitted,
  { stride }: ElementLayout,
  { shape: [rows, columns], scalar, offset, components }: Column,
): Result<Uint8Array> {
  if (npy.dtype.kind === 'struct') return fail(wrongType(entry.name, scalar, 'a struct'));
  const count = Math.floor(entry.bytes / stride);
  const inner = rows > 1 ? [rows, columns] : columns > 1 ? [columns] : [];
  const wrong = wrongShape(entry.name, npy.shape, [count, ...inner]);
  if (wrong !== null) return fail(wrong);
  const bytes = new Uint8Array(entry.bytes);
  const { code } = npy.dtype;
  const places = components.map((at) => offset + at);
  const size = itemSizeOf(npy.dtype);
  return filled(entry.name, bytes, [
    {
      from: { bytes: inRowOrder(npy), code, stride: size * components.length },
      fromOffsets: components.map((_, index) => index * size),
      to: { scalar, stride, offsets: places },
      count,
    },
  ]);
}

function fitStructs(npy: NpyArray, entry: Fitted, layout: ElementLayout): Result<Uint8Array> {
  const { dtype } = npy;
  const { name } = entry;
  if (dtype.kind !== 'struct') {
    return fail(
      `${name} holds structs, but the file's dtype is ${dtype.code}. Save a structured array with the fields ${layout.columns
        .slice(0, 4)
        .map((column) => column.name)
        .join(', ')}${layout.columns.length > 4 ? ', …' : ''}.`,
    );
  }
  const count = Math.floor(entry.bytes / layout.stride);
  const wrong = wrongShape(name, npy.shape, [count]);
  if (wrong !== null) return fail(wrong);
  const source = inRowOrder(npy);
  const parts: NumberPlaces[] = [];
  for (const field of fieldsOf(layout)) {
    const found = dtype.fields.find((each) => each.name === field.name);
    if (!found || product(found.shape) !== product(field.shape)) {
      return fail(
        `${name} has ${numbersOf(field)} in ${field.name}, but the file ${
          found ? `has ${numbersOf(found)}` : 'has no such field'
        }. Save an array with that field.`,
      );
    }
    parts.push(placesOf(field, found, { source, count, layout, itemSize: dtype.itemSize }));
  }
  return filled(name, new Uint8Array(entry.bytes), parts);
}

interface StructPlaces {
  readonly source: Uint8Array;
  readonly count: number;
  readonly layout: ElementLayout;
  readonly itemSize: number;
}

function placesOf(field: NpyField, found: NpyField, places: StructPlaces): NumberPlaces {
  const { source, count, layout, itemSize } = places;
  const scalar = CODE_SCALARS[field.code];
  const offsetsOf = ({ offset, code, shape }: NpyField) =>
    Array.from(
      { length: product(shape) },
      (_, index) => offset + index * SCALAR_BYTES[CODE_SCALARS[code]],
    );
  return {
    from: { bytes: source, code: found.code, stride: itemSize },
    fromOffsets: offsetsOf(found),
    to: { scalar, stride: layout.stride, offsets: offsetsOf(field) },
    count,
  };
}

function fitTexture(
  npy: NpyArray,
  { name, size }: Fitted,
  formatName: GPUTextureFormat,
): Result<Uint8Array> {
  const format = texelFormat(formatName);
  if (!format || format.bits === null) {
    return fail(`${name} is ${formatName}, which no array fits. Choose an image instead.`);
  }
  const scalar = storedScalar(format.kind, format.bits);
  if (npy.dtype.kind === 'struct') return fail(wrongType(name, scalar, 'a struct'));
  const [width = 1, height = 1, depth] = size;
  const channels = format.channels === 1 ? [] : [format.channels];
  const expected = [...(depth === undefined ? [] : [depth]), height, width, ...channels];
  const wrong = wrongShape(name, npy.shape, expected);
  if (wrong !== null) return fail(wrong);
  const count = product(expected);
  const stride = SCALAR_BYTES[scalar];
  const { code } = npy.dtype;
  const from = { bytes: inRowOrder(npy), code, stride: itemSizeOf(npy.dtype) };
  const to = { scalar, stride, offsets: [0] };
  const part: NumberPlaces = { from, fromOffsets: [0], to, count };
  const texels = filled(name, new Uint8Array(count * stride), [part]);
  if (!texels.ok || formatName !== 'bgra8unorm') return texels;
  return ok(withRedAndBlueSwapped(texels.value));
}

function storedScalar(kind: string, bits: 8 | 16 | 32): Exclude<ScalarType, 'bool'> {
  if (kind === 'float') return bits === 32 ? 'float32' : 'float16';
  return kind === 'snorm' || kind === 'sint' ? `int${bits}` : `uint${bits}`;
}

function filled(
  name: string,
  bytes: Uint8Array,
  parts: readonly NumberPlaces[],
): Result<Uint8Array> {
  for (const part of parts) {
    const problem = convertNumbers(part, bytes);
    if (problem === null) continue;
    return problem.kind === 'type'
      ? fail(wrongType(name, part.to.scalar, part.from.code))
      : fail(
          `${name} holds ${part.to.scalar}, but element ${problem.index} of the file is ${problem.value}, which does not fit. Change that number.`,
        );
  }
  return ok(bytes);
}

function wrongType(name: string, scalar: ScalarType, found: NumberCode | 'a struct'): string {
  const wanted = SCALAR_CODES[scalar];
  const remedy =
    found === 'a struct' ? `an array of dtype '${wanted}'` : `it with array.astype('${wanted}')`;
  return `${name} holds ${scalar}, but the file's dtype is ${found}. Save ${remedy}.`;
}

/** Ignores dimensions of 1, and accepts all numbers in a single row. */
function wrongShape(
  name: string,
  shape: readonly number[],
  expected: readonly number[],
): string | null {
  const squeezed = (sizes: readonly number[]) => sizes.filter((size) => size !== 1).join();
  const isFlat = shape.length === 1 && shape[0] === product(expected);
  if (isFlat || squeezed(shape) === squeezed(expected)) return null;
  return (
    `${name} takes an array of the shape ${tupleText(expected)}, but the file's is ` +
    `${tupleText(shape)}. Save one of that shape.`
  );
}

function numbersOf({ code, shape }: NpyField): string {
  const scalar = CODE_SCALARS[code];
  return shape.length === 0 ? scalar : `${shape.join(' × ')} ${scalar}`;
}

/** Where numbers are in a file, and where they go. */
interface NumberPlaces {
  readonly from: {
    readonly bytes: Uint8Array;
    readonly code: NumberCode;
    /** Bytes from one element to the next. */
    readonly stride: number;
  };
  /** Offsets in an element. */
  readonly fromOffsets: readonly number[];
  readonly to: {
    readonly scalar: ScalarType;
    readonly stride: number;
    readonly offsets: readonly number[];
  };
  readonly count: number;
}

type Misfit =
  | { readonly kind: 'type' }
  | { readonly kind: 'value'; readonly index: number; readonly value: number | bigint };

/** Writes the numbers into `target`. Returns what does not fit, or null if everything does. */
function convertNumbers(places: NumberPlaces, target: Uint8Array): Misfit | null {
  const { from, to } = places;
  const scalar = CODE_SCALARS[from.code];
  if (scalar === to.scalar || (scalar === 'uint32' && to.scalar === 'bool')) {
    copyNumbers(places, target, SCALAR_BYTES[scalar]);
    return null;
  }
  if (isFloat(scalar) !== isFloat(to.scalar)) return { kind: 'type' };
  const [least, most] = isFloat(scalar) ? [] : rangeOf(to.scalar);
  return eachNumber(places, target, (value) => {
    if (least === undefined || most === undefined) return true;
    return BigInt(value) >= least && BigInt(value) <= most;
  });
}

function copyNumbers(places: NumberPlaces, target: Uint8Array, size: number): void {
  const { from, fromOffsets, to, count } = places;
  const isDense = (stride: number, offsets: readonly number[]) =>
    stride === size * offsets.length && offsets.every((offset, index) => offset === index * size);
  if (isDense(from.stride, fromOffsets) && isDense(to.stride, to.offsets)) {
    target.set(from.bytes.subarray(0, count * from.stride));
    return;
  }
  for (let element = 0; element < count; element += 1) {
    for (const [index, offset] of to.offsets.entries()) {
      const source = element * from.stride + (fromOffsets[index] ?? 0);
      const place = element * to.stride + offset;
      for (let at = 0; at < size; at += 1) target[place + at] = from.bytes[source + at] ?? 0;
    }
  }
}

function eachNumber(
  { from, fromOffsets, to, count }: NumberPlaces,
  target: Uint8Array,
  fits: (value: number | bigint) => boolean,
): Misfit | null {
  const scalar = CODE_SCALARS[from.code];
  const source = new DataView(from.bytes.buffer, from.bytes.byteOffset, from.bytes.byteLength);
  const view = new DataView(target.buffer, target.byteOffset, target.byteLength);
  for (let element = 0; element < count; element += 1) {
    for (const [index, offset] of to.offsets.entries()) {
      const place = element * from.stride + (fromOffsets[index] ?? 0);
      const value = isLong(scalar)
        ? readLong(source, place, scalar)
        : readNumber(source, place, scalar);
      if (!fits(value)) return { kind: 'value', index: element, value };
      writeNumber(view, element * to.stride + offset, to.scalar, value);
    }
  }
  return null;
}
