import type { Dispose } from '#core/util/disposer.ts';

/** Milliseconds that a question has to be in full sight before a press on its button counts. */
export const LEAST_SIGHT = 500;

export interface Sight {
  /** Since when nothing covers or fades the question, of `performance.now()`; null if something does. */
  readonly since: number | null;
}

/** Whether a person who saw what the button is about has pressed it. */
export function isHonest(
  { isTrusted, timeStamp }: Pick<Event, 'isTrusted' | 'timeStamp'>,
  { since }: Sight,
): boolean {
  return isTrusted && since !== null && timeStamp - since >= LEAST_SIGHT;
}

/** Milliseconds between two looks: the least that browsers allow. */
const DELAY = 100;

/** Of the question’s area, but for rounding. */
const WHOLE = 0.99;

/**
 * Follows whether a question is in full sight, with its words, so that a page around it cannot lead presses
 * to its button; out of sight, the button is marked as disabled. Chromium knows whether anything covers or
 * fades the question; elsewhere it has to be within the window.
 */
export function watchSight(
  question: HTMLElement,
  button: HTMLElement,
): { sight(): Sight; dispose: Dispose } {
  let sight: Sight = { since: null };
  button.ariaDisabled = 'true';
  const follow: IntersectionObserverCallback = (entries) => {
    const newest = entries.at(-1);
    if (!newest) return;
    const { intersectionRatio, isVisible = true } = newest as IntersectionObserverEntry & {
      readonly isVisible?: boolean;
    };
    if (intersectionRatio < WHOLE || !isVisible) sight = { since: null };
    else if (sight.since === null) sight = { since: newest.time };
    button.ariaDisabled = String(sight.since === null);
  };
  const options = { threshold: [0, WHOLE], trackVisibility: true, delay: DELAY };
  const observer = new IntersectionObserver(follow, options);
  observer.observe(question);
  return { sight: () => sight, dispose: () => observer.disconnect() };
}
