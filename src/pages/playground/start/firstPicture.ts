import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { openingView } from '#pages/playground/layout/smallScreenView.ts';
import { outputsOf } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Where the picture was when the page was left last. */
const SETTING = STORAGE_KEYS.picturePlace;

interface Place {
  /** Width and height of the window, in CSS pixels. */
  readonly window: readonly [number, number];
  /** Left, top, width and height of the canvas, in CSS pixels. */
  readonly canvas: readonly [number, number, number, number];
}

/** The page's one canvas: runs draw on it before the interface, which takes it in, is there. */
export function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.ariaLabel = 'Render output';
  addEventListener('pagehide', () => rememberPlace(canvas));
  return canvas;
}

/**
 * Shows the canvas in the outline of the page, where the interface will have it, as soon as a run is
 * to draw. To be disposed when the interface is there: the outline goes, the canvas stays with
 * whoever has taken it.
 */
export function showInOutline(canvas: HTMLCanvasElement, workspace: Workspace): Dispose {
  const outline = document.getElementById('outline');
  const picture = outline?.querySelector<HTMLElement>('.outline-picture');
  if (!outline || !picture) throw new Error('index.html has no outline of the page.');
  const disposer = createDisposer();
  disposer.add(() => outline.remove());
  disposer.add(
    workspace.store.subscribe((state) => {
      if (canvas.isConnected || !outputsOf(state).includes('image')) return;
      if (smallScreen.matches && openingView(workspace) === 'source') return;
      outline.dataset['view'] = 'results';
      picture.append(canvas);
      const place = rememberedPlace();
      if (place) putAt(canvas, place);
    }),
  );
  return disposer.dispose;
}

function putAt({ style }: HTMLCanvasElement, [left, top, width, height]: Place['canvas']): void {
  Object.assign(style, { position: 'fixed', inset: `${top}px auto auto ${left}px` });
  Object.assign(style, { width: `${width}px`, height: `${height}px` });
}

function rememberPlace(canvas: HTMLCanvasElement): void {
  if (!canvas.isConnected || smallScreen.matches || document.fullscreenElement) return;
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const place: Place = { window: [innerWidth, innerHeight], canvas: [left, top, width, height] };
  settings.setItem(SETTING, JSON.stringify(place));
}

/** Null where it was never noted, or the window had another size. */
function rememberedPlace(): Place['canvas'] | null {
  try {
    const { window, canvas }: Place = JSON.parse(settings.getItem(SETTING) ?? '');
    const isSameWindow = window[0] === innerWidth && window[1] === innerHeight;
    return isSameWindow && canvas.length === 4 && canvas.every(Number.isFinite) ? canvas : null;
  } catch {
    return null;
  }
}
