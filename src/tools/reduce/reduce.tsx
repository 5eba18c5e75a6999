import { startCompilerWorker } from '#engine/compiler/client/transport.ts';
import { requestGpuDevice } from '#engine/gpu/device.ts';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { createWgslCheck } from './oracle/checkWgsl.ts';
import { ReducePanel } from './panel/ReducePanel.tsx';
import { createReduceSession, type ReduceSession } from './session/reduceSession.ts';

export interface Reduce extends LoadedTool {
  readonly session: ReduceSession;
  readonly Progress: typeof ReducePanel;
}

export function createReduce(context: ToolContext): Reduce {
  const session = createReduceSession({
    ...context,
    startWorker: startCompilerWorker,
    async createCheck() {
      const device = await requestGpuDevice();
      if (!device.ok) return null;
      return { check: createWgslCheck(device.value), dispose: () => device.value.destroy() };
    },
  });
  return { session, Progress: ReducePanel };
}
