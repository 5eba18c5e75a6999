/** From which state of the resources frames are replayed. */
export type SeekStart =
  /** As they are now. */
  | { readonly kind: 'present' }
  | { readonly kind: 'checkpoint'; readonly frame: number }
  /** The first contents. */
  | { readonly kind: 'contents' };

export interface SeekPlan {
  readonly start: SeekStart;
  /** The frames from this one on and before the wanted one are replayed. */
  readonly from: number;
}

export interface SeekState {
  /** The frame that the resources are ready for now; null if nobody can tell. */
  readonly ready: number | null;
  /** The frames that checkpoints are ready for. */
  readonly checkpoints: readonly number[];
}

/** The way to a frame with the fewest frames to replay. */
export function planSeek(frame: number, { ready, checkpoints }: SeekState): SeekPlan {
  const checkpoint = checkpoints.reduce(
    (nearest, each) => (each <= frame && each > nearest ? each : nearest),
    -1,
  );
  if (ready !== null && ready <= frame && ready >= checkpoint) {
    return { start: { kind: 'present' }, from: ready };
  }
  if (checkpoint >= 0)
    return { start: { kind: 'checkpoint', frame: checkpoint }, from: checkpoint };
  return { start: { kind: 'contents' }, from: 0 };
}
