import type { ResourceInspector } from '#resources/resources.ts';
import type { ResourcesContext } from '#resources/session/context.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export type ResourcesTool = LazyTool<ResourceInspector>;

export function createResourcesTool(context: ResourcesContext): ResourcesTool {
  return createLazyTool({
    name: 'Resources',
    create: async () => (await import('#resources/resources.ts')).createResourceInspector(context),
  });
}
