import type { Dispose } from '#core/util/disposer.ts';
import { CompareOverlay } from './panel/CompareOverlay.tsx';
import { createCompareSession } from './session/compareSession.ts';
import type { CompareContext } from './session/context.ts';
import type { CompareSession } from './state.ts';

/** All that a page needs to compare pictures. */
export interface Compare {
  readonly session: CompareSession;
  readonly Overlay: typeof CompareOverlay;
  dispose: Dispose;
}

export function createCompare(context: CompareContext): Compare {
  const { dispose, ...session } = createCompareSession(context);
  return { session, Overlay: CompareOverlay, dispose };
}
