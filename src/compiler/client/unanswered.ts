import { lineOfBoolCase } from '#program/boolSwitch.ts';
import type { CompileResult, EntryPointsRequest } from '#program/compileResult.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { EndReason, TimeOut } from './jobs.ts';

type Unanswered = Extract<CompileResult, { readonly succ: false }>;

/** The message about a request that ended without an answer of the compiler. */
export function unanswered(reason: EndReason, request: EntryPointsRequest): Unanswered {
  return { succ: false, ...explain(reason, request), diagnostics: [], result: null };
}

const READY_AGAIN = 'Your text is untouched, and the compiler is ready again.';

function explain(
  reason: EndReason,
  request: EntryPointsRequest,
): Pick<Unanswered, 'message' | 'log'> {
  switch (reason.kind) {
    case 'time-out':
      return {
        message: `Compilation took longer than ${reason.milliseconds / 1000} s and was stopped.`,
        log: `${knownHang(request) ?? timeOutAdvice(reason)} ${READY_AGAIN}`,
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

/** The advice about a `switch` over a bool, which always hangs; `case true` or `case false` shows it. */
function knownHang({ target, sourceCode }: EntryPointsRequest): string | null {
  const line = target === 'SPIRV' ? lineOfBoolCase(sourceCode) : null;
  if (line === null) return null;
  return (
    `Line ${line} has a case of true or false: for SPIR-V, this compiler never finishes a switch ` +
    'over a bool. Use if and else, or switch over int(…).'
  );
}

/** If the clock exceeds the limit by this factor, the machine was busy or slept. */
const BUSY = 1.25;

function timeOutAdvice({ isAskedFor, milliseconds, elapsed }: TimeOut): string {
  if (!isAskedFor) return 'Live mode and background work get less time. Press Run to wait longer.';
  if (elapsed > BUSY * milliseconds) {
    const seconds = Math.round(elapsed / 1000);
    return `This computer was busy or asleep for part of that: ${seconds} s went by. Try again when it has less to do.`;
  }
  return (
    'A slow or busy computer may need more time for this source. If a smaller source compiles at ' +
    'once, something in this one keeps the compiler busy, such as deeply nested generics or loops ' +
    'that are unrolled into very many steps.'
  );
}
