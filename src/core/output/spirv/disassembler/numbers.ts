/** The scalar type of a literal number, as declared by `OpTypeInt` or `OpTypeFloat`. */
export interface NumberType {
  readonly tag: 'unsigned' | 'signed' | 'float';
  /** In bits. */
  readonly width: number;
  /** The encoding of a float that is not IEEE 754 (an `FPEncoding`). */
  readonly encoding?: string;
}

export function literalWords(type: NumberType): number {
  return Math.ceil(type.width / 32);
}

/**
 * Formats a literal from its words (lowest first) as `spirv-dis` does: integers in decimal; floats
 * with enough decimal digits to be unique; halves, denormals, infinities and NaNs in hexadecimal.
 * Literals wider than 64 bits give an empty string.
 */
export function formatLiteral(words: Uint32Array, type: NumberType): string {
  const low = words[0] ?? 0;
  if (type.width > 64) return '';
  if (type.width > 32)
    return formatLong(BigInt(words[1] ?? 0) * 0x1_0000_0000n + BigInt(low), type);
  switch (type.tag) {
    case 'unsigned':
      return String(low);
    case 'signed':
      return String(low | 0);
    case 'float':
      return formatNarrowFloat(low, type);
  }
}

function formatLong(bits: bigint, type: NumberType): string {
  switch (type.tag) {
    case 'unsigned':
      return String(bits);
    case 'signed':
      return String(BigInt.asIntN(64, bits));
    case 'float':
      return formatDouble(bits);
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** True for zero and for finite magnitudes of at least `smallest`, the smallest normal one. */
function isNormal(value: number, smallest: number): boolean {
  return value === 0 || (Number.isFinite(value) && Math.abs(value) >= smallest);
}

function formatNarrowFloat(bits: number, { width, encoding }: NumberType): string {
  const layout = encoding === undefined ? undefined : ENCODED.get(encoding);
  if (layout !== undefined) return hexadecimalFloat(BigInt(bits), layout);
  return width === 16 ? hexadecimalFloat(BigInt(bits & 0xffff), HALF) : formatFloat(bits);
}

function formatFloat(bits: number): string {
  scratch.setUint32(0, bits);
  const value = scratch.getFloat32(0);
  return isNormal(value, 2 ** -126) ? decimal(value, 9) : hexadecimalFloat(BigInt(bits), FLOAT);
}

function formatDouble(bits: bigint): string {
  scratch.setBigUint64(0, bits);
  const value = scratch.getFloat64(0);
  return isNormal(value, 2 ** -1022) ? decimal(value, 17) : hexadecimalFloat(bits, DOUBLE);
}

/**
 * Rounds to `precision` digits, halves to even as in C; JavaScript rounds halves away from zero.
 * Returns the digits without a point, and the exponent of the first.
 */
function roundedDigits(magnitude: number, precision: number): [digits: string, exponent: number] {
  const split = (text: string): [string, number] => {
    const [mantissa = '', exponent = ''] = text.split('e');
    return [mantissa.replace('.', ''), Number(exponent)];
  };
  const [exact, exponent] = split(magnitude.toExponential(precision + 30));
  const kept = exact.slice(0, precision);
  const isHalfway = /^50*$/.test(exact.slice(precision));
  if (isHalfway && Number(kept.at(-1)) % 2 === 0) return [kept, exponent];
  return split(magnitude.toExponential(precision - 1));
}

/** C's `%.<precision>g`. */
function decimal(value: number, precision: number): string {
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (value === 0) return `${sign}0`;
  const [all, exponent] = roundedDigits(Math.abs(value), precision);
  const digits = all.replace(/(?<!0)0+$/, '');
  if (exponent < -4 || exponent >= precision) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const power = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits.charAt(0)}${fraction}e${exponent < 0 ? '-' : '+'}${power}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

interface FloatLayout {
  readonly exponentBits: bigint;
  readonly fractionBits: bigint;
}

const HALF: FloatLayout = { exponentBits: 5n, fractionBits: 10n };
const FLOAT: FloatLayout = { exponentBits: 8n, fractionBits: 23n };
const DOUBLE: FloatLayout = { exponentBits: 11n, fractionBits: 52n };

const ENCODED: ReadonlyMap<string, FloatLayout> = new Map([
  ['BFloat16KHR', { exponentBits: 8n, fractionBits: 7n }],
  ['Float8E4M3EXT', { exponentBits: 4n, fractionBits: 3n }],
  ['Float8E5M2EXT', { exponentBits: 5n, fractionBits: 2n }],
]);

/** Normalised, such as `-0x1.8p-3`. Infinities and NaNs are written with their stored exponent. */
function hexadecimalFloat(bits: bigint, { exponentBits, fractionBits }: FloatLayout): string {
  const sign = (bits >> (exponentBits + fractionBits)) & 1n ? '-' : '';
  const bias = (1n << (exponentBits - 1n)) - 1n;
  const storedExponent = (bits >> fractionBits) & ((1n << exponentBits) - 1n);
  let fraction = bits & ((1n << fractionBits) - 1n);
  let exponent = storedExponent - bias;
  if (storedExponent === 0n) {
    if (fraction === 0n) return `${sign}0x0p+0`;
    const shift = fractionBits + 1n - BigInt(fraction.toString(2).length);
    fraction = (fraction << shift) & ((1n << fractionBits) - 1n);
    exponent = 1n - bias - shift;
  }
  const hexDigits = (fractionBits + 3n) / 4n;
  const digits = (fraction << (hexDigits * 4n - fractionBits))
    .toString(16)
    .padStart(Number(hexDigits), '0')
    .replace(/(?<!0)0+$/, '');
  const point = digits === '' ? '' : `.${digits}`;
  return `${sign}0x1${point}p${exponent < 0n ? '' : '+'}${exponent}`;
}
