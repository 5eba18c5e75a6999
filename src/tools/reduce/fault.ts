import type { CompilerAnswer } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';

/**
 * A compiler fault that a source triggers. An error message about an incorrect source is not a
 * fault.
 */
export type Fault =
  /** The compiler exceeds its time limit. */
  | { readonly kind: 'hang' }
  /** The compiler kills its worker, or leaves it unusable. */
  | { readonly kind: 'crash'; readonly said: string }
  /** The compiler stops with an internal error. */
  | { readonly kind: 'internal-error'; readonly said: string }
  /** The browser rejects the generated WGSL. */
  | { readonly kind: 'invalid-wgsl'; readonly said: string };

/**
 * Whether faults are the same, ignoring names, numbers and positions, which change with the source.
 */
export function isSameFault(one: Fault | null, other: Fault | null): boolean {
  return one !== null && other !== null && classOf(one) === classOf(other);
}

function classOf(fault: Fault): string {
  switch (fault.kind) {
    case 'hang':
      return 'hang';
    case 'crash':
      // The text after the first line varies between compiles.
      return `${fault.kind}: ${withoutNames(fault.said.split('\n')[0] ?? '')}`;
    case 'internal-error':
    case 'invalid-wgsl':
      return `${fault.kind}: ${withoutNames(fault.said)}`;
    default:
      return assertNever(fault);
  }
}

/** A position in the compiler's format; a quoted name; or a number or a word that contains one. */
const CHANGING = /(?<!\S)\S*\(\d+\): |'[^'\n]*'|"[^"\n]*"|`[^`\n]*`|\b\w*\d\w*/g;

function withoutNames(text: string): string {
  return text.replace(CHANGING, '…').trim();
}

const INTERNAL_ERROR = 99999;
const INTERNAL_LINE = /internal error(?: \d+)?: (.*)$/m;
/** How `compiler/core` reports all exceptions of the binary. */
const EXCEPTION = 'Slang internal error occurred.';

/** The fault in a compiler answer; null if there is none. */
export function faultOfAnswer(answer: CompilerAnswer<unknown>): Fault | null {
  const { succ, message, log, diagnostics } = answer;
  if (succ) return null;
  const internal = diagnostics.find(({ code }) => code === INTERNAL_ERROR);
  if (internal) return { kind: 'internal-error', said: internal.message };
  if (message !== EXCEPTION) return null;
  const error = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  const said = INTERNAL_LINE.exec(log)?.[1] ?? error?.message ?? log.split('\n')[0] ?? '';
  return { kind: 'internal-error', said };
}

/** The fault as the end of a sentence. */
export function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'hang':
      return 'the compiler does not finish';
    case 'crash':
      return `the compiler stops (${fault.said.split('\n')[0]?.replace(/\.$/, '')})`;
    case 'internal-error':
      return `the compiler gives up with “${fault.said}”`;
    case 'invalid-wgsl':
      return `the browser refuses the WGSL with “${fault.said}”`;
    default:
      return assertNever(fault);
  }
}
