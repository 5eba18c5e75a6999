import type { UniformValues } from '#core/plan/runControls.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Sets the uniforms' initial values after the first source opens and before it runs. */
export function setStartingValues({ store }: Workspace, values: UniformValues): Dispose {
  const stop = store.subscribe((state, before) => {
    if (state.opened === before.opened) return;
    stop();
    // The link's own values take precedence: they were made for the source.
    store.setState({ uniformValues: { ...values, ...state.uniformValues } });
  });
  return stop;
}
