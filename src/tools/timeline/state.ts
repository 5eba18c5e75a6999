export interface TimelineState {
  /** Whether the program uses random numbers from the seed. */
  readonly usesRandom: boolean;
  /** Whether frames can differ without user input. */
  readonly changesOverTime: boolean;
  readonly loop: LoopRange;
  /** Null while no frames are replayed. */
  readonly replay: ReplayProgress | null;
  /** Error message; null if there is none. */
  readonly problem: string | null;
}

/** The frames to repeat, including both ends. Empty until the loop is first switched on. */
export interface LoopRange {
  readonly isOn: boolean;
  readonly first: number;
  readonly last: number;
}

export interface ReplayProgress {
  /** The last replayed frame. */
  readonly frame: number;
  readonly wanted: number;
}

export interface TimelineCommands {
  /** Pauses at this frame. */
  goTo(frame: number): void;
  /** Ends a replay, and keeps the picture. */
  cancel(): void;
  setLoop(loop: LoopRange): void;
  /** When first switched on, the loop covers the two seconds before the visible frame. */
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

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;

/** The slider covers at least this many frames. */
export const SHORTEST_RANGE = 600;
