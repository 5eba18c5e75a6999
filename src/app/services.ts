import { createCompilerClient } from '#compiler/client/compilerClient.ts';
import { startCompilerWorker } from '#compiler/client/transport.ts';
import binaryUrl from '#generated/slang/slang-wasm.wasm.gz?url';
import { requestGpuDevice } from '#gpu/device.ts';
import { createRunner } from '#gpu/runner.ts';
import { profilesOf } from '#program/profiles.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { RunEvents, RunService, WorkspaceServices } from '#workspace/services.ts';
import { browserAddress } from './address.ts';
import { deliverLink } from './deliverLink.ts';
import { loadDemo, loadSource } from './sourceFiles.ts';
import { webGpuAdvice } from './webGpuAdvice.ts';

/**
 * The real services of a browser page.
 *
 * @param onModule gets the compiler's compiled binary, whenever a worker of it is ready
 */
export function createBrowserServices(
  onModule: (module: WebAssembly.Module) => void,
): WorkspaceServices {
  return {
    createCompiler: (onState) =>
      createCompilerClient({
        start: startCompilerWorker,
        binaryUrl: new URL(binaryUrl, document.baseURI).href,
        onState,
        onModule,
      }),
    profilesOf,
    requestRunner,
    loadDemo,
    loadSource,
    address: browserAddress,
    deliverLink,
  };
}

const markFirstFrame = markOnce('playground:first-frame');

async function requestRunner(events: RunEvents): Promise<Result<RunService>> {
  const requested = await requestGpuDevice();
  if (!requested.ok) {
    const { userAgent, gpu } = navigator;
    const facts = { userAgent, isSecureContext, hasWebGpu: gpu !== undefined };
    return fail(`${requested.error}\n${webGpuAdvice(facts)}`);
  }
  const device = requested.value;
  let disposed = false;
  void device.lost.then(({ message, reason }) => {
    if (!disposed) events.onLost(message || reason);
  });
  const runner = createRunner({
    device,
    ...events,
    onFirstFrame: markFirstFrame,
    onUpdateDrawn: () => performance.mark('playground:update-drawn'),
  });
  return ok({
    ...runner,
    dispose() {
      disposed = true;
      runner.dispose();
      device.destroy();
    },
  });
}

function markOnce(name: string): () => void {
  let marked = false;
  return () => {
    if (!marked) performance.mark(name);
    marked = true;
  };
}
