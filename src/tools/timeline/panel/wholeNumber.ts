import { fail, ok, type Result } from '#core/util/result.ts';

export interface WholeRange {
  /** What the number is, such as `a frame`. */
  readonly what: string;
  readonly max: number;
}

/**
 * Reads what was typed into a field.
 *
 * @param text null if it is no number at all
 */
export function readWhole(text: string | null, { what, max }: WholeRange): Result<number> {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return ok(value);
  const typed = Number.isNaN(value) ? 'This' : text;
  return fail(`${typed} is not ${what}. Type a whole number from 0 to ${max}.`);
}
