import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { PictureDialog } from '#capture/picture/panel/PictureDialog.tsx';
import type { CaptureSession } from '#capture/session/captureSession.ts';
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
      <PictureDialog session={session.picture} opener={opener} />
      {film && <film.Panel session={film.session} opener={opener} />}
      <Tooltip notice={notice} anchor={opener} onHide={session.dismissNotice} />
    </>
  );
}
