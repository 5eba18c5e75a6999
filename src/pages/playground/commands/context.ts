import type { SmallScreenView } from '#pages/playground/layout/smallScreenView.ts';
import type { DebuggerTool } from '#pages/playground/tools/debuggerTool.ts';
import type { ProjectTool } from '#pages/playground/tools/projectTool.ts';
import type { ShortcutActions } from '#pages/playground/useShortcuts.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** What the commands of the page work with. */
export interface CommandContext {
  readonly workspace: Workspace;
  readonly debuggerTool: DebuggerTool;
  readonly projectTool: ProjectTool;
  /** What shortcuts do. */
  readonly actions: ShortcutActions;
  readonly openDemo: (url: string) => void;
  /** Shows the view, where the screen is small. */
  readonly showView: (view: SmallScreenView) => void;
}

export const NOTHING_RUNS = 'Nothing runs. Press Run first.';
