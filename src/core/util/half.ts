/** Value of the fraction's last bit, by exponent. A table, for speed on whole buffers. */
const UNITS = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** Decodes the 16 bits of a half-precision float. */
export function halfFromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const digits = exponent === 0 ? fraction : 1024 + fraction;
  return sign * digits * (UNITS[exponent] ?? 0);
}

/** The bits of the nearest half-precision float; ties go to even. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  // Halfway between the largest finite number and the next one.
  if (magnitude >= 65_520) return sign | 0x7c00;
  const exponent = Math.max(exponentOf(magnitude), -14);
  const steps = roundHalfToEven(magnitude / 2 ** (exponent - 10));
  // A rounded-up fraction carries into the exponent, which yields the next number.
  return sign | (steps + (exponent === -14 ? 0 : (exponent + 14) * 1024));
}

export function toHalf(value: number): number {
  return halfFromBits(halfBits(value));
}

/** log2, rounded down; -1024 for 0. */
function exponentOf(magnitude: number): number {
  if (magnitude === 0) return -1024;
  const near = Math.floor(Math.log2(magnitude));
  if (2 ** near > magnitude) return near - 1;
  return 2 ** (near + 1) <= magnitude ? near + 1 : near;
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest === 0.5) return below % 2 === 0 ? below : below + 1;
  return rest < 0.5 ? below : below + 1;
}
