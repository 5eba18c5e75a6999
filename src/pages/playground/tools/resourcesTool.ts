import type { ResourceInspector } from '#tools/resources/resources.ts';
import type { ResourcesContext } from '#tools/resources/session/context.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

export type ResourcesTool = LazyTool<ResourceInspector>;

export function createResourcesTool(context: ResourcesContext): ResourcesTool {
  return createLazyTool({
    name: 'Resources',
    create: async () => (await import('#tools/resources/resources.ts')).createResourceInspector(context),
  });
}
