import { ownValue } from '#core/util/ownValue.ts';

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/** The percentage that a key of a slider leads to; null if the key does not move it. */
export function movedByKey(percent: number, key: string): number | null {
  const step = ownValue(STEPS, key);
  if (step === undefined) return null;
  return Math.min(100, Math.max(0, Math.round(percent) + step));
}
