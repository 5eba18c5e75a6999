import { startCompilerWorker } from '#engine/compiler/client/transport.ts';
import { createFrameObservers } from '#engine/gpu/frameObserver.ts';
import { browserAddress } from '#pages/playground/browser/address.ts';
import { followTheme } from '#pages/playground/browser/theme.ts';
import { createWorkspace } from '#workspace/createWorkspace.ts';
import { requestDevice } from './firstDevice.ts';
import { createCanvas, showInOutline } from './firstPicture.ts';
import { firstFrameShown, pipelinesUnderWay } from './firstRun.ts';
import { editorGate, interfaceGate } from './gates.ts';
import { createBrowserKeeping } from './keeping.ts';
import type { MountOptions } from './mount.tsx';
import { createPageStart } from './pageStart.ts';
import { createBrowserServices } from './services.ts';
import { startFailed, startSucceeded } from './startRecord.ts';
import { trustOwnScripts } from './trustedTypes.ts';
import { watchWriting } from './writing.ts';

/** Milliseconds after the editor's script has loaded. */
const SETTLING_TIME = 1000;

/** Starts the playground: its picture first, then its interface. */
export function startPage(): void {
  trustOwnScripts();

  // The compiler, the graphics device and the source are on their way before the interface is.
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
      // Long enough to create the editor, and to show what it and the first compile change.
      void editorGate.behind(async () => setTimeout(startSucceeded, SETTLING_TIME));
    },
  });
}

/** Behind the first picture. */
async function showInterface(options: MountOptions): Promise<void> {
  const { workspace, start } = options;
  const isFrameExpected = await pipelinesUnderWay(workspace);
  const reload = () => location.reload();
  // Where it cannot be had, index.html says so; nothing was typed yet that a reload could lose.
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
