import { countText } from '#core/util/countText.ts';
import { brief } from '#core/util/text.ts';
import type { BadEnd } from '#workspace/runState.ts';

/** Maximum number of origins to name; for the others, only their number is given. */
const MAX_NAMED = 5;

/**
 * Longer than any origin that can be fetched from, because the end of an origin says whose it is.
 */
const MAX_ORIGIN = 270;

export function originsText(origins: readonly string[]): string {
  const named = origins.slice(0, MAX_NAMED).map((origin) => brief(origin, MAX_ORIGIN));
  const others = origins.length - named.length;
  const rest = others > 0 ? [countText(others, 'other')] : [];
  return new Intl.ListFormat('en').format([...named, ...rest]);
}

export const BAD_END_TEXTS: Readonly<Record<BadEnd, string>> = {
  unfinished: 'This shader didn’t finish starting last time.',
  'lost device': 'The graphics device was lost while this shader ran.',
};
