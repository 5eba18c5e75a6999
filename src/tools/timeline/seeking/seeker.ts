import { keepsState } from '#core/plan/keepsState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { loadFirstContents } from '#engine/gpu/replay/firstContents.ts';
import { createFrameReplay, type FrameReplay } from '#engine/gpu/replay/frameReplay.ts';
import {
  arrive,
  end,
  giveUp,
  prepare,
  type Seek,
  type SeekableRun,
  type SeekerOptions,
  type SeekerState,
  setOrigin,
  type Wish,
} from './seek.ts';

export type Seeker = ReturnType<typeof createSeeker>;

export function createSeeker(options: SeekerOptions) {
  const { run, onProgress } = options;
  const state: SeekerState = {
    work: createNewest(),
    ...{ seek: null, isWorking: false, origin: null, isAway: false, isDisturbed: false },
    drawn() {},
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
  return {
    /** The frame that is being gone to; null if none is. */
    get wanted(): number | null {
      return state.seek?.frame ?? null;
    },
    /**
     * Goes to a frame; a newer wish replaces it. True if it is drawn at once: of a program without
     * state, or from a checkpoint.
     */
    goTo(wish: Wish): boolean {
      const seek = { wish, frame: wish.frame, isPrepared: false, signal: state.work.next() };
      state.seek = seek;
      if (!state.isWorking && drawAtOnce(options, seek)) return true;
      void work();
      return false;
    },
    /**
     * The user gives up: the resources are as they were before. Without a copy of that, the run is at the
     * frame that was reached.
     */
    cancel: () => giveUp(options, state, run.draw),
    /** The run plays on: as {@link cancel}. */
    resumed() {
      // One that waits for a first frame outlives that its run begins to play.
      if (!state.seek?.isPrepared) return;
      // It is being told that it plays.
      giveUp(options, state, (frame) =>
        queueMicrotask(() => {
          run.draw(frame);
          run.resume();
        }),
      );
    },
    /** The run is another now, or there is none. */
    abandon() {
      // One that waits for a first frame is for the run that draws it.
      if (state.seek?.isPrepared) end(options, state);
      arrive(options, state);
      state.drawn();
    },
    /** The frame that was asked for is drawn. */
    shown() {
      const { seek } = state;
      arrive(options, state);
      if (seek && run.current === seek.frame) {
        state.seek = null;
        onProgress(null);
        // The turn of the frame is not over.
        if (seek.wish.then) queueMicrotask(seek.wish.then);
      }
      state.drawn();
    },
    /** A frame was drawn that nobody asked for. */
    disturbed() {
      state.isDisturbed = true;
      state.drawn();
    },
    dispose: () => end(options, state),
  };
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

/** Tries once to get to a frame; `state.seek` is still this one if it has to be tried again. */
async function attempt(options: SeekerOptions, state: SeekerState, seek: Seek): Promise<void> {
  const { run } = options;
  const isNewest = () => state.seek === seek;
  const failWith = (problem: string) => {
    if (!isNewest()) return;
    options.onProblem(problem);
    giveUp(options, state, run.draw);
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
  if (!replay.ok) return failWith(replay.error);
  try {
    if (!isNewest() || !isStill(run, frame)) return;
    const began = await begin(options, state, seek, frame);
    if (!began.ok) return failWith(began.error);
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
  const leave = () => {
    state.isAway = true;
    state.isDisturbed = false;
  };
  switch (start.kind) {
    case 'present':
      leave();
      return ok(true);
    case 'checkpoint':
      leave();
      checkpoints.restore(start.frame, frame.device);
      return ok(true);
    case 'contents': {
      const contents = await loadFirstContents(frame, loadContents, seek.signal);
      if (state.seek !== seek || !isStill(run, frame)) return ok(false);
      if (!contents.ok) return contents;
      leave();
      // It submits at once; until the device has agreed, the user may cancel or draw a frame.
      run.ready = 0;
      const restored = await contents.value.restore();
      if (!restored.ok || state.isDisturbed) run.ready = null;
      if (!restored.ok) return fail(restored.error);
      return ok(state.seek === seek && !state.isDisturbed && isStill(run, frame));
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

/** A batch of frames takes about this long on the GPU, in milliseconds. */
const WANTED = 30;

/** Milliseconds of the page’s thread that a batch takes at most. */
const MAX_TASK = 10;

const MAX_FRAMES = 64;

function createBatches(workDone: () => Promise<unknown>) {
  let size = 1;
  let count = 0;
  let began = performance.now();
  return {
    /** Another frame was submitted: whether the batch ends with it. */
    isFull(): boolean {
      count += 1;
      return count >= size || performance.now() - began > MAX_TASK;
    },
    /** Waits until the GPU is done with the batch, and begins the next one. */
    async done() {
      // A lost device ends the run, which ends the replay.
      await workDone().catch(() => {});
      const took = performance.now() - began;
      if (took < WANTED / 2) size = Math.min(MAX_FRAMES, size * 2);
      else if (took > WANTED) size = Math.max(1, Math.floor(size / 2));
      count = 0;
      began = performance.now();
    },
  };
}

/** From which state of the resources frames are replayed. */
type SeekStart =
  /** As they are now. */
  | { readonly kind: 'present' }
  | { readonly kind: 'checkpoint'; readonly frame: number }
  /** The first contents. */
  | { readonly kind: 'contents' };

interface SeekPlan {
  readonly start: SeekStart;
  /** The frames from this one on and before the wanted one are replayed. */
  readonly from: number;
}

interface SeekState {
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
