/** From one end of a slider to the other (specification, section 2). */
const SLIDER_STEPS = 200;

/** Digits that a float64 holds for sure; what is behind them is noise of the division. */
const SURE_DIGITS = 12;

/** At most this many digits tell any two float32 apart. */
const FLOAT32_DIGITS = 9;

/** The distance between two positions of a slider. */
export function sliderStep(min: number, max: number): number {
  return Number(((max - min) / SLIDER_STEPS).toPrecision(SURE_DIGITS));
}

/**
 * The shortest number that is the same float32: the shader's `0.1` reaches us as
 * 0.10000000149011612, and a person wants to read what was written.
 */
export function shortFloat(value: number): number {
  for (let digits = 1; digits < FLOAT32_DIGITS; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return short;
  }
  return Number(value.toPrecision(FLOAT32_DIGITS));
}

/** The number that was typed; null for what is no number, or not yet. */
export function typedNumber(text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** What to use while a number is being typed: null if it is none, or not in the range (yet). */
export function liveNumber(text: string, min: number, max: number): number | null {
  const value = typedNumber(text);
  return value !== null && value >= min && value <= max ? value : null;
}

/** What to use once typing is over: null if it is no number, else moved into the range. */
export function committedNumber(text: string, min: number, max: number): number | null {
  const value = typedNumber(text);
  return value === null ? null : Math.min(max, Math.max(min, value));
}
