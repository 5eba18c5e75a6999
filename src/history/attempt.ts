import { messageOf } from '#shared/errors.ts';
import { inTime } from '#shared/inTime.ts';
import { fail, ok, type Result } from '#shared/result.ts';

/** A database that does not answer for so long is given up, in milliseconds. */
const PATIENCE = 15_000;

/** The work's value, or why there is none: never rejects, and always ends. */
export async function attempt<Value>(
  work: () => Promise<Value>,
  patience: number = PATIENCE,
): Promise<Result<Value>> {
  try {
    return await inTime<Result<Value>>(work().then(ok), patience, () =>
      fail('The browser’s database does not answer.'),
    );
  } catch (thrown) {
    return fail(describe(thrown));
  }
}

/** Whether there is no room. */
export function isQuotaError(thrown: unknown): boolean {
  return (
    thrown instanceof DOMException &&
    (thrown.name === 'QuotaExceededError' || thrown.name === 'NS_ERROR_DOM_QUOTA_REACHED')
  );
}

function describe(thrown: unknown): string {
  if (isQuotaError(thrown)) return 'There is no room left in the browser’s storage.';
  return `The browser refuses its database: ${messageOf(thrown)}`;
}
