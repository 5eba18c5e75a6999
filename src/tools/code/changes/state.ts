import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { ShownDifference } from '#core/output/difference/showDifference.ts';

/** A target, and its entry point; null if the target compiles the whole program. */
export interface Output {
  readonly target: CompileTarget;
  readonly entryPoint: string | null;
}

export type ChangesState =
  /** Nothing in the open project has compiled. */
  | { readonly kind: 'nothing' }
  /** There is no earlier code to compare with. */
  | { readonly kind: 'first'; readonly output: Output }
  /** There is too much code to keep it for the next comparison. */
  | { readonly kind: 'too large'; readonly output: Output }
  | {
      readonly kind: 'compared';
      readonly output: Output;
      readonly difference: ShownDifference;
    }
  /** Both versions exist, but the comparison failed. */
  | { readonly kind: 'failed'; readonly output: Output; readonly reason: string };

export const NOTHING_COMPILED: ChangesState = { kind: 'nothing' };
