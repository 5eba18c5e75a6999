/** What the timeline shows of itself. */
export interface TimelineState {
  /** Numbers of RAND come from the seed. */
  readonly usesRandom: boolean;
  /** Frames may differ although nobody does anything. */
  readonly changesOverTime: boolean;
  readonly loop: LoopRange;
  /** Null while no frames are replayed. */
  readonly replay: ReplayProgress | null;
  /** What the user is told; null if nothing. */
  readonly problem: string | null;
}

/** Frames that are played again and again, both ends included. Empty until it is switched on first. */
export interface LoopRange {
  readonly isOn: boolean;
  readonly first: number;
  readonly last: number;
}

export interface ReplayProgress {
  /** The frame that was replayed last. */
  readonly frame: number;
  /** The frame that is shown at the end. */
  readonly wanted: number;
}

export interface TimelineCommands {
  /** Pauses at this frame. */
  goTo(frame: number): void;
  /** Ends a replay. The picture stays. */
  cancel(): void;
  setLoop(loop: LoopRange): void;
  /** The first time, it gets the two seconds before the frame in sight. */
  toggleLoop(): void;
  dismissProblem(): void;
}

export const INITIAL_TIMELINE: TimelineState = {
  usesRandom: false,
  changesOverTime: false,
  loop: { isOn: false, first: 0, last: 0 },
  replay: null,
  problem: null,
};

/** The speeds that a user may choose, as multiples of real time. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/** The slider covers at least so many frames. */
export const SHORTEST_RANGE = 600;
