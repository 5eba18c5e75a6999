import type { JsonValue } from './json.ts';
import type { Sliced } from './slices.ts';
import { brief } from './text.ts';

interface JsonMatches {
  /** The matching parts of the value with their ancestors; undefined without a match. */
  readonly value: JsonValue | undefined;
  readonly count: number;
}

/**
 * Searches keys and primitive values for `query`, ignoring case. If a key matches, everything below
 * it is kept, and matches there are counted too. Arrays keep only the matching items.
 */
export function searchJson(value: JsonValue, query: string): Sliced<JsonMatches> {
  const wanted = query.toLowerCase();
  return search(value, (text) => text.toLowerCase().includes(wanted));
}

function* search(part: JsonValue, matches: (text: string) => boolean): Sliced<JsonMatches> {
  if (typeof part !== 'object' || part === null) {
    return matches(String(part)) ? { value: part, count: 1 } : NOTHING;
  }
  yield;
  let count = 0;
  if (Array.isArray(part)) {
    const items: JsonValue[] = [];
    for (const item of part) {
      const found = yield* search(item, matches);
      if (found.value !== undefined) items.push(found.value);
      count += found.count;
    }
    return count === 0 ? NOTHING : { value: items, count };
  }
  const members: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(part)) {
    const below = yield* search(member, matches);
    const isNamed = matches(key);
    count += below.count + (isNamed ? 1 : 0);
    const kept = isNamed ? member : below.value;
    if (kept !== undefined) members.push([key, kept]);
  }
  return count === 0 ? NOTHING : { value: Object.fromEntries(members), count };
}

const NOTHING: JsonMatches = { value: undefined, count: 0 };

/** Cuts long strings and keys, for a view that lays out the whole value. */
export function* briefJson(value: JsonValue): Sliced<JsonValue> {
  if (typeof value === 'string') return brief(value);
  if (typeof value !== 'object' || value === null) return value;
  yield;
  if (Array.isArray(value)) {
    const items: JsonValue[] = [];
    for (const item of value) items.push(yield* briefJson(item));
    return items;
  }
  const members: [string, JsonValue][] = [];
  for (const [key, member] of Object.entries(value)) {
    members.push([brief(key), yield* briefJson(member)]);
  }
  return Object.fromEntries(members);
}

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
