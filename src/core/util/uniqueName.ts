/** A unique name. `crypto.randomUUID` is not used because it needs a secure context. */
export function uniqueName(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(4));
  return [...numbers].map((number) => number.toString(36)).join('-');
}
