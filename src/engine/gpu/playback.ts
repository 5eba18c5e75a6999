import { FIXED_RATE, type Pace, type PlaybackState, REAL_TIME } from '#core/plan/runControls.ts';
import type { Dispose } from '#core/util/disposer.ts';

/** Maximum requested frames that wait to be drawn; a further one replaces the newest. */
const MAX_WAITING = 10;

/** How early a frame may be drawn (ms), since display intervals are not exact. */
const EARLY = 4;

export interface Playback {
  pause(): void;
  resume(): void;
  step(frames: number): void;
  reset(): void;
  /** Pauses and draws this frame at this time of the run. */
  show(frame: number, seconds: number): void;
  /** Draws the frame again if playback is paused and no other frame is waiting. */
  redraw(): void;
  setPace(pace: Pace): void;
  /**
   * Another version continues from here. If it is endless and playback had stopped at the end of
   * the program, playback resumes.
   */
  versionChanged(endless: boolean): void;
  readonly frame: number;
  /** Paused without a requested frame: draw only if the screen has changed. */
  readonly rests: boolean;
  /** The last drawn frame; -1 before the first. */
  readonly drawn: number;
  /** Whether the pace allows the next frame at `now` (ms of the run's clock). */
  isDue(now: number): boolean;
  /** Maximum frames per turn, if each is due. */
  readonly framesPerTurn: number;
  /** The run's time at `now` (ms of its clock); 0 until a frame was drawn. */
  seconds(now: number): number;
  /** @param dispatched whether anything was dispatched; if not, playback has reached its end */
  frameDrawn(dispatched: boolean, now: number): void;
  readonly playing: boolean;
}

/** A requested frame, with the run's time at the request. */
interface WantedFrame {
  readonly frame: number;
  readonly seconds: number;
}

/**
 * Starts at frame 0, playing; time starts with the first drawn frame. Requests before that frame
 * are kept: a run that is paused at once still draws its first frame, and each step or reset draws
 * its own.
 *
 * @param now the clock of the run's time, in milliseconds
 */
export function createPlayback(
  pace: Pace,
  now: () => number,
  onPlayback: (state: PlaybackState) => void,
): Playback {
  const { clock, waiting, ...place } = createPlace(now);
  place.setPace(pace);
  let playing = true;
  /** Paused automatically because nothing was left to dispatch. */
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

function createPlace(now: () => number) {
  const clock = createClock(now());
  const waiting = createWaiting();
  let pace = REAL_TIME;
  let drawn = -1;
  /** When the newest frame was drawn or, with a maximum rate, when it was due if it was on time. */
  let drawnAt = Number.NEGATIVE_INFINITY;
  const isBegun = () => drawn >= 0 || waiting.first() !== undefined;
  const begin = (time: number) => {
    if (!isBegun()) clock.set(0, time);
  };
  /** Minimum milliseconds between frames. */
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
      // Continue from the visible frame, which may be ahead of real time.
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
      // The due time, so that the mean rate is right at any display rate.
      drawnAt = time - drawnAt < 1.5 * period() ? drawnAt + period() : time;
      waiting.firstDrawn();
      const seconds = drawn / FIXED_RATE;
      // If the device cannot keep up, skip the lost time.
      const isLate = clock.seconds(time) > seconds + (2 * Math.max(1, pace.speed)) / FIXED_RATE;
      if (pace.fixedStep && (isLate || !playing)) clock.set(seconds, time);
    },
  };
}

/** Requested frames, which are drawn first whether playing or paused. */
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

/** Time step per frame while paused, in seconds. */
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
    /** Seconds at `now`, which is in milliseconds from any origin. */
    seconds,
    pause(now: number) {
      passed = seconds(now);
      since = null;
    },
    resume(now: number) {
      since ??= now;
    },
    /** Never below 0. */
    step: (frames: number, now: number) =>
      hold(Math.max(0, seconds(now) + frames * STEP_SECONDS), now),
    set: hold,
    setSpeed(next: number, now: number) {
      hold(seconds(now), now);
      speed = next;
    },
  };
}

/** Submissions in flight, unless a turn may draw more frames. */
const IN_FLIGHT = 2;

const MAX_IN_FLIGHT = 4;

/** A submission that takes the GPU longer than this (ms) is overdue. */
const OVERDUE = 2000;
const CHECK_INTERVAL = 500;

/**
 * The result of a turn: a frame was submitted; a piece of a frame, not the last, was submitted;
 * nothing was submitted, so try again next turn; or the loop is over.
 */
export type FrameOutcome = 'submitted' | 'piece' | 'waiting' | 'finished';

export interface FrameLoop {
  /** @param now from `performance.now()` (ms) */
  frame(now: number): FrameOutcome;
  /** Maximum frames per turn, while `frame` keeps submitting them. */
  framesPerTurn(): number;
  /** The clock that measures frames, in milliseconds. */
  now(): number;
  /**
   * Settles when the GPU has completed everything submitted so far, in order of the calls. Rejects
   * if the work was lost.
   */
  workDone(): Promise<unknown>;
  /**
   * The GPU has completed a frame or a piece of one.
   *
   * @param milliseconds since its submission or, if later, the completion of the previous one
   */
  onDone(milliseconds: number): void;
  /**
   * @param index counts submitted frames from 0
   * @param milliseconds of all its pieces together
   */
  onFrameDone(index: number, milliseconds: number): void;
  /** The GPU has completed a frame that was submitted before the loop was stopped. */
  onLateFrameDone(): void;
  /** The oldest submission in flight is overdue. Called once for each. */
  onOverdue(): void;
}

/**
 * Calls `frame` in each animation frame, up to `framesPerTurn` times, but only while fewer than two
 * submissions (or as many as a turn may draw, if more) are in flight. Ends when `frame` returns
 * `finished` or the returned function is called. A turn allocates only the promises that it waits
 * for.
 */
export function startFrameLoop(loop: FrameLoop): Dispose {
  const submittedAt = new Float64Array(MAX_IN_FLIGHT);
  const isLast = new Uint8Array(MAX_IN_FLIGHT);
  let submitted = 0;
  let done = 0;
  let framesDone = 0;
  /** Milliseconds of the oldest frame's completed pieces. */
  let taken = 0;
  let lastDone = 0;
  let stopped = false;
  let handle = 0;
  let overdue = -1;
  /** When the GPU could start a submission. */
  const begun = (index: number) => Math.max(lastDone, submittedAt[index % MAX_IN_FLIGHT] ?? 0);
  const settle = () => {
    const now = loop.now();
    const span = now - begun(done);
    const ends = isLast[done % MAX_IN_FLIGHT] === 1;
    done += 1;
    lastDone = now;
    taken += span;
    if (!stopped) loop.onDone(span);
    if (ends) frameDone();
  };
  const frameDone = () => {
    const index = framesDone;
    const milliseconds = taken;
    framesDone += 1;
    taken = 0;
    if (stopped) loop.onLateFrameDone();
    else loop.onFrameDone(index, milliseconds);
  };
  const forget = () => {
    if (isLast[done % MAX_IN_FLIGHT] === 1) framesDone += 1;
    done += 1;
  };
  // A timer, because a page whose GPU hangs may get no animation frames.
  const timer = setInterval(() => {
    if (done === submitted || overdue === done || loop.now() - begun(done) < OVERDUE) return;
    overdue = done;
    loop.onOverdue();
  }, CHECK_INTERVAL);
  const turn = (now: number) => {
    if (stopped) return;
    let left = loop.framesPerTurn();
    const inFlight = Math.min(MAX_IN_FLIGHT, Math.max(IN_FLIGHT, left));
    for (; left > 0 && submitted - done < inFlight; left -= 1) {
      const outcome = loop.frame(now);
      if (outcome === 'finished') return clearInterval(timer);
      if (outcome === 'waiting') break;
      submittedAt[submitted % MAX_IN_FLIGHT] = loop.now();
      isLast[submitted % MAX_IN_FLIGHT] = outcome === 'submitted' ? 1 : 0;
      submitted += 1;
      loop.workDone().then(settle, forget);
    }
    handle = requestAnimationFrame(turn);
  };
  handle = requestAnimationFrame(turn);
  return () => {
    stopped = true;
    clearInterval(timer);
    cancelAnimationFrame(handle);
  };
}
