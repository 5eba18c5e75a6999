import '#ui/tokens.css';
import '#ui/base.css';
import './outline.css';
import { followTheme } from '#app/browser/theme.ts';
import { createFrameObservers } from '#gpu/frameObserver.ts';
import { createWorkspace } from '#workspace/workspace.ts';
import { createCanvas, showInOutline } from './firstPicture.ts';
import { firstFrameShown, pipelinesUnderWay } from './firstRun.ts';
import { interfaceGate } from './gates.ts';
import { createBrowserKeeping } from './keeping.ts';
import { createPageStart } from './pageStart.ts';
import { createBrowserServices } from './services.ts';
import { trustOwnScripts } from './trustedTypes.ts';
import { watchWriting } from './writing.ts';

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
  observers,
  onModule: (module) => onModule(module),
  keeping,
  reports,
  isPageBusy: () => !isInterfaceThere || isWriting(),
});
const workspace = createWorkspace(services);
void workspace.start();
addEventListener('pagehide', () => workspace.pageHidden(true));
document.addEventListener('visibilitychange', () => workspace.pageHidden(document.hidden));

const canvas = createCanvas();
workspace.attachCanvas(canvas);
const removeOutline = showInOutline(canvas, workspace);

followTheme();
void showInterface();

/** Behind the first picture. Not at the top level: what is loaded here imports what this file does. */
async function showInterface(): Promise<void> {
  const isFrameExpected = await pipelinesUnderWay(workspace);
  const reload = () => location.reload();
  // Where it cannot be had, index.html says so; nothing was typed yet that a reload could lose.
  addEventListener('online', reload);
  const { mount } = await import('./mount.tsx');
  removeEventListener('online', reload);
  if (isFrameExpected) await firstFrameShown(workspace, pageStart);
  const mountedAt = performance.now();
  mount({
    workspace,
    canvas,
    compilerModule,
    start: pageStart,
    observers,
    compiler: services.compilerClient,
    loadContents: services.loadContents,
    history: keeping.library,
    onThere() {
      isInterfaceThere = true;
      removeOutline();
      interfaceGate.open();
      performance.measure('playground:interface', { start: mountedAt });
    },
  });
}
