import type { SourcePlace } from '#core/source/instrument/places.ts';
import type { Thread, Trace, TracedValue } from '#core/source/instrument/trace.ts';

/**
 * Lets a debugger navigate a trace. Created once per trace; each query takes well under 8 ms. Lines
 * are those of the program's source, which is the texts of all recorded files; `placeOf` tells them
 * by file.
 */
export interface Replay {
  readonly trace: Trace;
  /** The last step's index; -1 if the trace is empty. */
  readonly last: number;
  /** One-based. */
  lineAt(step: number): number;
  /** Innermost first. */
  callStackAt(step: number): readonly StackFrame[];
  /**
   * Variables in scope that have a value; `frame` indexes the call stack, the innermost by default.
   */
  variablesAt(step: number, frame?: number): readonly VariableValue[];
  /**
   * The value of a name or member access such as `ray.origin.x` at this step; null if it has none.
   */
  watch(step: number, expression: string, frame?: number): TracedValue | null;
  /**
   * The values beside the lines at this step: the latest from the calls in progress, and from the
   * last call of every other function.
   */
  valuesAt(step: number): readonly LineValues[];
  /** Lines with recorded statements that the thread never executes in this trace. */
  readonly notExecuted: ReadonlySet<number>;
  /** The step that a movement leads to; the same step if it leads nowhere. */
  move(step: number, movement: Movement): number;
}

export type Movement =
  | { readonly kind: 'forward' | 'back' | 'over' | 'over-back' | 'out' | 'first' | 'last' }
  /** To the next step that starts this line, or to the previous one if there is none. */
  | { readonly kind: 'to-line'; readonly line: number }
  /** To the nearest step that starts the line of a breakpoint whose condition holds. */
  | { readonly kind: 'continue' | 'continue-back'; readonly breakpoints: readonly Breakpoint[] }
  | { readonly kind: 'next-non-finite' };

export interface Breakpoint extends SourcePlace {
  /** An expression over recorded names, such as `k > 3 && d < 0.1`; null if unconditional. */
  readonly condition: string | null;
}

interface StackFrame {
  readonly function: string;
  /** One-based: the current line, or the line of the call in progress. */
  readonly line: number;
  readonly enteredAt: number;
}

export interface VariableValue {
  readonly name: string;
  readonly value: TracedValue;
  /** The previous value, if this step changed it. */
  readonly before: TracedValue | null;
}

export interface LineValues {
  /** One-based. */
  readonly line: number;
  /** The last value of each name: `return` for returned values, `picture` for stored colours. */
  readonly values: readonly { readonly name: string; readonly value: TracedValue }[];
  /** How many times this call of the function has executed the line, up to this step. */
  readonly count: number;
}

export type { Thread };
