import { fail, ok, type Result } from '#core/util/result.ts';
import type { ScalarType } from './columns.ts';

/** A numeric dtype, as a `.npy` file names it. */
export type NumberCode =
  | '<f2'
  | '<f4'
  | '<f8'
  | '|i1'
  | '<i2'
  | '<i4'
  | '<i8'
  | '|u1'
  | '<u2'
  | '<u4'
  | '<u8'
  | '|b1';

export const CODE_SCALARS: Readonly<Record<NumberCode, Exclude<ScalarType, 'bool'>>> = {
  '<f2': 'float16',
  '<f4': 'float32',
  '<f8': 'float64',
  '|i1': 'int8',
  '<i2': 'int16',
  '<i4': 'int32',
  '<i8': 'int64',
  '|u1': 'uint8',
  '<u2': 'uint16',
  '<u4': 'uint32',
  '<u8': 'uint64',
  '|b1': 'uint8',
};

/** A bool has 4 bytes here; NumPy's has 1. */
export const SCALAR_CODES: Readonly<Record<ScalarType, NumberCode>> = {
  float16: '<f2',
  float32: '<f4',
  float64: '<f8',
  int8: '|i1',
  int16: '<i2',
  int32: '<i4',
  int64: '<i8',
  uint8: '|u1',
  uint16: '<u2',
  uint32: '<u4',
  uint64: '<u8',
  bool: '<u4',
};

/** A field of a structured dtype. Nested structs are flattened as `a.b`. */
export interface NpyField {
  readonly name: string;
  readonly code: NumberCode;
  /** Empty for a single number. */
  readonly shape: readonly number[];
  /** In bytes from the start of an element. */
  readonly offset: number;
}

type NpyType =
  | { readonly kind: 'number'; readonly code: NumberCode }
  | { readonly kind: 'struct'; readonly fields: readonly NpyField[]; readonly itemSize: number };

export interface NpyArray {
  readonly dtype: NpyType;
  readonly shape: readonly number[];
  /** Whether the first index changes fastest. */
  readonly fortranOrder: boolean;
  readonly data: Uint8Array;
}

export function product(shape: readonly number[]): number {
  return shape.reduce((all, each) => all * each, 1);
}

/** A Python tuple: `(3,)` for one number. */
export function tupleText(shape: readonly number[]): string {
  return shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
}

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

const BROKEN =
  'This is not an .npy file: its header cannot be read. Save the array with numpy.save.';

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
  /** How many more structs may be read. */
  readonly left: { structs: number };
}

/** Maximum number of structs in an element, since nested arrays multiply them. */
const MAX_STRUCTS = 4096;

/** Returns the struct's size in bytes. */
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
  // One byte has no byte order, but files spell it either way.
  const code = text.replace(/^[<=](?=[iub]1$)/, '|');
  return Object.hasOwn(CODE_SCALARS, code) ? (code as NumberCode) : null;
}

function foreignType(name: string): string {
  return (
    `The file's dtype is ${name}, which shaders do not have. ` +
    `Save it as one of ${Object.keys(CODE_SCALARS).join(', ')}, for example with array.astype('<f4').`
  );
}

/** A value in the header of a `.npy` file. */
type PythonValue =
  | string
  | number
  | boolean
  | null
  | readonly PythonValue[]
  | ReadonlyMap<string, PythonValue>;

const TOKEN =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)L?|(True|False|None)|([()[\]{},:]))/y;

const WORDS = { True: true, False: false, None: null } as const;

/** Deeper nesting is refused: the stack is finite. */
const MAX_DEPTH = 32;

/**
 * Reads a Python literal of strings, integers, tuples, lists and dicts; undefined for other text.
 */
function readPythonLiteral(text: string): PythonValue | undefined {
  try {
    const parser = createParser(text);
    const value = parser.value(0);
    return parser.isDone() ? value : undefined;
  } catch {
    return undefined;
  }
}

type Token =
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'symbol'; readonly symbol: string };

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trimEnd();
  while (TOKEN.lastIndex < source.length) {
    const [, single, double, number, word, symbol] = TOKEN.exec(source) ?? [];
    const string = single ?? double;
    if (string !== undefined) {
      tokens.push({ kind: 'value', value: string.replace(/\\(.)/g, '$1') });
    } else if (number !== undefined) tokens.push({ kind: 'value', value: Number(number) });
    else if (word !== undefined) {
      tokens.push({ kind: 'value', value: WORDS[word as keyof typeof WORDS] });
    } else if (symbol !== undefined) tokens.push({ kind: 'symbol', symbol });
    else throw new SyntaxError('No Python literal.');
  }
  return tokens;
}

function createParser(text: string) {
  const tokens = readTokens(text);
  let at = 0;
  const take = (symbol: string) => {
    const token = tokens[at];
    if (token?.kind !== 'symbol' || token.symbol !== symbol) return false;
    at += 1;
    return true;
  };
  const items = <Item>(closing: string, item: () => Item): Item[] => {
    const found: Item[] = [];
    while (!take(closing)) {
      found.push(item());
      if (take(',')) continue;
      if (take(closing)) break;
      throw new SyntaxError('A comma is missing.');
    }
    return found;
  };
  const value = (depth: number): PythonValue => {
    if (depth > MAX_DEPTH) throw new SyntaxError('Too deep.');
    if (take('(')) return items(')', () => value(depth + 1));
    if (take('[')) return items(']', () => value(depth + 1));
    if (take('{')) {
      return new Map(
        items('}', () => {
          const key = value(depth + 1);
          if (typeof key !== 'string' || !take(':')) throw new SyntaxError('No dict.');
          return [key, value(depth + 1)] as const;
        }),
      );
    }
    const token = tokens[at];
    if (token?.kind !== 'value') throw new SyntaxError('A value is missing.');
    at += 1;
    return token.value;
  };
  return { value, isDone: () => at === tokens.length };
}

/** An array's bytes in row-major order: the last index changes fastest. */
export function inRowOrder({ dtype, shape, fortranOrder, data }: NpyArray): Uint8Array {
  if (!fortranOrder || shape.length < 2) return data;
  const size = itemSizeOf(dtype);
  const count = product(shape);
  const steps = shape.map((_, axis) => product(shape.slice(0, axis)));
  const ordered = new Uint8Array(count * size);
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < count; to += 1) {
    for (let at = 0; at < size; at += 1) ordered[to * size + at] = data[from * size + at] ?? 0;
    for (let axis = shape.length - 1; axis >= 0; axis -= 1) {
      const next = (index[axis] ?? 0) + 1;
      const step = steps[axis] ?? 0;
      if (next < (shape[axis] ?? 0)) {
        index[axis] = next;
        from += step;
        break;
      }
      from -= step * (next - 1);
      index[axis] = 0;
    }
  }
  return ordered;
}
