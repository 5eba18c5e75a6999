import { createStore, type StoreApi } from 'zustand/vanilla';
import { assertNever } from '#core/util/assertNever.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createPngEncoder } from '#engine/png/pngEncoder.ts';
import type { Film } from '#tools/capture/film/film.tsx';
import { chooseArchive } from '#tools/capture/picture/archive.ts';
import { browserClipboard, copyPicture } from '#tools/capture/picture/copyPicture.ts';
import {
  createPictureSession,
  type PictureSession,
} from '#tools/capture/picture/pictureSession.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { ToolContext } from '#ui/tools/tool.ts';

/** What the menu “Save” offers. */
export type CaptureAction = 'picture' | 'film' | 'copy';

export interface CaptureState {
  /** What became of an action that has no dialog; a new object for each. */
  readonly notice: { readonly text: string } | null;
  /** It loads on first use. */
  readonly film: Film | null;
}

export interface CaptureSession {
  readonly store: StoreApi<CaptureState>;
  readonly picture: PictureSession;
  /** Call it as a press is handled, since browsers require a user gesture for the clipboard. */
  start(action: CaptureAction): void;
  dismissNotice(): void;
  dispose: Dispose;
}

export function createCaptureSession(context: ToolContext): CaptureSession {
  const store = createStore<CaptureState>(() => ({ notice: null, film: null }));
  const encoder = createPngEncoder();
  const picture = createPictureSession(context, encoder, { save: saveFile, chooseArchive });
  const tell = (text: string) => store.setState({ notice: { text } });
  const copy = async () => {
    const copied = await copyPicture(context, encoder, browserClipboard());
    tell(copied.ok ? copied.value : copied.error);
  };
  const openFilm = async () => {
    try {
      const { createFilm } = await import('#tools/capture/film/film.tsx');
      const film = store.getState().film ?? createFilm(context);
      store.setState({ film });
      film.session.open();
    } catch (thrown) {
      tell(`“Save film” could not be loaded: ${messageOf(thrown)} Reload the page to try again.`);
    }
  };
  return {
    store,
    picture,
    start(action) {
      switch (action) {
        case 'copy':
          void copy();
          break;
        case 'picture':
          void leaveFullScreen().then(picture.open);
          break;
        case 'film':
          void leaveFullScreen().then(openFilm);
          break;
        default:
          assertNever(action);
      }
    },
    dismissNotice: () => store.setState({ notice: null }),
    dispose() {
      picture.dispose();
      void store.getState().film?.session.dispose();
      encoder.dispose();
    },
  };
}

/** Full screen hides dialogs. The picture has its new size when it resolves. Never rejects. */
async function leaveFullScreen(): Promise<void> {
  if (!document.fullscreenElement) return;
  await document.exitFullscreen().catch(() => {});
  await nextPaint();
  await nextPaint();
}

function nextPaint(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
