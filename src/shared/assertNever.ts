/** Ends a switch over a tagged union: a new tag without a branch is a type error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}: this switch has to learn about it.`);
}
