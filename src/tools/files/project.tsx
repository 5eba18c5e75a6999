import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { diskOf } from './disk/diskOf.ts';
import { FilesPanel } from './panel/FilesPanel.tsx';
import { createProjectSession, type ProjectSession } from './session/projectSession.ts';

export interface ProjectFeature extends LoadedTool {
  readonly session: ProjectSession;
}

/** What a project of a page has beyond its main file. */
export function createProject(context: ToolContext): ProjectFeature {
  const disk = diskOf(context);
  const session = createProjectSession({
    workspace: context.workspace,
    openDropped: async (items) => (await disk.load())?.session.openDropped(items),
    openCarried: async (file, found) => (await disk.load())?.session.openCarried(file, found),
  });
  return { session, parts: { 'source header': () => <FilesPanel session={session} /> } };
}
