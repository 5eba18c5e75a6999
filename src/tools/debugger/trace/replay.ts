import type { Thread, Trace, TracedValue } from '#core/source/instrument/trace.ts';

/** Reads a trace as a debugger does. Made once per trace; each question takes well under 8 ms. */
export interface Replay {
  readonly trace: Trace;
  /** The last step's index; -1 if the trace is empty. */
  readonly last: number;
  /** One-based line of a step. */
  lineAt(step: number): number;
  /** Innermost first. */
  callStackAt(step: number): readonly StackFrame[];
  /** Of the innermost function, or of `frame` of the call stack: those in scope that have a value. */
  variablesAt(step: number, frame?: number): readonly VariableValue[];
  /** A plain name or member access such as `ray.origin.x` at this step; null if it has no value. */
  watch(step: number, expression: string, frame?: number): TracedValue | null;
  /**
   * What the lines show at this step: the last values until then, of the calls that are not over,
   * and of the last call of each other function.
   */
  valuesAt(step: number): readonly LineValues[];
  /** Lines with recorded statements that the thread did not execute in the whole trace. */
  readonly notExecuted: ReadonlySet<number>;
  /** Where a command leads from a step; the same step if it leads nowhere. */
  move(step: number, movement: Movement): number;
}

export type Movement =
  | { readonly kind: 'forward' | 'back' | 'over' | 'over-back' | 'out' | 'first' | 'last' }
  /** To where the thread begins to execute the line next, else to where it did so last. */
  | { readonly kind: 'to-line'; readonly line: number }
  /** To where the thread begins to execute the line of a breakpoint. */
  | { readonly kind: 'continue' | 'continue-back'; readonly breakpoints: readonly Breakpoint[] }
  | { readonly kind: 'next-non-finite' };

export interface Breakpoint {
  /** One-based. */
  readonly line: number;
  /** Over recorded names, such as `k > 3 && d < 0.1`; null if it always holds. */
  readonly condition: string | null;
}

interface StackFrame {
  readonly function: string;
  /** Where it is now: the current line, or that of its call. One-based. */
  readonly line: number;
  /** The step at which it was entered. */
  readonly enteredAt: number;
}

export interface VariableValue {
  readonly name: string;
  readonly value: TracedValue;
  /** The value before, if this step changed it. */
  readonly before: TracedValue | null;
}

export interface LineValues {
  /** One-based. */
  readonly line: number;
  /** The last one of each name: `return` for returned values, `picture` for stored colours. */
  readonly values: readonly { readonly name: string; readonly value: TracedValue }[];
  /** How often this call of the function has executed the line until this step. */
  readonly count: number;
}

export type { Thread };
