import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { startCompilerWorker } from '#engine/compiler/client/transport.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { settings } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import { smallScreen } from '#pages/playground/browser/smallScreen.ts';
import { followTheme } from '#pages/playground/browser/theme.ts';
import { openingView } from '#pages/playground/layout/smallScreenView.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { outputsOf } from '#workspace/runState.ts';
import type { AddressService } from '#workspace/services.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { requestDevice } from './firstDevice.ts';
import { createPageStart, firstFrameShown, pipelinesUnderWay } from './firstRun.ts';
import { editorGate, interfaceGate } from './gates.ts';
import { createBrowserKeeping } from './keeping.ts';
import type { MountOptions } from './mount.tsx';
import { createBrowserServices } from './services.ts';
import { startFailed, startSucceeded } from './startRecord.ts';
import { trustOwnScripts } from './trustedTypes.ts';
import { watchWriting } from './writing.ts';

/**
 * How long after the editor's script has loaded the start counts as successful, in milliseconds.
 */
const SETTLING_TIME = 1000;

/** Starts the playground: its picture first, then its interface. */
export function startPage(): void {
  trustOwnScripts();

  // The compiler, graphics device and source start to load before the interface.
  let onModule: (module: WebAssembly.Module) => void = () => {};
  const compilerModule = new Promise<WebAssembly.Module>((resolve) => {
    onModule = resolve;
  });
  const keeping = createBrowserKeeping();
  let isInterfaceThere = false;
  const isWriting = watchWriting();
  const observers = createFrameObservers();
  const { start: pageStart, reports } = createPageStart();
  const services = createBrowserServices({
    startWorker: startCompilerWorker,
    requestDevice,
    address: browserAddress,
    observers,
    onModule: (module) => onModule(module),
    keeping,
    reports,
    isPageBusy: () => !isInterfaceThere || isWriting(),
  });
  const workspace = createWorkspace(services);
  workspace.start().catch((thrown: unknown) => {
    if (isInterfaceThere) reportError(thrown);
    else void startFailed(thrown);
  });
  addEventListener('pagehide', () => workspace.pageHidden(true));
  document.addEventListener('visibilitychange', () => workspace.pageHidden(document.hidden));

  const canvas = createCanvas();
  workspace.attachCanvas(canvas);
  const removeOutline = showInOutline(canvas, workspace);

  followTheme();
  void showInterface({
    ...{ workspace, canvas, compilerModule, observers },
    start: pageStart,
    compiler: services.compilerClient,
    loadContents: services.loadContents,
    history: keeping.library,
    onThere() {
      isInterfaceThere = true;
      removeOutline();
      interfaceGate.open();
      // Enough time to create the editor, and to show its changes and those of the first compile.
      void editorGate.behind(async () => setTimeout(startSucceeded, SETTLING_TIME));
    },
  });
}

/** Loads and mounts the interface after the first picture, or after a short wait for it. */
async function showInterface(options: MountOptions): Promise<void> {
  const { workspace, start } = options;
  const isFrameExpected = await pipelinesUnderWay(workspace);
  const reload = () => location.reload();
  // If the interface fails to load, index.html says so. A reload loses nothing, because the user
  // cannot have typed yet.
  addEventListener('online', reload);
  const { mount } = await import('./mount.tsx');
  removeEventListener('online', reload);
  if (isFrameExpected) await firstFrameShown(workspace, start);
  const mountedAt = performance.now();
  try {
    mount({
      ...options,
      onThere() {
        options.onThere();
        performance.measure('playground:interface', { start: mountedAt });
      },
    });
  } catch (thrown) {
    await startFailed(thrown);
  }
}

/** Stores the picture's place when the user leaves the page. */
const SETTING = STORAGE_KEYS.picturePlace;

interface Place {
  /** Width and height of the window, in CSS pixels. */
  readonly window: readonly [number, number];
  /** Left, top, width and height of the canvas, in CSS pixels. */
  readonly canvas: readonly [number, number, number, number];
}

/** The page's only canvas. Runs draw on it before the interface has loaded and adopted it. */
function createCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.tabIndex = 0;
  canvas.ariaLabel = 'Render output';
  addEventListener('pagehide', () => rememberPlace(canvas));
  return canvas;
}

/**
 * Shows the canvas in the page's outline, where the interface will place it, as soon as a run is
 * about to draw. Dispose when the interface has loaded: this removes the outline; the canvas stays
 * where the interface has moved it.
 */
function showInOutline(canvas: HTMLCanvasElement, workspace: Workspace): Dispose {
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

/** Null if no place is stored, or if the window had another size. */
function rememberedPlace(): Place['canvas'] | null {
  try {
    const { window, canvas }: Place = JSON.parse(settings.getItem(SETTING) ?? '');
    const isSameWindow = window[0] === innerWidth && window[1] === innerHeight;
    return isSameWindow && canvas.length === 4 && canvas.every(Number.isFinite) ? canvas : null;
  } catch {
    return null;
  }
}

const browserAddress: AddressService = {
  current: () => new URL(location.href),
  replace(address) {
    if (address.href === location.href) return;
    try {
      history.replaceState(history.state, '', address);
    } catch (thrown) {
      // Safari allows 100 changes per 30 seconds.
      console.warn(`The address bar could not be updated: ${messageOf(thrown)}`);
    }
  },
  onFragmentChange(listener) {
    window.addEventListener('hashchange', listener);
    return () => window.removeEventListener('hashchange', listener);
  },
};
