import { FilesPanel } from './panel/FilesPanel.tsx';
import type { ProjectContext } from './session/context.ts';
import { createProjectSession, type ProjectSession } from './session/projectSession.ts';
import { NewDialog } from './NewDialog.tsx';

/** All that a page needs of the feature. It loads on first use. */
export interface ProjectFeature {
  readonly session: ProjectSession;
  /** The row of files above the editor. */
  readonly FilesPanel: typeof FilesPanel;
}

/** Starts the feature of a page. */
export function createProject(context: ProjectContext): ProjectFeature {
  return { session: createProjectSession(context), FilesPanel };
}

export { NewDialog };
