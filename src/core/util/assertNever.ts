/** Ends a switch over a tagged union, so that a tag without a case is a type error. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}: the switch has no case for it.`);
}
