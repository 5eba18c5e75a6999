import type { DroppedItem } from '#tools/files/drop/dropped.ts';
import type { Found } from '#tools/files/openCarried.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the feature needs of the page. */
export interface ProjectContext {
  readonly workspace: Workspace;
  /** Opens what was dropped in place of the project; settles once that is done or refused. */
  openDropped(items: readonly DroppedItem[]): Promise<void>;
  /** Opens the project that was found in a picture or film; settles likewise. */
  openCarried(file: File, found: Found): Promise<void>;
}
