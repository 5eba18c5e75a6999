import type { JsonValue } from './json.ts';
import type { Sliced } from './slices.ts';
import { brief } from './text.ts';

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
