import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the inspector needs of the page. */
export interface ResourcesContext {
  readonly workspace: Pick<Workspace, 'store' | 'project'>;
  readonly observers: FrameObservers;
  /** Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
  /** Opens the debugger at a thread. */
  debugThread(entryPoint: string, thread: readonly [x: number, y: number, z: number]): void;
}
