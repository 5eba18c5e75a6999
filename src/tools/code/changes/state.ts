import type { ShownDifference } from '#core/output/codeDifference/showDifference.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';

/** A target, and the entry point if it compiles only one; null for a whole program. */
export interface Output {
  readonly target: CompileTarget;
  readonly entryPoint: string | null;
}

/** What the Changes tab shows. */
export type ChangesState =
  /** Nothing of the open project has compiled. */
  | { readonly kind: 'nothing' }
  /** There is nothing to compare the code with. */
  | { readonly kind: 'first'; readonly output: Output }
  /** Too much code to keep it until the next compile. */
  | { readonly kind: 'too large'; readonly output: Output }
  | {
      readonly kind: 'compared';
      readonly output: Output;
      readonly difference: ShownDifference;
    }
  /** Both are there, but could not be compared. */
  | { readonly kind: 'failed'; readonly output: Output; readonly reason: string };

export const NOTHING_COMPILED: ChangesState = { kind: 'nothing' };
