import { choose, chosen } from '#engine/storage/choices.ts';
import { notify } from '#ui/notices.ts';
import { isRunning } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Says where the debugger is, at the first run of the first visit. */
export function hintOnce({ store }: Workspace): void {
  if (chosen('debuggerHint') === 'shown') return;
  const check = (state: WorkspaceState) => {
    if (!isRunning(state)) return;
    stop();
    choose('debuggerHint', 'shown');
    notify({
      id: 'debugger-hint',
      kind: 'information',
      texts: [
        matchMedia('(pointer: coarse)').matches
          ? 'To see how a pixel is computed, press “Inspect” below the picture.'
          : 'To see what a line computes, right-click it and choose “Debug this line”.',
      ],
    });
  };
  const stop = store.subscribe(check);
  check(store.getState());
}
