import type { ProjectFeature } from '#tools/files/project.ts';
import type { ProjectContext } from '#tools/files/session/context.ts';
import { hasFileTabs } from '#workspace/state.ts';
import { createLazyTool, type LazyTool } from './lazyTool.ts';

/** What a project has beyond its main file. It loads when there is more, or on first use. */
export type ProjectTool = LazyTool<ProjectFeature>;

export function createProjectTool(context: ProjectContext): ProjectTool {
  const tool = createLazyTool({
    name: 'The list of files',
    create: async () => (await import('#tools/files/project.ts')).createProject(context),
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
