import type { DroppedItem } from '#project/drop/dropped.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the feature needs of the page. */
export interface ProjectContext {
  readonly workspace: Workspace;
  /** Opens what was dropped in place of the project; settles once that is done or refused. */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
}
