/**
 * Looks up a name from outside (a source, link, file or message) in a table. Undefined for names
 * that every object inherits, such as `toString`.
 */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
