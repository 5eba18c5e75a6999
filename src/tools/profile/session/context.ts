import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { LoadContents } from '#engine/gpu/replay/loadContents.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the profile needs of the page. */
export interface ProfileContext {
  readonly workspace: Workspace;
  readonly observers: FrameObservers;
  readonly loadContents: LoadContents;
  /** Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
}
