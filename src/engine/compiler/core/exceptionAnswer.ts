import type { Diagnostic } from '#core/output/compileResult.ts';
import { parseDiagnostics } from '#core/output/diagnostics/diagnostics.ts';
import { type Failure, failure } from './answer.ts';
import { type Source, withFullPaths } from './sourceFiles.ts';
import { USER_FILE } from './userModule.ts';

/** The compiler's number for its own faults, as opposed to a source's. */
const INTERNAL_ERROR = 99999;

const ADVICE =
  'Often the target cannot express something in the source, such as a stage, double or 64-bit ' +
  'types: try another target, or take out what you added last.';

/** Messages about what a target lacks, and what to use instead. */
const LACKS: readonly (readonly [text: RegExp, advice: string])[] = [
  [/'double' type emitted/, 'This target has no double. Use float instead.'],
  [/8 bit integer type emitted/, 'This target has no 8-bit integers. Use int or uint instead.'],
];

/**
 * Turns a compiler exception into a failed answer (specification, section 8), after the log
 * so far. The exception's text is a diagnostic, a reason without a place, or empty.
 */
export function exceptionAnswer(text: string, source: Source, before: string): Failure {
  const said = withFullPaths(text, USER_FILE, source);
  const found = parseDiagnostics(said, {});
  const log = [
    before,
    found.length > 0 ? said : `(0): internal error: ${said || 'the compiler gives no reason'}`,
    adviceFor(said, found),
  ];
  return failure(
    'Slang internal error occurred.',
    log.filter((part) => part !== '').join('\n'),
    source,
  );
}

/** Empty if the compiler's own words are enough. */
function adviceFor(text: string, found: readonly Diagnostic[]): string {
  const isInternal = found.every(({ code }) => code === undefined || code === INTERNAL_ERROR);
  if (!isInternal) return '';
  return LACKS.find(([pattern]) => pattern.test(text))?.[1] ?? ADVICE;
}
