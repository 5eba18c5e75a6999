import { startCompilerWorker } from '#engine/compiler/client/transport.ts';
import type { Reduce } from '#tools/reduce/reduce.ts';
import type { ReduceContext } from '#tools/reduce/session/reduceSession.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export type ReduceTool = LazyTool<Reduce>;

export type ReduceToolContext = Pick<ReduceContext, 'workspace' | 'compilerModule'>;

/** It loads on first use. */
export function createReduceTool(context: ReduceToolContext): ReduceTool {
  return createLazyTool({
    name: 'Reduce',
    create: async () => {
      const [{ createReduce }, { createWgslCheck }, { requestGpuDevice }] = await Promise.all([
        import('#tools/reduce/reduce.ts'),
        import('#tools/reduce/oracle/checkWgsl.ts'),
        import('#engine/gpu/device.ts'),
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
