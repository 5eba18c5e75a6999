import '#ui/tokens.css';
import '#ui/base.css';
import { createWorkspace } from '#workspace/workspace.ts';
import { openGateAfterFirstRun, pipelinesUnderWay } from './firstRun.ts';
import { createBrowserKeeping } from './keeping.ts';
import { createBrowserLanguage } from './language.ts';
import { createBrowserServices } from './services.ts';
import { followTheme } from './theme.ts';
import { trustOwnScripts } from './trustedTypes.ts';

trustOwnScripts();

// The compiler, the graphics device and the source are on their way before the interface is.
let onModule: (module: WebAssembly.Module) => void = () => {};
const compilerModule = new Promise<WebAssembly.Module>((resolve) => {
  onModule = resolve;
});
const keeping = createBrowserKeeping();
const workspace = createWorkspace(createBrowserServices((module) => onModule(module), keeping));
openGateAfterFirstRun(workspace);
void workspace.start();
addEventListener('pagehide', workspace.pageLeft);

followTheme();
await pipelinesUnderWay(workspace);
const start = performance.now();
const reload = () => location.reload();
// Where it cannot be had, index.html says so; nothing was typed yet that a reload could lose.
addEventListener('online', reload);
const { mount } = await import('./mount.tsx');
removeEventListener('online', reload);
mount(workspace, createBrowserLanguage(compilerModule, workspace), keeping.library);
performance.measure('playground:interface', { start });
