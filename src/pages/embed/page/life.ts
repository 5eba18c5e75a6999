import type { PlaybackState } from '#core/plan/runControls.ts';
import { assertNever } from '#core/util/assertNever.ts';

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
