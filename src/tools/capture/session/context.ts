import type { LinkService } from '#core/project/link/linkService.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What pictures and films need of the page. */
export interface CaptureContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  /** Packs projects, as links carry them. */
  readonly links: Pick<LinkService, 'build'>;
}
