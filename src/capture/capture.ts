import type { FrameObservers } from '#gpu/frameObserver.ts';
import type { LoadContents } from '#gpu/replay/loadContents.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What pictures and films need of the page. */
export interface CaptureContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
}

/** What the menu “Save” offers. */
export type CaptureAction = 'picture' | 'film' | 'copy';

/** All that a page needs to save pictures and films. */
export interface Capture {
  readonly session: { start(action: CaptureAction): void };
  dispose: Dispose;
}

export function createCapture(_: CaptureContext): Capture {
  return { session: { start() {} }, dispose() {} };
}
