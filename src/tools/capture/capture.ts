import type { Dispose } from '#core/util/disposer.ts';
import { CapturePanel } from './panel/CapturePanel.tsx';
import { type CaptureSession, createCaptureSession } from './session/captureSession.ts';
import type { CaptureContext } from './session/context.ts';

/** All that a page needs to save pictures and films. */
export interface Capture {
  readonly session: CaptureSession;
  readonly Panel: typeof CapturePanel;
  dispose: Dispose;
}

export function createCapture(context: CaptureContext): Capture {
  const session = createCaptureSession(context);
  return { session, Panel: CapturePanel, dispose: session.dispose };
}
