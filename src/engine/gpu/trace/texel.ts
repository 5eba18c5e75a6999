import { readTexel, texelFormat as storedFormat, type TexelKind } from '#core/data/texelFormat.ts';
import { assertNever } from '#core/util/assertNever.ts';

/** A texel of the picture (RGBA), as a shader would load it. */
export type TexelColor = readonly [red: number, green: number, blue: number, alpha: number];

interface TexelFormat {
  readonly bytes: number;
  read(view: DataView): TexelColor;
}

/** Null for formats that shaders cannot store. */
export function texelFormat(name: GPUTextureFormat): TexelFormat | null {
  const format = storedFormat(name);
  if (!format) return null;
  return {
    bytes: format.bytes,
    read(view) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = readTexel(format, view, 0);
      return [red, green, blue, alpha];
    },
  };
}

/** Whether the picture's texel equals a stored colour, within the precision of the format. */
export function agrees(stored: TexelColor, texel: TexelColor, name: GPUTextureFormat): boolean {
  const format = storedFormat(name);
  if (!format?.bits) return false;
  const { kind, bits } = format;
  const isNormalized = kind === 'unorm' || kind === 'snorm';
  return stored.slice(0, format.channels).every((value, channel) => {
    const expected = inRange(value, kind);
    const actual = texel[channel] ?? 0;
    return (
      Object.is(expected, actual) ||
      (Number.isNaN(expected) && (Number.isNaN(actual) || isNormalized)) ||
      Math.abs(expected - actual) <= tolerance(expected, kind, bits)
    );
  });
}

/** Normalised formats clamp. */
function inRange(value: number, kind: TexelKind): number {
  if (kind !== 'unorm' && kind !== 'snorm') return value;
  return Math.min(1, Math.max(kind === 'unorm' ? 0 : -1, value));
}

/** The largest difference from a stored value that rounding can cause. */
function tolerance(value: number, kind: TexelKind, bits: number): number {
  switch (kind) {
    case 'unorm':
      return 1.01 / (2 ** bits - 1);
    case 'snorm':
      return 1.01 / (2 ** (bits - 1) - 1);
    case 'float':
      return bits === 32 ? 0 : Math.abs(value) * 2 ** -10 + 2 ** -24;
    case 'uint':
    case 'sint':
      return 0;
    default:
      return assertNever(kind);
  }
}
