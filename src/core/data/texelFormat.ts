import { assertNever } from '#core/util/assertNever.ts';
import { halfFromBits } from '#core/util/half.ts';
import { ownValue } from '#core/util/ownValue.ts';

export type TexelKind = 'float' | 'unorm' | 'snorm' | 'uint' | 'sint';

export interface TexelFormat {
  readonly name: GPUTextureFormat;
  /** Bytes per texel. */
  readonly bytes: number;
  readonly channels: 1 | 2 | 3 | 4;
  readonly kind: TexelKind;
  /** Bits per channel; null if the channels share a 32-bit number. */
  readonly bits: 8 | 16 | 32 | null;
  /** Byte offset of each channel, in the order red, green, blue, alpha. */
  readonly offsets: readonly number[];
}

const PLAIN = /^(r|rg|rgba|bgra)(8|16|32)(unorm|snorm|uint|sint|float)$/;

const PACKED: Partial<Record<GPUTextureFormat, Pick<TexelFormat, 'channels' | 'kind'>>> = {
  rgb10a2unorm: { channels: 4, kind: 'unorm' },
  rgb10a2uint: { channels: 4, kind: 'uint' },
  rg11b10ufloat: { channels: 3, kind: 'float' },
};

/** Depth of 32 bits is read like red. Null for compressed, other depth and sRGB formats. */
export function texelFormat(name: GPUTextureFormat): TexelFormat | null {
  const packed = ownValue(PACKED, name);
  if (packed) return { name, bytes: 4, bits: null, offsets: [], ...packed };
  const [, order = '', width = '', kind] = PLAIN.exec(name.replace('depth32', 'r32')) ?? [];
  if (kind === undefined) return null;
  const bits = Number(width) as 8 | 16 | 32;
  const channels = order.length as 1 | 2 | 4;
  const inOrder = order === 'bgra' ? [2, 1, 0, 3] : [0, 1, 2, 3].slice(0, channels);
  return {
    name,
    bytes: (channels * bits) / 8,
    channels,
    kind: kind as TexelKind,
    bits,
    offsets: inOrder.map((index) => (index * bits) / 8),
  };
}

/** The values of a texel's channels as a shader gets them, in the order red, green, blue, alpha. */
export function readTexel(format: TexelFormat, view: DataView, offset: number): number[] {
  if (format.bits === null) return readPacked(format, view.getUint32(offset, true));
  const { bits, kind } = format;
  return format.offsets.map((at) => readChannel(view, offset + at, bits, kind));
}

function readChannel(view: DataView, offset: number, bits: 8 | 16 | 32, kind: TexelKind): number {
  switch (kind) {
    case 'float':
      return bits === 32
        ? view.getFloat32(offset, true)
        : halfFromBits(view.getUint16(offset, true));
    case 'uint':
      return unsigned(view, offset, bits);
    case 'sint':
      return signed(view, offset, bits);
    case 'unorm':
      return unsigned(view, offset, bits) / (2 ** bits - 1);
    case 'snorm':
      return Math.max(-1, signed(view, offset, bits) / (2 ** (bits - 1) - 1));
    default:
      return assertNever(kind);
  }
}

function unsigned(view: DataView, offset: number, bits: 8 | 16 | 32): number {
  if (bits === 8) return view.getUint8(offset);
  return bits === 16 ? view.getUint16(offset, true) : view.getUint32(offset, true);
}

function signed(view: DataView, offset: number, bits: 8 | 16 | 32): number {
  if (bits === 8) return view.getInt8(offset);
  return bits === 16 ? view.getInt16(offset, true) : view.getInt32(offset, true);
}

function readPacked({ channels, kind }: TexelFormat, word: number): number[] {
  // Small floats are halves without a sign and with fewer fraction bits.
  if (channels === 3) {
    return [
      halfFromBits((word & 0x7ff) << 4),
      halfFromBits(((word >>> 11) & 0x7ff) << 4),
      halfFromBits((word >>> 22) << 5),
    ];
  }
  const color = [word & 0x3ff, (word >>> 10) & 0x3ff, (word >>> 20) & 0x3ff];
  const alpha = word >>> 30;
  return kind === 'uint' ? [...color, alpha] : [...color.map((each) => each / 1023), alpha / 3];
}

interface TexelNumbers {
  readonly code: '<f2' | '<f4' | '|i1' | '<i2' | '<i4' | '|u1' | '<u2' | '<u4';
  readonly data: Uint8Array;
}

/**
 * The stored numbers of texels without gaps: integers for normalised formats, floats for packed
 * ones.
 */
export function readTexels(bytes: Uint8Array, format: TexelFormat): TexelNumbers {
  if (format.bits === null) return unpackedTexels(bytes, format);
  const sign = { float: 'f', unorm: 'u', uint: 'u', snorm: 'i', sint: 'i' }[format.kind];
  const code = `${format.bits === 8 ? '|' : '<'}${sign}${format.bits / 8}`;
  const data = format.name === 'bgra8unorm' ? withRedAndBlueSwapped(bytes) : bytes;
  return { code: code as TexelNumbers['code'], data };
}

function unpackedTexels(bytes: Uint8Array, format: TexelFormat): TexelNumbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float32Array((bytes.length / 4) * format.channels);
  for (let at = 0; at < bytes.length; at += 4) {
    numbers.set(readTexel(format, view, at), (at / 4) * format.channels);
  }
  return { code: '<f4', data: new Uint8Array(numbers.buffer) };
}

/** Converts between RGBA and BGRA, either way. */
export function withRedAndBlueSwapped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const swapped = new Uint8Array(bytes);
  for (let at = 0; at + 2 < bytes.length; at += 4) {
    swapped[at] = bytes[at + 2] ?? 0;
    swapped[at + 2] = bytes[at] ?? 0;
  }
  return swapped;
}
