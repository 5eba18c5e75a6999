/** Quotes a value in a message: control characters are escaped, and long ones cut with their length. */
export function quoted(value: string, most = 80): string {
  if (value.length <= most) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, most))}… (${value.length} characters)`;
}
