import type { Dispose } from '#core/util/disposer.ts';
import type { RunnableWgsl } from './runnableWgsl.ts';
import { withoutNumber } from './wgslUse.ts';

/** An error of the browser's WGSL compiler: one-based line and column, lengths in UTF-16 units. */
export interface WgslError {
  readonly message: string;
  readonly lineNum: number;
  readonly linePos: number;
  readonly length: number;
}

export interface ExplainedError extends WgslError {
  /** In the source's terms; null if unknown. */
  readonly meaning: string | null;
  /** The browser's message with the user's names. */
  readonly said: string;
}

/**
 * Describes the browser's errors. First come their meanings in the source's terms, where known,
 * then one line per error in the browser's words, with its place in the WGSL.
 */
export function describeWgslErrors(explained: readonly ExplainedError[]): string {
  const meanings = explained.flatMap(({ meaning }) => meaning ?? []);
  const quoted = explained.map(
    ({ lineNum, linePos, said }) => `WGSL(${lineNum}:${linePos}): ${said}`,
  );
  return [...new Set(meanings), ...quoted].join('\n');
}

/** Adds to the browser's errors their meaning in the source's terms and the user's names. */
export function explainWgslErrors(
  { code, inUserNames }: RunnableWgsl,
  errors: readonly WgslError[],
): ExplainedError[] {
  const lines = code.split('\n');
  return errors.map(({ message, lineNum, linePos, length }) => {
    const line = lines[lineNum - 1] ?? '';
    const found = {
      message,
      line,
      expression: line.slice(linePos - 1, linePos - 1 + length),
      place: () => placeOf(lines, lineNum, inUserNames),
    };
    const meaning = MEANINGS.find(({ fits }) => fits(found))?.says(found) ?? null;
    return { message, lineNum, linePos, length, meaning, said: inUserNames(message) };
  });
}

interface Found {
  readonly message: string;
  /** The line of WGSL. `expression` is its marked part. */
  readonly line: string;
  readonly expression: string;
  place(): string;
}

interface Meaning {
  fits(found: Found): boolean;
  says(found: Found): string;
}

/** The browsers' messages about a constant expression without a finite value. */
const NOT_FINITE =
  /^value [-+]?(?:inf|nan)|cannot be represented as '(?:f16|f32|abstract-float)'|must be called with a value (?:>|in the range)|zero length vector can not be normalized/i;

/** The compiler's functions for NaN and infinity, which WGSL constants must not call. */
const NOT_FINITE_FUNCTION = /_slang_get(?:NaN|Nan|Infinity)\(/;

/** The compiler writes nothing for a type without WGSL equivalent. */
const MISSING_TYPE = /: +[,;)]|<(?:, |>)|-> *$/;

const MEANINGS: readonly Meaning[] = [
  {
    fits: ({ message }) => /extension 'f16' is not allowed/.test(message),
    says: () =>
      'This device has no 16-bit floats (half, float16_t): the feature shader-f16 is missing. Use float instead.',
  },
  {
    fits: ({ message }) => /'(?:[iu]64|u?int64_t)'/.test(message),
    says: () =>
      'WGSL has no 64-bit integers (int64_t, uint64_t). Use int or uint instead, or two of them for the low and the high half.',
  },
  {
    fits: ({ line }) => MISSING_TYPE.test(line),
    says: () =>
      'The source uses a type that WGSL does not have, such as int16_t or uint16_t. Use int or uint instead.',
  },
  {
    fits: ({ message, line }) => /case selector/.test(message) && /\b(?:true|false)\b/.test(line),
    says: ({ place }) =>
      `The switch ${place()} is over a bool, which WGSL does not allow. Use if and else, or switch over int(…).`,
  },
  {
    fits: ({ line, message }) => /module-scope/.test(message) && NOT_FINITE_FUNCTION.test(line),
    says: ({ line }) =>
      `The constant ${withoutNumber(/\bconst (\w+)/.exec(line)?.[1] ?? '')} holds a NaN or an infinity, which no WGSL constant may. Use a large finite number such as 3.4e38 in it, or compute the value in a function.`,
  },
  {
    fits: ({ message }) => NOT_FINITE.test(message),
    says: ({ expression, place }) =>
      `The compiler knows the value of ${asSource(expression)} ${place()}, and it is NaN or infinite. WGSL takes such values only as 0.0 / 0.0 and 1.0 / 0.0 in a function: write these, or take an operand from a buffer or a uniform.`,
  },
];

function placeOf(
  lines: readonly string[],
  lineNum: number,
  inUserNames: RunnableWgsl['inUserNames'],
): string {
  for (let index = lineNum - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? '';
    const name = /^fn ([^\s(]+)/.exec(line)?.[1];
    if (name !== undefined) {
      const entryPoint = inUserNames(name);
      return `in ${entryPoint === name ? functionName(name) : entryPoint}`;
    }
    if (line.startsWith('}')) break;
  }
  return 'outside of functions';
}

/** A lambda's name derives from the name of the function around it. */
function functionName(name: string): string {
  const owner = /^(\w+?)_slang_Lambda_/.exec(name)?.[1];
  return owner === undefined ? withoutNumber(name) : `a lambda in ${owner}`;
}

/** Longer expressions are truncated. */
const MAX_EXPRESSION = 80;

/** Converts an expression from the compiler's WGSL to the source's notation. */
function asSource(wgsl: string): string {
  const written = wgsl
    .replace(/\bbitcast<f32>/g, 'asfloat')
    .replace(/\bvec([234])<f32>/g, 'float$1')
    .replace(/\bvec([234])<i32>/g, 'int$1')
    .replace(/\bvec([234])<u32>/g, 'uint$1')
    .replace(/\b[iu]32\((-?\d+)\)/g, '$1')
    .replace(/\(\((-?\d+)\)\)/g, '($1)')
    .replace(/(\d)[fhu]\b/g, '$1')
    .replace(/\b([A-Za-z]\w*?)_\d+\b/g, '$1');
  return written.length > MAX_EXPRESSION ? `${written.slice(0, MAX_EXPRESSION)}…` : written;
}

/** The errors of one piece of WGSL, from a run or from a tool that changes the code. */
export interface WgslReport {
  /** The code that the browser got, from {@link RunnableWgsl}. */
  readonly code: string;
  readonly errors: readonly ExplainedError[];
}

type Listener = (report: WgslReport) => void;

const listeners = new Set<Listener>();
let newest: WgslReport | null = null;

/** Notifies all listeners of the errors, and returns a description of them. */
export function reportWgslErrors(wgsl: RunnableWgsl, errors: readonly WgslError[]): string {
  const explained = explainWgslErrors(wgsl, errors);
  newest = { code: wgsl.code, errors: explained };
  for (const listener of listeners) listener(newest);
  return describeWgslErrors(explained);
}

/** Calls `listener` with the newest report, if any, and with each further one. */
export function onWgslErrors(listener: Listener): Dispose {
  listeners.add(listener);
  if (newest) listener(newest);
  return () => listeners.delete(listener);
}
