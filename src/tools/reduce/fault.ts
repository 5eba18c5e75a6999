import type { CompilerAnswer } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';

/** What the compiler does wrong with a source. A wrong source gets a message instead, which is no fault. */
export type Fault =
  /** It takes longer than its time limit. */
  | { readonly kind: 'hang' }
  /** It kills its worker, or survives it without being usable. */
  | { readonly kind: 'crash'; readonly said: string }
  /** It gives up with an error of its own. */
  | { readonly kind: 'internal-error'; readonly said: string }
  /** The browser refuses its WGSL. */
  | { readonly kind: 'invalid-wgsl'; readonly said: string };

/** Whether both are the same, apart from names, numbers and places, which change with the source. */
export function isSameFault(one: Fault | null, other: Fault | null): boolean {
  return one !== null && other !== null && classOf(one) === classOf(other);
}

function classOf(fault: Fault): string {
  switch (fault.kind) {
    case 'hang':
      return 'hang';
    case 'crash':
      // What follows the first line differs from compile to compile.
      return `${fault.kind}: ${withoutNames(fault.said.split('\n')[0] ?? '')}`;
    case 'internal-error':
    case 'invalid-wgsl':
      return `${fault.kind}: ${withoutNames(fault.said)}`;
    default:
      return assertNever(fault);
  }
}

/** A place as the compiler prints it; a quoted name; a name that it numbers, or a number. */
const CHANGING = /(?<!\S)\S*\(\d+\): |'[^'\n]*'|"[^"\n]*"|`[^`\n]*`|\b\w*\d\w*/g;

function withoutNames(text: string): string {
  return text.replace(CHANGING, '…').trim();
}

/** The compiler's number for its own faults. */
const INTERNAL_ERROR = 99999;
const INTERNAL_LINE = /internal error(?: \d+)?: (.*)$/m;
/** As `compiler/core` says it of all exceptions of the binary. */
const EXCEPTION = 'Slang internal error occurred.';

/** The fault that an answer of the compiler tells of; null if it tells of none. */
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

/** What is wrong, as the end of a sentence. */
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
