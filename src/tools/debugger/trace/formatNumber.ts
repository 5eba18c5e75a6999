import type { NumberValue } from '#core/source/instrument/trace.ts';
import { toHalf } from '#core/util/half.ts';

/** Whole numbers below this are short enough to be shown exactly. */
const SHORT_WHOLE = 1_000_000;

/** Whole floats below this are written to the last digit, not with as few as tell them apart. */
const EXACT_WHOLE = 1_000_000_000;

/** At most 4 significant digits; whole numbers exactly, unless they are floats of 7 digits or more. */
export function shortNumber({ type, value }: NumberValue): string {
  const special = specialText(value);
  if (special !== null) return special;
  const isExact = type === 'int' || type === 'uint' || Math.abs(value) < SHORT_WHOLE;
  if (Number.isInteger(value) && isExact) return String(value);
  return withoutPadding(value.toPrecision(4));
}

/** The shortest text that reads back as the same number of its type. */
export function fullNumber({ type, value }: NumberValue): string {
  const special = specialText(value);
  if (special !== null) return special;
  if (type === 'int' || type === 'uint') return String(value);
  if (Number.isInteger(value) && Math.abs(value) < EXACT_WHOLE) return String(value);
  const round = type === 'half' ? toHalf : Math.fround;
  const most = type === 'half' ? 5 : 9;
  for (let digits = 1; digits < most; digits += 1) {
    const text = value.toPrecision(digits);
    if (round(Number(text)) === value) return withoutPadding(String(Number(text)));
  }
  return withoutPadding(String(Number(value.toPrecision(most))));
}

function specialText(value: number): string | null {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return '∞';
  if (value === Number.NEGATIVE_INFINITY) return '−∞';
  return Object.is(value, -0) ? '-0' : null;
}

/** `1.500e+5` as `1.5e5`. */
function withoutPadding(text: string): string {
  const [digits = '', exponent] = text.split('e');
  const short = digits.includes('.') ? digits.replace(/(?:\.|(?<![.0]))0+$/, '') : digits;
  return exponent === undefined ? short : `${short}e${Number(exponent)}`;
}
