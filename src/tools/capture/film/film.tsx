import { type RefObject, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { assertNever } from '#core/util/assertNever.ts';
import { createFilmSession, type FilmSession } from '#tools/capture/film/session/filmSession.ts';
import dialog from '#tools/capture/panel/dialog.module.css';
import { Dialog } from '#ui/Dialog.tsx';
import type { ToolContext } from '#ui/tools/tool.ts';
import { FilmForm } from './panel/FilmForm.tsx';
import styles from './panel/FilmPanel.module.css';
import { FilmWork } from './panel/FilmWork.tsx';
import { RecordingStrip } from './panel/RecordingStrip.tsx';

/** All that a page needs to save films. */
export interface Film {
  readonly session: FilmSession;
  readonly Panel: typeof FilmPanel;
}

export function createFilm(context: ToolContext): Film {
  const session = createFilmSession(context);
  return { session, Panel: FilmPanel };
}

interface FilmPanelProps {
  readonly session: FilmSession;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The dialog “Save film”, and the strip that stands for it while a film is recorded. */
function FilmPanel({ session, opener }: FilmPanelProps) {
  const isOpen = useStore(session.store, (state) => state.isOpen);
  const isRecording = useStore(session.store, ({ activity }) => activity.kind === 'recording');
  const stop = useRef<HTMLButtonElement>(null);
  const next = useMemo<RefObject<HTMLElement | null>>(
    () => ({
      get current() {
        return stop.current ?? opener.current;
      },
    }),
    [opener],
  );
  return (
    <>
      <Dialog title="Save film" fitted open={isOpen} onClose={session.close} opener={next}>
        <div className={`${dialog['content']} ${styles['content']}`}>
          <Content session={session} />
        </div>
      </Dialog>
      {isRecording && createPortal(<RecordingStrip session={session} stop={stop} />, document.body)}
    </>
  );
}

function Content({ session }: Pick<FilmPanelProps, 'session'>) {
  const kind = useStore(session.store, ({ activity }) => activity.kind);
  switch (kind) {
    case 'choosing':
    case 'saved':
      return <FilmForm session={session} />;
    case 'preparing':
    case 'rendering':
    case 'recording':
    case 'stopped':
    case 'finishing':
      return <FilmWork session={session} />;
    default:
      return assertNever(kind);
  }
}
