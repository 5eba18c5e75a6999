import type { Workspace } from '#workspace/workspace.ts';

/** What the feature needs of the page. */
export interface ProjectContext {
  readonly workspace: Workspace;
}
