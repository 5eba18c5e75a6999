/** A texel of the picture: red, green, blue and alpha, as a shader that loads it gets them. */
export type Texel = readonly [red: number, green: number, blue: number, alpha: number];

/** How a format stores a texel. */
interface TexelFormat {
  readonly bytes: number;
  read(view: DataView): Texel;
  /** The largest difference from a stored value that rounding explains. */
  tolerance(value: number): number;
}

const unorm8 = (view: DataView, offset: number) => view.getUint8(offset) / 255;
const float32 = (view: DataView, offset: number) => view.getFloat32(offset, true);

function half(view: DataView, offset: number): number {
  const bits = view.getUint16(offset, true);
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const HALF_TOLERANCE = (value: number) => Math.abs(value) * 2 ** -10 + 2 ** -24;
const UNORM_TOLERANCE = () => 1.01 / 255;
const NO_TOLERANCE = () => 0;

/** The formats that a picture may have and that are compared. */
const FORMATS: Partial<Record<GPUTextureFormat, TexelFormat>> = {
  rgba8unorm: {
    bytes: 4,
    read: (view) => [unorm8(view, 0), unorm8(view, 1), unorm8(view, 2), unorm8(view, 3)],
    tolerance: UNORM_TOLERANCE,
  },
  bgra8unorm: {
    bytes: 4,
    read: (view) => [unorm8(view, 2), unorm8(view, 1), unorm8(view, 0), unorm8(view, 3)],
    tolerance: UNORM_TOLERANCE,
  },
  rgba16float: {
    bytes: 8,
    read: (view) => [half(view, 0), half(view, 2), half(view, 4), half(view, 6)],
    tolerance: HALF_TOLERANCE,
  },
  rgba32float: {
    bytes: 16,
    read: (view) => [float32(view, 0), float32(view, 4), float32(view, 8), float32(view, 12)],
    tolerance: NO_TOLERANCE,
  },
  r32float: {
    bytes: 4,
    read: (view) => [float32(view, 0), 0, 0, 1],
    tolerance: NO_TOLERANCE,
  },
};

export function texelFormat(format: GPUTextureFormat): TexelFormat | null {
  return FORMATS[format] ?? null;
}

/** Whether a colour that was stored is what the picture has, in the channels of its format. */
export function agrees(stored: Texel, texel: Texel, format: GPUTextureFormat): boolean {
  const known = texelFormat(format);
  if (!known) return false;
  const isUnorm = format.endsWith('unorm');
  const channels = format.startsWith('r32') ? 1 : 4;
  return stored.slice(0, channels).every((value, channel) => {
    const expected = isUnorm ? clamp(value) : value;
    const actual = texel[channel] ?? 0;
    return (
      Object.is(expected, actual) ||
      (Number.isNaN(expected) && (Number.isNaN(actual) || isUnorm)) ||
      Math.abs(expected - actual) <= known.tolerance(expected)
    );
  });
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
