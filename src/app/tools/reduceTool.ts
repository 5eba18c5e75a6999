import { startCompilerWorker } from '#compiler/client/transport.ts';
import type { Reduce } from '#reduce/reduce.ts';
import type { ReduceContext } from '#reduce/session/reduceSession.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export type ReduceTool = LazyTool<Reduce>;

export type ReduceToolContext = Pick<ReduceContext, 'workspace' | 'compilerModule'>;

/** It loads on first use. */
export function createReduceTool(context: ReduceToolContext): ReduceTool {
  return createLazyTool({
    name: 'Reduce',
    create: async () => {
      const [{ createReduce }, { createWgslCheck }, { requestGpuDevice }] = await Promise.all([
        import('#reduce/reduce.ts'),
        import('#reduce/oracle/checkWgsl.ts'),
        import('#gpu/device.ts'),
      ]);
      return createReduce({
        ...context,
        startWorker: startCompilerWorker,
        async createCheck() {
          const device = await requestGpuDevice();
          if (!device.ok) return null;
          return { check: createWgslCheck(device.value), dispose: () => device.value.destroy() };
        },
      });
    },
  });
}
