import type { ShownTrace } from '#tools/debugger/state.ts';

/** One-based line of the selected call at the current step; null if the trace has no steps. */
export function shownLine({ replay, step, stackFrame }: ShownTrace): number | null {
  if (step < 0) return null;
  return replay.callStackAt(step)[stackFrame]?.line ?? replay.lineAt(step);
}
