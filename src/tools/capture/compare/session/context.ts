import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What comparing pictures needs of the page. */
export interface CompareContext {
  readonly workspace: Pick<Workspace, 'store' | 'sourceUri'>;
  readonly observers: FrameObservers;
}
