import { fail, ok, type Result } from './result.ts';

export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error && thrown.message !== '') return thrown.message;
  return String(thrown);
}

/** Message and stack, as the browser writes them. */
export function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const message = String(thrown);
  const { stack = '' } = thrown;
  // Firefox and Safari omit the message.
  return stack.includes(thrown.message) ? stack : `${message}\n${stack}`;
}

/** The result of `make`, or the message of what it throws. */
export function tried<Value>(make: () => Value): Result<Value> {
  try {
    return ok(make());
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}
