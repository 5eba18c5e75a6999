import type { UniformValues } from '#core/plan/runControls.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Sets what uniforms start with, once the first source is open and before it runs. */
export function setStartingValues({ store }: Workspace, values: UniformValues): Dispose {
  const stop = store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    stop();
    // A link’s own values come first: it was made with them.
    store.setState({ uniformValues: { ...values, ...state.uniformValues } });
  });
  return stop;
}
