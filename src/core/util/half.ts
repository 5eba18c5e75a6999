/** What the last bit of the fraction is worth, by exponent. A table, because whole buffers are read. */
const UNITS = Float64Array.from({ length: 31 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** The number that 16 bits are as a half-precision float. */
export function halfFromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  const digits = exponent === 0 ? fraction : 1024 + fraction;
  return sign * digits * (UNITS[exponent] ?? 0);
}

/** The bits of the half-precision float that is nearest; ties go to the even one. */
export function halfBits(value: number): number {
  if (Number.isNaN(value)) return 0x7e00;
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  // Halfway between the largest finite number and the next one.
  if (magnitude >= 65_520) return sign | 0x7c00;
  const exponent = Math.max(exponentOf(magnitude), -14);
  const steps = roundHalfToEven(magnitude / 2 ** (exponent - 10));
  // A rounded-up fraction carries into the exponent, which is the next number's.
  return sign | (steps + (exponent === -14 ? 0 : (exponent + 14) * 1024));
}

/** The half-precision float that is nearest. */
export function toHalf(value: number): number {
  return halfFromBits(halfBits(value));
}

/** The largest whole number whose power of 2 is not larger; -1024 for 0. */
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
