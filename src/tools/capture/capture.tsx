import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Part } from '#ui/faults/Part.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { PictureDialog } from './picture/panel/PictureDialog.tsx';
import { type CaptureSession, createCaptureSession } from './session/captureSession.ts';

export interface Capture extends LoadedTool {
  readonly session: CaptureSession;
}

export function createCapture(context: ToolContext): Capture {
  const session = createCaptureSession(context);
  return { session, parts: { 'picture bar': () => <CapturePanel session={session} /> } };
}

interface CapturePanelProps {
  readonly session: CaptureSession;
}

/** The dialogs of the menu “Save”, and notices beside it. */
function CapturePanel({ session }: CapturePanelProps) {
  const { notice, film } = useStore(session.store);
  const opener = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    opener.current = document.querySelector('[role="toolbar"] [aria-label="Save"]');
  });
  return (
    <>
      <Part name="“Save picture”" onClose={session.picture.close}>
        <PictureDialog session={session.picture} opener={opener} />
      </Part>
      {film && (
        <Part name="“Save film”" onClose={film.session.close}>
          <film.Panel session={film.session} opener={opener} />
        </Part>
      )}
      <Tooltip notice={notice} anchor={opener} onHide={session.dismissNotice} />
    </>
  );
}
