import type { FrameObservers } from '#gpu/frameObserver.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { CompareOverlay } from './panel/CompareOverlay.tsx';

/** What comparing pictures needs of the page. */
export interface CompareContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
}

/** All that a page needs to compare pictures. */
export interface Compare {
  readonly session: { toggle(): void };
  readonly Overlay: typeof CompareOverlay;
  dispose: Dispose;
}

export function createCompare(_: CompareContext): Compare {
  return { session: { toggle() {} }, Overlay: CompareOverlay, dispose() {} };
}
