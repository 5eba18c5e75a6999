import type { CompileResult } from '#program/compileResult.ts';
import type { Diagnostic } from '#program/diagnostics/diagnostics.ts';
import { assertNever } from '#shared/assertNever.ts';

/** What the compiler does wrong with a source. Wrong sources get a message instead, which is no fault. */
export type Fault =
  /** It takes longer than its time limit. */
  | { readonly kind: 'hang' }
  /** It kills its worker. */
  | { readonly kind: 'crash'; readonly said: string }
  /** It gives up with an error of its own. */
  | { readonly kind: 'internal-error'; readonly said: string }
  /** The browser refuses its WGSL. */
  | { readonly kind: 'invalid-wgsl'; readonly said: string };

export type FaultKind = Fault['kind'];

/** Whether both are the same, apart from names, numbers and places, which change with the source. */
export function isSameFault(one: Fault | null, other: Fault | null): boolean {
  if (one === null || other === null || one.kind !== other.kind) return false;
  return classOf(one) === classOf(other);
}

function classOf(fault: Fault): string {
  switch (fault.kind) {
    case 'hang':
      return '';
    case 'crash':
      // The address at which memory ends differs from compile to compile.
      return fault.said.split('\n')[0]?.replace(NAMES, '_').replace(NUMBERS, '0') ?? '';
    case 'internal-error':
    case 'invalid-wgsl':
      return fault.said.replace(PLACES, '').replace(NAMES, '_').replace(NUMBERS, '0').trim();
    default:
      return assertNever(fault);
  }
}

const PLACES = /^.*?\(\d+\): /gm;
const NAMES = /'[^'\n]*'|"[^"\n]*"|`[^`\n]*`/g;
const NUMBERS = /\d+/g;

/** The compiler's number for its own faults. */
const INTERNAL_ERROR = 99999;
const INTERNAL_LINE = /internal error(?: \d+)?: (.*)$/m;

/** The fault that the answer itself tells of; null if it has none. */
export function faultOfAnswer({ succ, message, log, diagnostics }: CompileResult): Fault | null {
  if (succ) return null;
  const internal = diagnostics.find(isInternal);
  if (internal) return { kind: 'internal-error', said: saidBy(internal) };
  if (message !== 'Slang internal error occurred.') return null;
  const [first] = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'fatal');
  const said = INTERNAL_LINE.exec(log)?.[1] ?? first?.message ?? log.split('\n')[0] ?? '';
  return { kind: 'internal-error', said };
}

function isInternal({ code, message }: Diagnostic): boolean {
  return code === INTERNAL_ERROR || /^unexpected condition|internal error/i.test(message);
}

function saidBy({ message }: Diagnostic): string {
  return message;
}
