import type { ProjectFeature } from '#project/project.ts';
import type { ProjectContext } from '#project/session/context.ts';
import { hasFileTabs } from '#workspace/state.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** What a project has beyond its main file. It loads when there is more, or on first use. */
export type ProjectTool = LazyTool<ProjectFeature>;

export function createProjectTool(context: ProjectContext): ProjectTool {
  const tool = createLazyTool({
    name: 'The list of files',
    create: async () => (await import('#project/project.ts')).createProject(context),
  });
  const loadIfNeeded = () => {
    if (!hasFileTabs(context.workspace.store.getState())) return;
    stop();
    void tool.load();
  };
  const stop = context.workspace.store.subscribe(loadIfNeeded);
  loadIfNeeded();
  return tool;
}
