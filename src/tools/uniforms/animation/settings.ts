import { isPeriod, MAX_PERIOD, MIN_PERIOD } from '#core/plan/animation/uniformAnimation.ts';
import type { SliderComponent } from '#core/plan/runDescriptor.ts';
import { shortFloat, typedNumber } from '#core/plan/sliderNumbers.ts';
import { fail, ok, type Result } from '#core/util/result.ts';

/** A typed value of the slider. Fails with what to type. */
export function readValue(text: string, slider: SliderComponent): Result<number> {
  const [min, max] = [shortFloat(slider.min), shortFloat(slider.max)];
  const value = typedNumber(text);
  if (value !== null && value >= min && value <= max) return ok(value);
  return fail(`${asTyped(text)} Type a number from ${min} to ${max}, the ends of the slider.`);
}

/** Typed seconds. Fails with what to type. */
export function readPeriod(text: string): Result<number> {
  const value = typedNumber(text);
  if (isPeriod(value)) return ok(value);
  const most = MAX_PERIOD.toLocaleString('en');
  return fail(`${asTyped(text)} Type a number of seconds from ${MIN_PERIOD} to ${most}.`);
}

/** A number field gives no text that is not a number. */
function asTyped(text: string): string {
  return text.trim() === '' ? 'This is not a number.' : `${text.trim()} is not possible here.`;
}
