import { placeOf, type SourcePlace } from '#core/source/instrument/places.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';

/** The place of the selected call at the current step; null if the trace has no steps. */
export function shownPlace(shown: ShownTrace): Required<SourcePlace> | null {
  const line = shownLine(shown);
  return line === null ? null : placeOf(shown.replay.trace.program, line);
}

/** One-based line of the program's source of the selected call at the current step; null if the trace has no steps. */
export function shownLine({ replay, step, stackFrame }: ShownTrace): number | null {
  if (step < 0) return null;
  return replay.callStackAt(step)[stackFrame]?.line ?? replay.lineAt(step);
}
