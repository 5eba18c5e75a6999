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
    /** The target frame; null if there is none. */
    get wanted(): number | null {
      return state.seek?.frame ?? null;
    },
    /**
     * Goes to a frame, replacing any earlier request. Returns true if the frame is drawn at once,
     * which is possible for stateless programs and from a checkpoint.
     */
    goTo(wish: Wish): boolean {
      const seek = { wish, frame: wish.frame, isPrepared: false, signal: state.work.next() };
      state.seek = seek;
      if (!state.isWorking && drawAtOnce(options, seek)) return true;
      void work();
      return false;
    },
    /**
     * Cancels the seek, and restores the previous resources. Without a copy of them, the run stays
     * at the frame that was reached.
     */
    cancel: () => giveUp(options, state, run.draw),
    /** Cancels the seek, as {@link cancel} does, because playback resumes. */
    resumed() {
      // A seek that waits for a first frame continues when its run starts to play.
      if (!state.seek?.isPrepared) return;
      // Only after the run has been notified that it plays.
      giveUp(options, state, (frame) =>
        queueMicrotask(() => {
          run.draw(frame);
          run.resume();
        }),
      );
    },
    /** Call when the run is replaced or ends. */
    abandon() {
      // A seek that waits for a first frame applies to the next run.
      if (state.seek?.isPrepared) end(options, state);
      arrive(options, state);
      state.drawn();
    },
    /** Call when the requested frame has been drawn. */
    shown() {
      const { seek } = state;
      arrive(options, state);
      if (seek && run.current === seek.frame) {
        state.seek = null;
        onProgress(null);
        // After the frame's turn has ended.
        if (seek.wish.then) queueMicrotask(seek.wish.then);
      }
      state.drawn();
    },
    /** Call when a frame that was not requested has been drawn. */
    disturbed() {
      state.isDisturbed = true;
      state.drawn();
    },
    dispose: () => end(options, state),
  };
}

/** Draws the frame if that requires no replay or loading. */
function drawAtOnce({ run, checkpoints }: SeekerOptions, seek: Seek): boolean {
  const newest = run.newest();
  if (!newest) return false;
  prepare(seek);
  const { frame } = seek;
  if (keepsState(newest.descriptor)) {
    // A frame still to be drawn would be drawn on the wrong state.
    if (run.isExpecting || !checkpoints.frames.includes(frame)) return false;
    run.pause();
    checkpoints.restore(frame, newest.device);
    run.ready = frame;
  }
  run.draw(frame);
  return true;
}

/**
 * Makes one attempt to reach a frame. If `state.seek` is unchanged afterwards, a retry is needed.
 */
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

/** Whether the run still draws this version at this size. */
function isStill(run: SeekableRun, { resources, calls }: ObservedFrame): boolean {
  const now = run.newest();
  return now?.resources === resources && now.calls === calls;
}

/**
 * Takes the resources to a state from which the frame can be reached; false if the seek is
 * outdated.
 */
async function begin(
  options: SeekerOptions,
  state: SeekerState,
  seek: Seek,
  frame: ObservedFrame,
): Promise<Result<boolean>> {
  const { run, checkpoints } = options;
  if (!state.isAway && run.ready !== null) {
    // For returning if the user cancels, and as a start for later seeks.
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
      // Set before `restore`, which submits at once: before it resolves, the user may cancel or
      // draw a frame.
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

/** False if the replay was interrupted. */
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

/** Target duration of a batch on the GPU, in milliseconds. */
const WANTED = 30;

/** Maximum time of a batch on the page’s thread, in milliseconds. */
const MAX_TASK = 10;

const MAX_FRAMES = 64;

function createBatches(workDone: () => Promise<unknown>) {
  let size = 1;
  let count = 0;
  let began = performance.now();
  return {
    /** Call after each submitted frame. Returns whether the batch is full. */
    isFull(): boolean {
      count += 1;
      return count >= size || performance.now() - began > MAX_TASK;
    },
    /** Waits until the GPU has finished the batch, and starts the next one. */
    async done() {
      // A lost device ends the run, and with it the replay.
      await workDone().catch(() => {});
      const took = performance.now() - began;
      if (took < WANTED / 2) size = Math.min(MAX_FRAMES, size * 2);
      else if (took > WANTED) size = Math.max(1, Math.floor(size / 2));
      count = 0;
      began = performance.now();
    },
  };
}

type SeekStart =
  /** The present state. */
  | { readonly kind: 'present' }
  | { readonly kind: 'checkpoint'; readonly frame: number }
  /** The initial contents. */
  | { readonly kind: 'contents' };

interface SeekPlan {
  readonly start: SeekStart;
  /** Frames from this one up to the target are replayed. */
  readonly from: number;
}

interface SeekState {
  /** The frame that the resources are ready to draw; null if unknown. */
  readonly ready: number | null;
  readonly checkpoints: readonly number[];
}

/** The plan with the fewest frames to replay. */
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
