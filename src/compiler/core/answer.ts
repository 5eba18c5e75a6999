import type { CompileRequest, CompilerAnswer } from '#program/compileResult.ts';
import { parseDiagnostics } from '#program/diagnostics.ts';
import { type SlangModule, textOf } from './slangModule.ts';

type Source = Pick<CompileRequest, 'sourceCode' | 'shaderPath'>;

/** A failed answer: `message` is of the specification's error catalogue, `log` the compiler's. */
export type Failure = Extract<CompilerAnswer<never>, { readonly succ: false }>;

export function failure(message: string, log = '', source?: Source): Failure {
  return { succ: false, message, log, diagnostics: readLog(log, source), result: null };
}

/** A successful answer; `log` holds warnings. */
export function success<Value>(result: Value, log: string, source: Source): CompilerAnswer<Value> {
  return { succ: true, message: '', log, diagnostics: readLog(log, source), result };
}

/** The compiler's last error as a failed answer; `before` is what it had said until then. */
export function lastError(slang: SlangModule, source: Source, before = ''): Failure {
  const error = slang.getLastError();
  const log = [before, textOf(error.message)].filter((part) => part !== '').join('\n');
  return failure(
    `${textOf(error.type) || 'UNKNOWN'} error: see log for more information`,
    log,
    source,
  );
}

function readLog(log: string, source: Source | undefined) {
  return parseDiagnostics(log, source ? { [source.shaderPath]: source.sourceCode } : {});
}
