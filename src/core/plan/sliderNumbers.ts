/** The number of steps along a slider (specification, section 2). */
const SLIDER_STEPS = 200;

/** The significant digits of a float64 that the division's rounding leaves reliable. */
const SURE_DIGITS = 12;

/** Nine digits distinguish any two float32 values. */
const FLOAT32_DIGITS = 9;

export function sliderStep(min: number, max: number): number {
  return Number(((max - min) / SLIDER_STEPS).toPrecision(SURE_DIGITS));
}

/**
 * The shortest decimal number that rounds to the same float32. The shader's `0.1` arrives as
 * 0.10000000149011612, but the user should see 0.1.
 */
export function shortFloat(value: number): number {
  for (let digits = 1; digits < FLOAT32_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return Number(value.toPrecision(FLOAT32_DIGITS));
}

/** The typed number; null if the text is not a number yet. */
export function typedNumber(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The value to apply while the user types; null if the text is not a number in range yet. */
export function liveNumber(text: string, min: number, max: number): number | null {
  const value = typedNumber(text);
  return value !== null && value >= min && value <= max ? value : null;
}

/** The value to apply after typing, clamped to the range; null if the text is not a number. */
export function committedNumber(text: string, min: number, max: number): number | null {
  const value = typedNumber(text);
  return value === null ? null : Math.min(max, Math.max(min, value));
}

/** The text of a number that changes every frame. Always shows the digits that the step needs. */
export function movingNumber(value: number, step: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  return decimals <= MAX_DECIMALS ? value.toFixed(decimals) : value.toPrecision(MOVING_DIGITS);
}

/** The most digits that are useful in `toFixed`. */
const MAX_DECIMALS = 9;
const MOVING_DIGITS = 4;
