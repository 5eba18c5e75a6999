import { spawnSync } from 'node:child_process';

/**
 * The contents of an array in a `.npy` file, read without the playground's own reader: the header
 * as JSON, and all numbers of each field, element after element.
 */
export interface NpyContent {
  readonly descr: unknown;
  readonly shape: readonly number[];
  readonly fields: Readonly<Record<string, readonly (number | string)[]>>;
}

/** Reads files from `toNpy`; throws on any violation of the format. */
export function readNpyIndependently(file: Uint8Array): NpyContent {
  const buffer = Buffer.from(file);
  if (buffer.toString('latin1', 0, 6) !== '\x93NUMPY') throw new Error('No magic.');
  const isLong = buffer.readUInt8(6) > 1;
  const start = isLong ? 12 : 10;
  const end = start + (isLong ? buffer.readUInt32LE(8) : buffer.readUInt16LE(8));
  if (end % 64 !== 0 || buffer.readUInt8(end - 1) !== 10) throw new Error('No aligned header.');
  const json = buffer
    .toString('utf8', start, end)
    .replaceAll('(', '[')
    .replaceAll(')', ']')
    .replaceAll("'", '"')
    .replaceAll('False', 'false')
    .replace(/,\s*(?=[\]}])/g, '');
  const { descr, shape, fortran_order } = JSON.parse(json);
  if (fortran_order !== false) throw new Error('Wrong order.');
  return { descr, shape, fields: readFields(descr, shape, buffer.subarray(end)) };
}

type Field = readonly [name: string, code: string, shape?: readonly number[]];

function readFields(descr: string | readonly Field[], shape: readonly number[], data: Buffer) {
  const described: readonly Field[] = typeof descr === 'string' ? [['value', descr]] : descr;
  const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);
  const widthOf = ([, code, sizes = []]: Field) => Number(code.slice(2)) * product(sizes);
  const itemSize = described.reduce((all, field) => all + widthOf(field), 0);
  const count = product(shape);
  if (data.length !== count * itemSize) throw new Error(`${data.length} bytes for ${count} items.`);
  const fields: Record<string, (number | string)[]> = {};
  for (let item = 0; item < count; item += 1) {
    let at = item * itemSize;
    for (const field of described) {
      const [name, code] = field;
      const size = Number(code.slice(2));
      for (const end = at + widthOf(field); at < end; at += name === '' ? end - at : size) {
        if (name === '') continue;
        fields[name] ??= [];
        fields[name].push(readOne(code, data, at));
      }
    }
  }
  return fields;
}

function readOne(code: string, data: Buffer, at: number): number | string {
  switch (code.slice(1)) {
    case 'f2':
      // By its bits, so that this reader needs no half-float arithmetic.
      return `0x${data.readUInt16LE(at).toString(16).padStart(4, '0')}`;
    case 'f4':
      return data.readFloatLE(at);
    case 'f8':
      return data.readDoubleLE(at);
    case 'i8':
      return String(data.readBigInt64LE(at));
    case 'u8':
      return String(data.readBigUInt64LE(at));
    case 'i1':
    case 'i2':
    case 'i4':
      return data.readIntLE(at, Number(code.slice(2)));
    default:
      return data.readUIntLE(at, Number(code.slice(2)));
  }
}

export function hasNumPy(): boolean {
  return spawnSync('python3', ['-c', 'import numpy']).status === 0;
}

/**
 * Runs a Python script with NumPy as `np` and a file's content as `data`, a `BytesIO`. Returns what
 * the script writes to `out`, another `BytesIO`, and what it prints.
 */
export function runNumPy(script: string, file: Uint8Array = new Uint8Array()) {
  const program = [
    'import io, sys',
    'import numpy as np',
    'data = io.BytesIO(sys.stdin.buffer.read())',
    'out = io.BytesIO()',
    script,
    'sys.stdout.flush()',
    "sys.stdout.buffer.write(b'\\0' + out.getvalue())",
  ].join('\n');
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], { input: file });
  if (status !== 0) throw new Error(stderr.toString());
  const end = stdout.indexOf(0);
  return { text: stdout.toString('utf8', 0, end), file: new Uint8Array(stdout.subarray(end + 1)) };
}
