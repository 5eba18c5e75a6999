import type { Dispose } from '#shared/disposer.ts';
import type { CaptureContext } from './session/context.ts';

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
