import type { JsonValue } from './json.ts';

export interface JsonMatches {
  /** The matching parts of the value with their ancestors; undefined without a match. */
  readonly value: JsonValue | undefined;
  readonly count: number;
}

/**
 * Searches keys and primitive values for `query`, ignoring case. If a key matches, everything below
 * it is kept, and matches there are counted too. Arrays keep only the matching items.
 */
export function searchJson(value: JsonValue, query: string): JsonMatches {
  const wanted = query.toLowerCase();
  const matches = (text: string) => text.toLowerCase().includes(wanted);
  const search = (part: JsonValue): JsonMatches => {
    if (typeof part !== 'object' || part === null) {
      return matches(String(part)) ? { value: part, count: 1 } : NOTHING;
    }
    if (Array.isArray(part)) {
      const found = part.map(search).filter(({ count }) => count > 0);
      if (found.length === 0) return NOTHING;
      return {
        value: found.flatMap((each) => (each.value === undefined ? [] : [each.value])),
        count: sum(found),
      };
    }
    const found = Object.entries(part).flatMap(([key, member]) => {
      const below = search(member);
      if (matches(key)) return [{ key, value: member, count: 1 + below.count }];
      return below.value === undefined ? [] : [{ key, value: below.value, count: below.count }];
    });
    if (found.length === 0) return NOTHING;
    return {
      value: Object.fromEntries(found.map((each) => [each.key, each.value])),
      count: sum(found),
    };
  };
  return search(value);
}

const NOTHING: JsonMatches = { value: undefined, count: 0 };

function sum(found: readonly { readonly count: number }[]): number {
  return found.reduce((total, { count }) => total + count, 0);
}
