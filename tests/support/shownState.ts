import { diagnosticsText } from '#workspace/messages.ts';
import { outputsOf, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** A workspace's state, including what the page shows of its run and messages. */
export function shownState({ store }: Pick<Workspace, 'store'>) {
  const state = store.getState();
  const { uniforms, stale, playback, printed } = shownRun(state);
  const outputs = outputsOf(state);
  const shown = { outputs, uniforms, stale, playback, printed };
  return { ...state, ...shown, diagnosticsText: diagnosticsText(state) };
}
