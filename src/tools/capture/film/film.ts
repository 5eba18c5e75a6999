import type { CaptureContext } from '#tools/capture/session/context.ts';
import { FilmPanel } from './panel/FilmPanel.tsx';
import { createFilmSession, type FilmSession } from './session/filmSession.ts';

/** All that a page needs to save films. */
export interface Film {
  readonly session: FilmSession;
  readonly Panel: typeof FilmPanel;
}

export function createFilm(context: CaptureContext): Film {
  const session = createFilmSession({ ...context, now: () => performance.now() });
  return { session, Panel: FilmPanel };
}
