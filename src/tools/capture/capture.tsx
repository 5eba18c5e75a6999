import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { CapturePanel } from './panel/CapturePanel.tsx';
import { type CaptureSession, createCaptureSession } from './session/captureSession.ts';

export interface Capture extends LoadedTool {
  readonly session: CaptureSession;
}

export function createCapture(context: ToolContext): Capture {
  const session = createCaptureSession(context);
  return { session, parts: { 'picture bar': () => <CapturePanel session={session} /> } };
}
