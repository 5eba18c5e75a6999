import type { CompilerAnswer } from '#core/output/compileResult.ts';
import { parseDiagnostics } from '#core/output/diagnostics/diagnostics.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { Source } from './sourceFiles.ts';

/** `message` is from the specification's error catalogue; `log` is the compiler's output. */
export type Failure = Extract<CompilerAnswer<never>, { readonly succ: false }>;

export function failure(message: string, log = '', source?: Source): Failure {
  return { succ: false, message, log, diagnostics: readLog(log, source), result: null };
}

/** `log` holds warnings. */
export function success<Value>(result: Value, log: string, source: Source): CompilerAnswer<Value> {
  return { succ: true, message: '', log, diagnostics: readLog(log, source), result };
}

function readLog(log: string, source: Source | undefined) {
  return parseDiagnostics(log, source ? textsOf(source) : {});
}
