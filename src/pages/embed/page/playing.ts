import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { commandOf, type Life, type LifeEvent, step } from './life.ts';

/** Pauses the embed’s run where nobody sees it, and plays it again. */
export interface Playing {
  /** The workspace, with commands that know what the embed has paused itself. */
  readonly workspace: Workspace;
  /** Whether the run plays, or will as soon as it is seen. */
  plays(): boolean;
  /** Whether any of the embed is visible. */
  isSeen(): boolean;
  /** Calls `listener` when either may have changed. */
  onChange(listener: () => void): Dispose;
  dispose: Dispose;
}

/** @param element as long as some of it is in sight, the embed is */
export function createPlaying(workspace: Workspace, element: Element, wish: Life['wish']): Playing {
  const disposer = createDisposer();
  const listeners = new Set<() => void>();
  let isInView = true;
  let life: Life = { isSeen: !document.hidden, wish, playback: 'none' };
  const dispatch = (event: LifeEvent) => {
    life = step(life, event);
    const command = commandOf(life);
    if (command !== null) workspace[command]();
    for (const listener of listeners) listener();
  };
  const look = () => dispatch({ kind: 'sight', isSeen: isInView && !document.hidden });
  const observer = new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? isInView;
    look();
  });
  observer.observe(element);
  disposer.add(() => observer.disconnect());
  document.addEventListener('visibilitychange', look);
  disposer.add(() => document.removeEventListener('visibilitychange', look));
  disposer.add(
    workspace.store.subscribe((state) => {
      const playback = isRunning(state) ? shownRun(state).playback : 'none';
      if (playback !== life.playback) dispatch({ kind: 'playback', playback });
    }),
  );
  return {
    workspace: {
      ...workspace,
      pause: () => dispatch({ kind: 'wish', wish: 'pause' }),
      resume() {
        dispatch({ kind: 'wish', wish: 'play' });
        // Nothing runs after a compile that failed, or a run that stopped by itself.
        const { run } = workspace.store.getState();
        if (life.playback === 'none' && run.kind !== 'starting') void workspace.run();
      },
    },
    isSeen: () => life.isSeen,
    plays: () => life.playback !== 'none' && life.wish === 'play',
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: disposer.dispose,
  };
}
