import type { PlaybackState } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { isRunning, shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';

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

/** Whether an embed plays: it does so only where somebody sees it. */
export interface Life {
  /** The frame is in sight, in a page that is in sight. */
  readonly isSeen: boolean;
  /** What the visitor, or the page around the embed, wants of a run that is seen. */
  readonly wish: 'play' | 'pause';
  /** What the run does; `none` if nothing runs. */
  readonly playback: PlaybackState | 'none';
}

export type LifeEvent =
  | { readonly kind: 'sight'; readonly isSeen: boolean }
  /** Somebody pressed a button, or called a method. */
  | { readonly kind: 'wish'; readonly wish: Life['wish'] }
  /** What the run does now. */
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

/** A run that stops or goes on by itself, as at its end or when Run is pressed, is to stay so. */
function wishAfter({ isSeen, wish, playback: before }: Life, now: Life['playback']): Life['wish'] {
  // Out of sight, the embed itself has paused it.
  if (before === 'playing' && now === 'paused' && isSeen) return 'pause';
  if (before === 'paused' && now === 'playing') return 'play';
  return wish;
}

/** What has to be done to the run; null if it does what it should. */
export function commandOf({ isSeen, wish, playback }: Life): 'pause' | 'resume' | null {
  if (playback === 'none') return null;
  const plays = isSeen && wish === 'play';
  if (plays === (playback === 'playing')) return null;
  return plays ? 'resume' : 'pause';
}
