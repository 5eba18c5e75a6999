import '#ui/tokens.css';
import '#embed/page/embed.css';
import { interfaceGate } from '#app/start/gates.ts';
import { createPageStart } from '#app/start/pageStart.ts';
import { createBrowserServices } from '#app/start/services.ts';
import { requestGpuDevice } from '#gpu/device.ts';
import { createFrameObservers } from '#gpu/frameObserver.ts';
import { createWorkspace } from '#workspace/workspace.ts';
import { embedAddress } from './embedAddress.ts';
import { nothingKept } from './nothingKept.ts';
import { startSandboxedWorker } from './sandboxedWorker.ts';

window.trustedTypes?.createPolicy('default', { createScriptURL: (address) => address });

const { start, reports } = createPageStart();
const services = createBrowserServices({
  startWorker: startSandboxedWorker,
  requestDevice: requestGpuDevice,
  observers: createFrameObservers(),
  onModule() {},
  keeping: nothingKept,
  reports,
  isPageBusy: () => false,
  address: embedAddress,
});
const workspace = createWorkspace(services);
const canvas = document.createElement('canvas');
canvas.ariaLabel = 'Render output';
canvas.tabIndex = 0;
document.getElementById('embed')?.append(canvas);
workspace.attachCanvas(canvas);
void workspace.start();
void start.firstFrame.then(() => interfaceGate.open());
