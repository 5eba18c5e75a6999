import { messageOf } from './errors.ts';
import { fail, ok, type Result } from './result.ts';

/** The result of `make`, or the message of what it throws. */
export function tried<Value>(make: () => Value): Result<Value> {
  try {
    return ok(make());
  } catch (thrown) {
    return fail(messageOf(thrown));
  }
}
