import { inRowOrder, type NumberCode, readNpy } from '#core/data/readNpy.ts';
import type { Asset } from '#core/project/project.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { quoted } from '#core/util/text.ts';
import { DATA_TYPES, isImageType } from './kinds.ts';
import { assetStore } from './pageStore.ts';
import type { AssetStore } from './store.ts';

/**
 * The bytes that DATA reads from a file. The numbers of a JSON file become 32-bit floats, in order.
 * A NumPy array loses its header, and its 64-bit numbers become 32-bit, because WGSL has none of 64
 * bits.
 */
export function dataBytes(type: string, content: ArrayBuffer): Result<ArrayBuffer> {
  switch (type) {
    case DATA_TYPES.npy:
      return npyBytes(content);
    case DATA_TYPES.json:
      return jsonBytes(content);
    default:
      return ok(content);
  }
}

function npyBytes(content: ArrayBuffer): Result<ArrayBuffer> {
  const read = readNpy(new Uint8Array(content));
  if (!read.ok) return read;
  const bytes = inRowOrder(read.value).slice();
  const { dtype } = read.value;
  return dtype.kind === 'number' ? narrowed(dtype.code, bytes.buffer) : ok(bytes.buffer);
}

/** Converts numbers to types that shaders have. */
function narrowed(code: NumberCode, bytes: ArrayBuffer): Result<ArrayBuffer> {
  switch (code) {
    case '<f8':
      return ok(Float32Array.from(new Float64Array(bytes)).buffer);
    case '<i8':
      return wholeNumbers(new BigInt64Array(bytes), new Int32Array(bytes.byteLength / 8));
    case '<u8':
      return wholeNumbers(new BigUint64Array(bytes), new Uint32Array(bytes.byteLength / 8));
    case '|b1':
      return ok(Uint32Array.from(new Uint8Array(bytes)).buffer);
    default:
      return ok(bytes);
  }
}

function wholeNumbers(
  from: BigInt64Array | BigUint64Array,
  to: Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
): Result<ArrayBuffer> {
  for (const [index, value] of from.entries()) {
    to[index] = Number(value);
    if (BigInt(to[index] ?? 0) !== value) {
      return fail(
        `Its number ${value} at index ${index} does not fit into 32 bits. Save the array with smaller numbers, or as floats.`,
      );
    }
  }
  return ok(to.buffer);
}

/** Rejects deeper lists, because the stack is finite. */
const MAX_DEPTH = 16;

const NO_NUMBERS = 'It is not a list of numbers, such as [0.5, 1, 2] or [[0, 0], [1, 2]].';

function jsonBytes(content: ArrayBuffer): Result<ArrayBuffer> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(content));
  } catch {
    return fail('It is not valid JSON. Export the data again.');
  }
  if (!Array.isArray(value)) return fail(NO_NUMBERS);
  const numbers: number[] = [];
  return addNumbers(value, numbers, 0) ? ok(Float32Array.from(numbers).buffer) : fail(NO_NUMBERS);
}

/** Collects the numbers of nested lists. Returns false if there is anything else. */
function addNumbers(list: readonly unknown[], numbers: number[], depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  for (const each of list) {
    if (typeof each === 'number') numbers.push(each);
    else if (!Array.isArray(each) || !addNumbers(each, numbers, depth + 1)) return false;
  }
  return true;
}

/**
 * The content of an image, or the bytes that DATA reads from a data file.
 *
 * @throws if this browser does not have the content, or the file is invalid
 */
export async function readAsset(
  { path, hash, type }: Asset,
  store: AssetStore = assetStore,
): Promise<Blob> {
  const content = await store.get(hash);
  if (!content) {
    throw new Error(
      `${quoted(path)} is in the project, but this browser does not have its content. Add the file again under this name.`,
    );
  }
  if (isImageType(type)) return new Blob([content], { type });
  const bytes = dataBytes(type, content);
  if (!bytes.ok) throw new Error(`${quoted(path)} cannot be used. ${bytes.error}`);
  return new Blob([bytes.value]);
}

/** Why an address is neither on the web nor in the project, which has relative addresses only. */
export function describeMissing(address: string, reason: string): string {
  const isRelative = URL.parse(address) === null && !address.startsWith('/');
  if (!isRelative) return reason;
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${sentence} The project has no image or data named ${quoted(address)} either: drop the file on the page to add it.`;
}
