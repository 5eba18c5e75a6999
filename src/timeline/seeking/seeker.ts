import type { ObservedFrame } from '#gpu/frameObserver.ts';
import { loadFirstContents } from '#gpu/replay/firstContents.ts';
import { createFrameReplay, type FrameReplay } from '#gpu/replay/frameReplay.ts';
import type { LoadContents } from '#gpu/replay/loadContents.ts';
import type { FrameInputs } from '#gpu/resources/uniforms.ts';
import { keepsState } from '#program/plan/keepsState.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Dispose } from '#shared/disposer.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import type { Checkpoints } from '#timeline/checkpoints/checkpoints.ts';
import type { ReplayProgress } from '#timeline/state.ts';
import { createBatches } from './batches.ts';
import { planSeek, type SeekStart } from './seekPlan.ts';

/** A run that can be brought to any of its frames. */
export interface SeekableRun {
  /** Of the run that draws; null before its first frame and if none does. */
  newest(): ObservedFrame | null;
  /** The frame that the resources are ready for; null if nobody can tell. */
  ready: number | null;
  readonly current: number;
  /** A frame that the seeker asked for is not drawn yet. */
  readonly isExpecting: boolean;
  /** Pauses the run. */
  pause(): void;
  /** Draws this frame with its own inputs, on what the resources hold; `shown` is to be called then. */
  draw(frame: number): void;
  /** As the frame has read them. */
  inputsOf(frame: number): FrameInputs;
}

export interface SeekerOptions {
  readonly run: SeekableRun;
  readonly checkpoints: Checkpoints;
  readonly loadContents: LoadContents;
  onProgress(progress: ReplayProgress | null): void;
  onProblem(problem: string): void;
}

export interface Seeker {
  /** The frame that is being gone to; null if none is. */
  readonly wanted: number | null;
  /**
   * Goes to a frame; a newer wish replaces it. True if it is drawn at once: of a program without
   * state, or from a checkpoint.
   */
  goTo(wish: Wish): boolean;
  /** The user gives up: the resources are as they were before, if there is a copy of that. */
  cancel(): void;
  /** The run plays on: as {@link cancel}, but nothing is drawn. */
  resumed(): void;
  /** The run is another now, or there is none. */
  abandon(): void;
  /** The frame that was asked for is drawn. */
  shown(): void;
  /** A frame was drawn that nobody asked for. */
  disturbed(): void;
  dispose: Dispose;
}

export interface Wish {
  readonly frame: number;
  /** Called as soon as there is a run. */
  readonly prepare?: () => void;
  /** Called once the frame is drawn. */
  readonly then?: () => void;
}

interface Seek {
  readonly wish: Wish;
  readonly frame: number;
  /** Of a run that has not drawn yet. */
  isPrepared: boolean;
  readonly abort: AbortController;
}

interface SeekerState {
  seek: Seek | null;
  isWorking: boolean;
  /** The frame before which there is a checkpoint that `cancel` returns to. */
  origin: number | null;
  /** Frames were replayed since the newest frame was drawn. */
  isAway: boolean;
  isDisturbed: boolean;
  /** Called when a frame is drawn. */
  drawn: () => void;
}

export function createSeeker(options: SeekerOptions): Seeker {
  const { run, checkpoints, onProgress } = options;
  const state: SeekerState = {
    ...{ seek: null, isWorking: false, origin: null, isAway: false, isDisturbed: false },
    drawn() {},
  };
  const arrive = () => {
    state.isAway = false;
    setOrigin(options, state, null);
  };
  const end = () => {
    state.seek?.abort.abort();
    state.seek = null;
    onProgress(null);
  };
  const work = async () => {
    if (state.isWorking) return;
    state.isWorking = true;
    try {
      while (state.seek) await attempt(options, state, state.seek);
    } finally {
      state.isWorking = false;
    }
  };
  /** True if the resources are as they were before. */
  const restoreOrigin = () => {
    const { origin } = state;
    const newest = run.newest();
    if (origin === null || !newest || !checkpoints.frames.includes(origin)) return false;
    checkpoints.restore(origin, newest.device);
    run.ready = origin;
    return true;
  };
  const giveUp = (drawsReached: boolean) => {
    if (!state.seek) return;
    end();
    // What is about to be drawn is right.
    if (run.isExpecting) return;
    if (state.isAway && !restoreOrigin() && drawsReached && run.ready !== null) run.draw(run.ready);
    arrive();
  };
  return {
    get wanted() {
      return state.seek?.frame ?? null;
    },
    goTo(wish) {
      state.seek?.abort.abort();
      const seek = { wish, frame: wish.frame, isPrepared: false, abort: new AbortController() };
      state.seek = seek;
      if (!state.isWorking && drawAtOnce(options, seek)) return true;
      void work();
      return false;
    },
    cancel: () => giveUp(true),
    resumed() {
      // One that waits for a first frame outlives that its run begins to play.
      if (state.seek?.isPrepared) giveUp(false);
    },
    abandon() {
      // One that waits for a first frame is for the run that draws it.
      if (state.seek?.isPrepared) end();
      arrive();
      state.drawn();
    },
    shown() {
      const { seek } = state;
      arrive();
      if (seek && run.current === seek.frame) {
        state.seek = null;
        onProgress(null);
        // The turn of the frame is not over.
        if (seek.wish.then) queueMicrotask(seek.wish.then);
      }
      state.drawn();
    },
    disturbed() {
      state.isDisturbed = true;
      state.drawn();
    },
    dispose: end,
  };
}

function setOrigin({ checkpoints }: SeekerOptions, state: SeekerState, frame: number | null) {
  state.origin = frame;
  checkpoints.want('cancel', frame);
}

/** Again before each try: a frame that was drawn in between is recorded in place of what was prepared. */
function prepare(seek: Seek): void {
  seek.isPrepared = true;
  seek.wish.prepare?.();
}

/** Draws the frame if nothing has to be replayed or loaded for it. */
function drawAtOnce({ run, checkpoints }: SeekerOptions, seek: Seek): boolean {
  const newest = run.newest();
  if (!newest) return false;
  prepare(seek);
  const { frame } = seek;
  if (keepsState(newest.descriptor)) {
    // A frame that waits to be drawn would be drawn on the wrong state.
    if (run.isExpecting || !checkpoints.frames.includes(frame)) return false;
    run.pause();
    checkpoints.restore(frame, newest.device);
    run.ready = frame;
  }
  run.draw(frame);
  return true;
}

/** One try to get to a frame; `state.seek` is still this one if it has to be tried again. */
async function attempt(options: SeekerOptions, state: SeekerState, seek: Seek): Promise<void> {
  const { run, onProblem } = options;
  const isNewest = () => state.seek === seek;
  const giveUp = (problem: string) => {
    if (!isNewest()) return;
    onProblem(problem);
    state.seek = null;
    options.onProgress(null);
  };
  run.pause();
  const frame = run.newest();
  if (!frame || run.isExpecting) return nextDrawn(state);
  prepare(seek);
  if (!keepsState(frame.descriptor)) return draw(options, state, seek);
  const isInSight = run.current === seek.frame && run.ready === seek.frame + 1 && !state.isAway;
  if (isInSight) {
    state.seek = null;
    seek.wish.then?.();
    return;
  }
  const replay = await createFrameReplay(frame);
  if (!replay.ok) return giveUp(replay.error);
  try {
    if (!isNewest() || !isStill(run, frame)) return;
    const began = await begin(options, state, seek, frame);
    if (!began.ok) return giveUp(began.error);
    const arrived = began.value && (await replayFrames(options, state, seek, frame, replay.value));
    if (arrived) await draw(options, state, seek);
  } finally {
    replay.value.dispose();
  }
}

function draw({ run }: SeekerOptions, state: SeekerState, { frame }: Seek): Promise<void> {
  run.draw(frame);
  return nextDrawn(state);
}

function nextDrawn(state: SeekerState): Promise<void> {
  return new Promise((resolve) => {
    state.drawn = resolve;
  });
}

/** Whether the run still draws this version, at this size. */
function isStill(run: SeekableRun, { resources, calls }: ObservedFrame): boolean {
  const now = run.newest();
  return now?.resources === resources && now.calls === calls;
}

/** Brings the resources to a state from which the frame can be reached; false if that is out of date. */
async function begin(
  options: SeekerOptions,
  state: SeekerState,
  seek: Seek,
  frame: ObservedFrame,
): Promise<Result<boolean>> {
  const { run, checkpoints } = options;
  if (!state.isAway && run.ready !== null) {
    // The way back, if the user cancels; and a place to go on from later.
    const isKept = checkpoints.take(run.ready, frame, run.ready);
    setOrigin(options, state, isKept ? run.ready : null);
  }
  const { ready } = run;
  const { start, from } = planSeek(seek.frame, { ready, checkpoints: checkpoints.frames });
  const put = await putBack(options, state, seek, frame, start);
  if (!put.ok || !put.value) return put;
  prepare(seek);
  state.isAway = true;
  state.isDisturbed = false;
  run.ready = from;
  return ok(true);
}

async function putBack(
  { run, checkpoints, loadContents }: SeekerOptions,
  state: SeekerState,
  seek: Seek,
  frame: ObservedFrame,
  start: SeekStart,
): Promise<Result<boolean>> {
  switch (start.kind) {
    case 'present':
      return ok(true);
    case 'checkpoint':
      checkpoints.restore(start.frame, frame.device);
      return ok(true);
    case 'contents': {
      const contents = await loadFirstContents(frame, loadContents, seek.abort.signal);
      if (state.seek !== seek || !isStill(run, frame)) return ok(false);
      if (!contents.ok) return contents;
      const restored = await contents.value.restore();
      run.ready = restored.ok ? 0 : null;
      if (!restored.ok) return fail(restored.error);
      return ok(state.seek === seek && isStill(run, frame));
    }
    default:
      return assertNever(start);
  }
}

/** False if something else came in between. */
async function replayFrames(
  { run, checkpoints, onProgress }: SeekerOptions,
  state: SeekerState,
  seek: Seek,
  frame: ObservedFrame,
  replay: FrameReplay,
): Promise<boolean> {
  const batches = createBatches(() => frame.device.queue.onSubmittedWorkDone());
  const isOn = () => state.seek === seek && !state.isDisturbed && isStill(run, frame);
  while (isOn()) {
    const next = run.ready;
    if (next === null || next >= seek.frame) return next === seek.frame;
    checkpoints.offer(next, frame, seek.frame);
    replay.submit(run.inputsOf(next));
    run.ready = next + 1;
    if (!batches.isFull()) continue;
    onProgress({ frame: next, wanted: seek.frame });
    await batches.done();
  }
  return false;
}
