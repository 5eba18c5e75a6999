import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { inTime } from '#core/util/timeLimit.ts';

/** How long the database may take to answer, in milliseconds. */
const TIME_LIMIT = 15_000;

/** Returns the work's value or the reason it failed. Never rejects, and always settles. */
export async function attempt<Value>(
  work: () => Promise<Value>,
  timeLimit: number = TIME_LIMIT,
): Promise<Result<Value>> {
  try {
    return await inTime<Result<Value>>(work().then(ok), timeLimit, () =>
      fail('The browser’s database does not answer.'),
    );
  } catch (thrown) {
    return fail(describe(thrown));
  }
}

export function isQuotaError(thrown: unknown): boolean {
  return (
    thrown instanceof DOMException &&
    (thrown.name === 'QuotaExceededError' || thrown.name === 'NS_ERROR_DOM_QUOTA_REACHED')
  );
}

function describe(thrown: unknown): string {
  if (isQuotaError(thrown)) return 'The browser’s storage is full.';
  return `The browser denies access to its database: ${messageOf(thrown)}`;
}
