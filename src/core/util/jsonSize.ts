import type { JsonValue } from './json.ts';

/**
 * Whether a value consists of at most `most` values, counting objects and arrays. Stops counting
 * beyond that.
 */
export function hasAtMost(most: number, value: JsonValue): boolean {
  let left = most;
  const fits = (part: JsonValue): boolean => {
    left -= 1;
    if (left < 0) return false;
    return typeof part !== 'object' || part === null || Object.values(part).every(fits);
  };
  return fits(value);
}
