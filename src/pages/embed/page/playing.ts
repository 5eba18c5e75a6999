import type { PlaybackState } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

/** Pauses the embed's run while it is not visible, and resumes it afterwards. */
export interface Playing {
  /** The workspace, with pause and resume commands that account for the embed's own pauses. */
  readonly workspace: Workspace;
  /** Whether the run is playing, or will play once the embed is visible. */
  plays(): boolean;
  isSeen(): boolean;
  /** Calls `listener` when either of the above may have changed. */
  onChange(listener: () => void): Dispose;
  dispose: Dispose;
}

/** @param element the embed counts as visible while any part of this element is */
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
        // Nothing runs after a compile that failed, or after a run that stopped on its own.
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

/** The state that decides whether an embed plays: it does so only while visible. */
export interface Life {
  /** Whether both the frame and the page it is in are visible. */
  readonly isSeen: boolean;
  /** What the visitor or the parent page wants while the embed is visible. */
  readonly wish: 'play' | 'pause';
  /** The run's playback state; `none` if nothing runs. */
  readonly playback: PlaybackState | 'none';
}

export type LifeEvent =
  | { readonly kind: 'sight'; readonly isSeen: boolean }
  | { readonly kind: 'wish'; readonly wish: Life['wish'] }
  | { readonly kind: 'playback'; readonly playback: Life['playback'] };

export function step(life: Life, event: LifeEvent): Life {
  switch (event.kind) {
    case 'sight':
      return { ...life, isSeen: event.isSeen };
    case 'wish':
      return { ...life, wish: event.wish };
    case 'playback':
      return { ...life, playback: event.playback, wish: wishAfter(life, event.playback) };
    default:
      return assertNever(event);
  }
}

/** A run that stops or resumes on its own, as at its end or when Run is pressed, stays that way. */
function wishAfter({ isSeen, wish, playback: before }: Life, now: Life['playback']): Life['wish'] {
  // While it was not visible, the embed itself paused the run.
  if (before === 'playing' && now === 'paused' && isSeen) return 'pause';
  if (before === 'paused' && now === 'playing') return 'play';
  return wish;
}

/** The command that puts the run into the wanted state; null if it already is. */
export function commandOf({ isSeen, wish, playback }: Life): 'pause' | 'resume' | null {
  if (playback === 'none') return null;
  const plays = isSeen && wish === 'play';
  if (plays === (playback === 'playing')) return null;
  return plays ? 'resume' : 'pause';
}
