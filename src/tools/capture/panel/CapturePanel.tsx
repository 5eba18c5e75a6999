import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { PictureDialog } from '#tools/capture/picture/panel/PictureDialog.tsx';
import type { CaptureSession } from '#tools/capture/session/captureSession.ts';
import { Part } from '#ui/faults/Part.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';

interface CapturePanelProps {
  readonly session: CaptureSession;
}

/** The dialogs of the menu “Save”, and notices beside it. */
export function CapturePanel({ session }: CapturePanelProps) {
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
