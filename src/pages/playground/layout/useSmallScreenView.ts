import { useCallback, useEffect, useState } from 'react';
import { outputsOf } from '#workspace/runState.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { openingView, rememberView, type SmallScreenView } from './smallScreenView.ts';

/**
 * The view of a small screen and its setter. A slow first run switches to the results when it is
 * about to show something, unless the user has already done something else.
 */
export function useSmallScreenView(
  workspace: Workspace,
): readonly [SmallScreenView, (view: SmallScreenView) => void] {
  const [view, setView] = useState(() => openingView(workspace));
  useEffect(() => followFirstRun(workspace, () => setView(openingView(workspace))), [workspace]);
  const show = useCallback((next: SmallScreenView) => {
    rememberView(next);
    setView(next);
  }, []);
  return [view, show];
}

/** Calls back once when a run is about to show something, unless the user acts first. */
function followFirstRun({ store }: Workspace, callback: () => void): () => void {
  const events = ['pointerdown', 'keydown'] as const;
  const end = () => {
    unsubscribe();
    for (const event of events) removeEventListener(event, end, { capture: true });
  };
  const follow = (state: WorkspaceState) => {
    if (outputsOf(state).length === 0) return;
    end();
    callback();
  };
  const unsubscribe = store.subscribe(follow);
  for (const event of events) addEventListener(event, end, { capture: true });
  // It may show something already.
  follow(store.getState());
  return end;
}
