import { fail, ok, type Result } from '#core/util/result.ts';
import {
  CODE_SCALARS,
  type NpyArray,
  type NpyField,
  type NpyType,
  type NumberCode,
  product,
} from './npyType.ts';
import { type PythonValue, readPythonLiteral } from './pythonLiteral.ts';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

const BROKEN = 'This is no .npy file: its header cannot be read. Save the array with numpy.save.';

/** Reads an array of numbers, or of structs of numbers. */
export function readNpy(bytes: Uint8Array): Result<NpyArray> {
  const opened = readHeader(bytes);
  if (!opened) return fail(BROKEN);
  const { header, dataStart } = opened;
  const descr = header.get('descr');
  const fortranOrder = header.get('fortran_order');
  const shape = readShape(header.get('shape'));
  if (descr === undefined || typeof fortranOrder !== 'boolean' || !shape) return fail(BROKEN);
  const dtype = readType(descr);
  if (!dtype.ok) return dtype;
  const wanted = product(shape) * itemSizeOf(dtype.value);
  const data = bytes.subarray(dataStart);
  if (data.length < wanted) {
    return fail(
      `The file is cut off: its array takes ${wanted} bytes, but ${data.length} are there. Save it again.`,
    );
  }
  return ok({ dtype: dtype.value, shape, fortranOrder, data: data.subarray(0, wanted) });
}

export function itemSizeOf(dtype: NpyType): number {
  return dtype.kind === 'struct' ? dtype.itemSize : Number(dtype.code.slice(2));
}

function readHeader(bytes: Uint8Array) {
  if (bytes.length < 12 || MAGIC.some((byte, index) => bytes[index] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes[6] ?? 0;
  if (version < 1 || version > 3) return null;
  const before = version === 1 ? 10 : 12;
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (before + length > bytes.length) return null;
  const encoding = version === 3 ? 'utf-8' : 'latin1';
  const text = new TextDecoder(encoding).decode(bytes.subarray(before, before + length));
  const header = readPythonLiteral(text);
  return header instanceof Map
    ? { header: header as ReadonlyMap<string, PythonValue>, dataStart: before + length }
    : null;
}

function readShape(value: PythonValue | undefined): readonly number[] | null {
  if (!Array.isArray(value)) return null;
  const isShape = value.every((each) => Number.isSafeInteger(each) && each >= 0);
  return isShape ? (value as readonly number[]) : null;
}

function readType(descr: PythonValue): Result<NpyType> {
  if (typeof descr === 'string') {
    const code = numberCode(descr);
    return code ? ok({ kind: 'number', code }) : fail(foreignType(descr));
  }
  if (!Array.isArray(descr)) return fail(BROKEN);
  const fields: NpyField[] = [];
  const itemSize = addFields(descr, {
    fields,
    prefix: '',
    start: 0,
    left: { structs: MAX_STRUCTS },
  });
  if (!itemSize.ok) return itemSize;
  if (fields.length === 0) return fail(BROKEN);
  return ok({ kind: 'struct', fields, itemSize: itemSize.value });
}

interface Within {
  readonly fields: NpyField[];
  readonly prefix: string;
  readonly start: number;
  /** Structs that may still be read. */
  readonly left: { structs: number };
}

/** Structs in an element, so that arrays of arrays of them do not multiply without end. */
const MAX_STRUCTS = 4096;

/** Returns the bytes of a struct. */
function addFields(descr: readonly PythonValue[], within: Within): Result<number> {
  let at = 0;
  for (const item of descr) {
    const [name, type, shape = []] = Array.isArray(item) ? item : [];
    const sizes = readShape(shape);
    if (typeof name !== 'string' || type === undefined || !sizes) return fail(BROKEN);
    const bytes = addField(name, type, sizes, { ...within, start: within.start + at });
    if (!bytes.ok) return bytes;
    at += bytes.value;
  }
  return ok(at);
}

function addField(
  name: string,
  type: PythonValue,
  shape: readonly number[],
  { fields, prefix, start, left }: Within,
): Result<number> {
  if (typeof type === 'string') {
    const padding = /^\|V(\d+)$/.exec(type)?.[1];
    if (padding !== undefined && name === '') return ok(Number(padding));
    const code = numberCode(type);
    if (!code) return fail(foreignType(type));
    fields.push({ name: prefix + name, code, shape, offset: start });
    return ok(Number(code.slice(2)) * product(shape));
  }
  if (!Array.isArray(type)) return fail(BROKEN);
  const count = product(shape);
  left.structs -= count;
  if (left.structs < 0) {
    return fail(
      `Each element of the file has more than ${MAX_STRUCTS} structs. Save arrays of numbers instead.`,
    );
  }
  let size = 0;
  for (let index = 0; index < count; index += 1) {
    const own = shape.length === 0 ? name : `${name}[${index}]`;
    const inner = { fields, prefix: `${prefix}${own}.`, start: start + index * size, left };
    const bytes = addFields(type, inner);
    if (!bytes.ok) return bytes;
    size = bytes.value;
  }
  return ok(size * count);
}

function numberCode(text: string): NumberCode | null {
  // One byte has no order, so both are written.
  const code = text.replace(/^[<=](?=[iub]1$)/, '|');
  return Object.hasOwn(CODE_SCALARS, code) ? (code as NumberCode) : null;
}

function foreignType(name: string): string {
  return (
    `The file's dtype is ${name}, which shaders do not have. ` +
    `Save it as one of ${Object.keys(CODE_SCALARS).join(', ')}, for example with array.astype('<f4').`
  );
}
