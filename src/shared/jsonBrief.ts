import type { JsonValue } from './json.ts';
import { brief } from './text.ts';

/** The value with long strings and keys cut, for a view that lays out all of it. */
export function briefJson(value: JsonValue): JsonValue {
  if (typeof value === 'string') return brief(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(briefJson);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [brief(key), briefJson(member)]),
  );
}
