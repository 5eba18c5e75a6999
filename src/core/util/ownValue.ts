/**
 * The value of a table for a name that comes from outside: a source, a link, a file or a message.
 * Undefined for the names that every object inherits, such as `toString`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
