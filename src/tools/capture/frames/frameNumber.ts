import { MAX_FRAME } from '#core/plan/runLimits.ts';

/** Null if the text is not a whole number from 0 to {@link MAX_FRAME}. */
export function frameNumber(text: string): number | null {
  const value = wholeNumber(text);
  return value !== null && value <= MAX_FRAME ? value : null;
}

/** Null if the text is anything else, including nothing. */
export function wholeNumber(text: string): number | null {
  return /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

export function framesText(count: number): string {
  return count === 1 ? '1 frame' : `${count.toLocaleString('en')} frames`;
}
