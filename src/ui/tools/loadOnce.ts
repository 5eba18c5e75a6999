import type { WorkspaceState } from '#workspace/state.ts';
import type { ToolHandle } from './tool.ts';

/** Loads a tool when the workspace first reaches a state that needs it. */
export function loadOnce(
  { context: { workspace }, load }: Pick<ToolHandle<unknown>, 'context' | 'load'>,
  isNeeded: (state: WorkspaceState) => boolean,
): void {
  const check = (state: WorkspaceState) => {
    if (!isNeeded(state)) return;
    stop();
    void load();
  };
  const stop = workspace.store.subscribe(check);
  check(workspace.store.getState());
}
