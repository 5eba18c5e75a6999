import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the timeline needs of the page. */
export interface TimelineContext {
  readonly workspace: Pick<
    Workspace,
    'store' | 'pause' | 'resume' | 'drawFrame' | 'seekBy' | 'onFrame' | 'setPace' | 'setSeed'
  >;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
}
