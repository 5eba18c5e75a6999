import type { CompileResult, EntryPointsRequest } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { EndReason, TimeOut } from './jobs.ts';

type Unanswered = Extract<CompileResult, { readonly succ: false }>;

/** The message about a request that ended without an answer of the compiler. */
export async function unanswered(
  reason: EndReason,
  request: EntryPointsRequest,
): Promise<Unanswered> {
  return { succ: false, ...(await explain(reason, request)), diagnostics: [], result: null };
}

const READY_AGAIN = 'Your text is untouched, and the compiler is ready again.';

async function explain(
  reason: EndReason,
  request: EntryPointsRequest,
): Promise<Pick<Unanswered, 'message' | 'log'>> {
  switch (reason.kind) {
    case 'time-out':
      return {
        message: `Compilation took longer than ${reason.milliseconds / 1000} s and was stopped.`,
        log: `${await adviceOn(reason, request)}${READY_AGAIN}`,
      };
    case 'cancelled':
      return { message: 'Compilation was cancelled.', log: '' };
    case 'crashed':
      return {
        message: 'Unknown error occurred',
        log: `The compiler stopped: ${reason.message}. Your text is untouched, and the compiler was started anew.`,
      };
    case 'unavailable':
      return {
        message: "Slang session not available. Maybe the compiler hasn't been initialized yet?",
        log: reason.message,
      };
    default:
      return assertNever(reason);
  }
}

/** Loaded when it is needed, which is rare; nothing if that fails. */
async function adviceOn(reason: TimeOut, request: EntryPointsRequest): Promise<string> {
  try {
    const { timeOutAdvice } = await import('./timeOutAdvice.ts');
    return `${timeOutAdvice(reason, request)} `;
  } catch {
    return '';
  }
}
