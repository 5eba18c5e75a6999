import type { CompileReport, CompileRequest } from '#core/output/compileResult.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import type { Workspace } from '#workspace/workspace.ts';

export interface DebuggerContext {
  readonly workspace: Pick<
    Workspace,
    | 'store'
    | 'pause'
    | 'step'
    | 'resetFrame'
    | 'sourceText'
    | 'project'
    | 'openTool'
    | 'closeTool'
    | 'reveal'
    | 'beginToolWork'
  >;
  readonly observers: FrameObservers;
  /** Null if the signal was aborted. */
  compile(request: CompileRequest, signal: AbortSignal): Promise<CompileReport | null>;
  /** One-based line of the cursor in the source; null while there is no editor. */
  cursorLine(): number | null;
  /** Paints a line's value over the picture; null for the value at the cursor. */
  paint(line: number | null): void;
}
