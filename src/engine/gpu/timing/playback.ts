import { FIXED_RATE, type Pace, type PlaybackState, REAL_TIME } from '#core/plan/runControls.ts';

/** How many requested frames wait to be drawn; a further one replaces the newest. */
const MAX_WAITING = 10;

/** How much earlier a frame may come than the pace says, in milliseconds: displays are not exact. */
const EARLY = 4;

/** Which frame of a run is drawn next, and at what time of the run. */
export interface Playback {
  pause(): void;
  resume(): void;
  step(frames: number): void;
  reset(): void;
  /** Pauses and draws this frame, at this time of the run. */
  show(frame: number, seconds: number): void;
  /** Draws the frame again if playback is paused and no other frame waits. */
  redraw(): void;
  setPace(pace: Pace): void;
  /** Another version goes on from here; one that never ends plays, if only the end had paused. */
  versionChanged(endless: boolean): void;
  /** The frame of the next turn. */
  readonly frame: number;
  /** Playback is paused and nothing asks for a frame: it is drawn only if the screen changed. */
  readonly rests: boolean;
  /** The frame that was drawn last; -1 before the first. */
  readonly drawn: number;
  /** Whether the pace lets the next frame be drawn at `now`, in milliseconds of the clock. */
  isDue(now: number): boolean;
  /** How many frames one turn of the page may draw, if each is due. */
  readonly framesPerTurn: number;
  /** Seconds of the run at `now`, in milliseconds of its clock: 0 until a frame was drawn. */
  seconds(now: number): number;
  /**
   * The frame of this turn was drawn.
   *
   * @param dispatched whether anything was executed: if not, playback has come to its end
   */
  frameDrawn(dispatched: boolean, now: number): void;
  readonly playing: boolean;
}

/** A frame that somebody asked for, at the time of the run that it was then. */
interface WantedFrame {
  readonly frame: number;
  readonly seconds: number;
}

/**
 * Starts at frame 0, playing; its time begins with that frame, whenever it comes. What is asked for
 * before a frame is drawn is not lost: a run that is paused at once still draws its first frame, and
 * each step and a reset their own.
 *
 * @param now milliseconds of the clock that the run's time is taken from
 */
export function createPlayback(
  pace: Pace,
  now: () => number,
  onPlayback: (state: PlaybackState) => void,
): Playback {
  const { clock, waiting, ...place } = createPlace(now);
  place.setPace(pace);
  let playing = true;
  /** Paused by itself, since nothing was left to dispatch. */
  let atEnd = false;
  const setPlaying = (next: boolean) => {
    atEnd = false;
    if (playing === next) return;
    place.begin(now());
    playing = next;
    if (playing) clock.resume(now());
    else clock.pause(now());
    if (!playing && !place.isBegun()) place.want(0);
    onPlayback(playing ? 'playing' : 'paused');
  };
  const redraw = () => {
    if (!playing && !waiting.first()) place.want(place.drawn());
  };
  return {
    pause: () => setPlaying(false),
    resume: () => setPlaying(true),
    step(frames) {
      setPlaying(false);
      clock.step(frames, now());
      place.want((waiting.last()?.frame ?? place.drawn()) + frames);
    },
    show(frame, seconds) {
      setPlaying(false);
      place.moveTo(frame, seconds);
    },
    reset: () => place.reset(playing),
    redraw,
    setPace: place.setPace,
    versionChanged(endless) {
      if (atEnd && endless) setPlaying(true);
      redraw();
    },
    frameDrawn(dispatched, time) {
      place.frameDrawn(playing, time);
      if (dispatched || !playing) return;
      setPlaying(false);
      atEnd = true;
    },
    get frame() {
      return place.frame(playing);
    },
    get rests() {
      return !playing && !waiting.first();
    },
    get drawn() {
      return place.drawn();
    },
    get framesPerTurn() {
      return playing ? place.framesPerTurn() : 1;
    },
    isDue: (time) => !playing || place.isDue(time),
    seconds: (time) => place.seconds(time, playing),
    get playing() {
      return playing;
    },
  };
}

/** The frame and time where a run is. */
function createPlace(now: () => number) {
  const clock = createClock(now());
  const waiting = createWaiting();
  let pace = REAL_TIME;
  let drawn = -1;
  /** When the newest frame was drawn; with a maximum rate, when it was due if it came soon after. */
  let drawnAt = Number.NEGATIVE_INFINITY;
  /** A frame was drawn, or asked for. */
  const isBegun = () => drawn >= 0 || waiting.first() !== undefined;
  const begin = (time: number) => {
    if (!isBegun()) clock.set(0, time);
  };
  /** Milliseconds from a frame to the next, at least. */
  const period = () => 1000 / (pace.maxRate ?? Number.POSITIVE_INFINITY);
  const secondsOf = (frame: number, otherwise: number) =>
    pace.fixedStep ? frame / FIXED_RATE : otherwise;
  const want = (frame: number) => {
    const at = Math.max(0, frame);
    waiting.add(at, secondsOf(at, clock.seconds(now())));
  };
  const frame = (playing: boolean) =>
    waiting.first()?.frame ?? (playing ? drawn + 1 : Math.max(0, drawn));
  return {
    ...{ clock, waiting, isBegun, begin, want, frame },
    drawn: () => drawn,
    setPace(next: Pace) {
      const time = now();
      // Time goes on from the frame in sight, which may be ahead of the time that has passed.
      if (drawn >= 0 && next.fixedStep !== pace.fixedStep) clock.set(drawn / FIXED_RATE, time);
      clock.setSpeed(next.speed, time);
      pace = next;
    },
    framesPerTurn: () => (pace.fixedStep && pace.maxRate === null ? Math.ceil(pace.speed) : 1),
    isDue(time: number) {
      if (waiting.first() || drawn < 0) return true;
      if (time - drawnAt < period() - EARLY) return false;
      if (!pace.fixedStep) return true;
      return clock.seconds(time) >= (drawn + 1) / FIXED_RATE - (EARLY / 1000) * pace.speed;
    },
    seconds(time: number, playing: boolean) {
      begin(time);
      return waiting.first()?.seconds ?? secondsOf(frame(playing), clock.seconds(time));
    },
    moveTo(next: number, seconds: number) {
      clock.set(seconds, now());
      waiting.clear();
      waiting.add(next, seconds);
    },
    reset(playing: boolean) {
      clock.set(0, now());
      waiting.clear();
      if (playing) drawn = -1;
      else want(0);
    },
    frameDrawn(playing: boolean, time: number) {
      drawn = frame(playing);
      // From when it was due, so that the mean rate is kept on displays of any rate.
      drawnAt = time - drawnAt < 1.5 * period() ? drawnAt + period() : time;
      waiting.firstDrawn();
      const seconds = drawn / FIXED_RATE;
      // Where the device cannot follow, the time that is lost is not made up for.
      const isLate = clock.seconds(time) > seconds + (2 * Math.max(1, pace.speed)) / FIXED_RATE;
      if (pace.fixedStep && (isLate || !playing)) clock.set(seconds, time);
    },
  };
}

/** The frames that are drawn first, playing or paused. */
function createWaiting() {
  let frames: WantedFrame[] = [];
  return {
    first: () => frames[0],
    last: () => frames.at(-1),
    add(frame: number, seconds: number) {
      frames = [...frames.slice(0, MAX_WAITING - 1), { frame, seconds }];
    },
    firstDrawn() {
      if (frames.length > 0) frames = frames.slice(1);
    },
    clear() {
      frames = [];
    },
  };
}

/** Seconds of stepping one frame while paused. */
const STEP_SECONDS = 1 / 60;

export function createClock(start: number) {
  let passed = 0;
  let since: number | null = start;
  let speed = 1;
  const seconds = (now: number) =>
    passed + (since === null ? 0 : Math.max(0, now - since) * 0.001 * speed);
  const hold = (value: number, now: number) => {
    passed = value;
    if (since !== null) since = now;
  };
  return {
    /** Seconds at `now`, in milliseconds since any moment. */
    seconds,
    pause(now: number) {
      passed = seconds(now);
      since = null;
    },
    resume(now: number) {
      since ??= now;
    },
    /** Moves by so many frames, not below 0. */
    step: (frames: number, now: number) =>
      hold(Math.max(0, seconds(now) + frames * STEP_SECONDS), now),
    /** Moves to this time, in seconds. */
    set: hold,
    /** From now on, time passes so many times as fast as `now`. */
    setSpeed(next: number, now: number) {
      hold(seconds(now), now);
      speed = next;
    },
  };
}
