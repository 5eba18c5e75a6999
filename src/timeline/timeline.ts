import type { FrameObservers } from '#gpu/frameObserver.ts';
import type { LoadContents } from '#gpu/replay/loadContents.ts';
import type { Dispose } from '#shared/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { TimelineRow } from './panel/TimelineRow.tsx';

/** What the timeline needs of the page. */
export interface TimelineContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
}

/** All that a page needs of the timeline. */
export interface Timeline {
  readonly session: { readonly context: TimelineContext };
  readonly Row: typeof TimelineRow;
  dispose: Dispose;
}

export function createTimeline(context: TimelineContext): Timeline {
  return { session: { context }, Row: TimelineRow, dispose() {} };
}
