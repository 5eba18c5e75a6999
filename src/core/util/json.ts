import { ownValue } from './ownValue.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member if it is an object, else an empty one. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = ownValue(object, key);
  return isJsonObject(value) ? value : {};
}

/** The member if it is an array, else an empty one. */
export function arrayAt(object: JsonObject, key: string): readonly JsonValue[] {
  const value = ownValue(object, key);
  return Array.isArray(value) ? value : [];
}

/** The array's members that are objects. */
export function objectsAt(object: JsonObject, key: string): JsonObject[] {
  return arrayAt(object, key).filter(isJsonObject);
}

export function stringAt(object: JsonObject, key: string): string {
  const value = ownValue(object, key);
  return typeof value === 'string' ? value : '';
}

export function numberAt(object: JsonObject, key: string): number {
  const value = ownValue(object, key);
  return typeof value === 'number' ? value : 0;
}

export function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Whether a value of unknown origin is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
