import { createStore, type StoreApi } from 'zustand/vanilla';
import { keepsState } from '#core/plan/keepsState.ts';
import { fileStem } from '#core/project/projectName.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { Size } from '#engine/gpu/screen.ts';
import {
  type FieldProblem,
  type FilmChoices,
  type FilmPlan,
  planFilm,
} from '#tools/capture/film/choices.ts';
import { chooseDestination, type Destination } from '#tools/capture/film/encoding/destination.ts';
import type { FilmProgress } from '#tools/capture/film/encoding/estimate.ts';
import { createFilmEncoder, type FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { evenSize } from '#tools/capture/film/encoding/formats.ts';
import { findRefusals } from '#tools/capture/film/encoding/support.ts';
import { createFrameReader } from '#tools/capture/film/frames/frameReader.ts';
import { type FilmRange, filmedSeconds } from '#tools/capture/film/frames/range.ts';
import {
  type Recording,
  type RecordProgress,
  renderFrames,
  startRecording,
} from '#tools/capture/film/frames/record.ts';
import {
  createFrameSource,
  type FrameSource,
  NOTHING_RUNS,
} from '#tools/capture/frames/frameSource.ts';
import { framesText } from '#tools/capture/frames/pictureSize.ts';
import { frameInSight } from '#tools/capture/frames/sight.ts';
import { projectText } from '#tools/capture/projectText.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import {
  chosen,
  closed,
  type FilmActivity,
  type FilmPart,
  type FilmState,
  failed,
  finishing,
  INITIAL_FILM_STATE,
  leftOutText,
  opened,
  recordingBegan,
  saved,
  stopped,
} from './filmState.ts';

export type FilmSession = ReturnType<typeof createFilmSession>;

export function createFilmSession(context: ToolContext) {
  const store = createStore<FilmState>(() => INITIAL_FILM_STATE);
  const maker = createFilmMaker(context, store);
  const plan = () => planNow(context, store.getState().choices);
  const check = createFormatCheck(store, plan);
  /** The user is being asked for a file, or the film is being made. */
  let isStarting = false;
  return {
    store,
    /** Plans the film from the current choices. */
    plan,
    open() {
      store.setState(opened);
      check();
    },
    /** While rendering, only cancels, and offers the finished part. */
    close() {
      if (!maker.cancel()) store.setState(closed);
    },
    choose(part: Partial<FilmChoices>) {
      store.setState((state) => chosen(state, part));
      check();
    },
    /**
     * Asks for a file, then renders or records, unless the dialog has been closed meanwhile. Call
     * this in the event handler of a press.
     */
    async start() {
      if (isStarting) return;
      const planned = plan();
      if (!planned.ok) {
        store.setState((state) => failed(state, planned.error));
        return;
      }
      isStarting = true;
      try {
        const destination = await askDestination(
          store,
          fileStem(nameOf(context.workspace)),
          planned.value,
        );
        if (!destination) return;
        // The dialog may have been closed meanwhile.
        if (store.getState().isOpen) await maker.start(planned.value, destination);
        else await destination.close();
      } finally {
        isStarting = false;
      }
    },
    /** Cancels rendering, and offers the finished part. */
    cancel: () => void maker.cancel(),
    /** Ends the recording, and saves it. */
    stopRecording: maker.stopRecording,
    /** Saves the finished part of a film that stopped early. */
    save: maker.save,
    discard: maker.discard,
    dispose: maker.dispose,
  };
}

function planNow({ observers }: ToolContext, choices: FilmChoices): Result<FilmPlan, FieldProblem> {
  const sight = frameInSight(observers);
  if (!sight) return fail({ field: 'size', text: NOTHING_RUNS });
  const { width, height } = choices.way === 'record' ? sight.picture : sight.size;
  const maxSide = sight.device.limits.maxTextureDimension2D;
  return planFilm(choices, { canvas: { width, height }, maxSide });
}

/**
 * Null if the user cancelled or the file cannot be written. In the latter case, the dialog shows
 * why.
 */
async function askDestination(
  store: StoreApi<FilmState>,
  name: string,
  { format, size, rate, bitrate }: FilmPlan,
): Promise<Destination | null> {
  const refusal = store.getState().refusals?.get(format.id);
  const fault = (text: string) => store.setState((state) => failed(state, { field: null, text }));
  const faultOfFormat = (reason: string) =>
    fault(`This browser cannot write ${format.text}: ${reason}. Choose another format or size.`);
  if (refusal) {
    faultOfFormat(refusal);
    return null;
  }
  try {
    const destination = await chooseDestination(name, format);
    // The first check of the formats may not have finished yet.
    const now = (await findRefusals(size, rate, bitrate)).get(format.id);
    if (!destination || !now) return destination;
    await destination.close();
    faultOfFormat(now);
  } catch (thrown) {
    fault(`The file cannot be written: ${messageOf(thrown)} Choose another place.`);
  }
  return null;
}

/** Checks which formats are available. Only the newest check counts. */
function createFormatCheck(
  store: StoreApi<FilmState>,
  plan: () => Result<FilmPlan, FieldProblem>,
): () => void {
  let newest = 0;
  return () => {
    const planned = plan();
    if (!planned.ok) return;
    const { size, rate, bitrate } = planned.value;
    newest += 1;
    const own = newest;
    void findRefusals(size, rate, bitrate).then((refusals) => {
      if (own === newest) store.setState({ refusals });
    });
  };
}

function createFilmMaker(context: ToolContext, store: StoreApi<FilmState>) {
  const current = createCurrentFilm(store);
  const recorder = createRecorder(context, store, current);
  const playback = createPlaybackHold(context.workspace);
  let rendering: AbortController | null = null;
  const open = (plan: FilmPlan, destination: Destination) => async (size: FilmPlan['size']) => {
    const { includesProject } = store.getState().choices;
    return current.take(await startFilm(context, plan, destination, size, includesProject)).encoder;
  };
  const render = async (plan: FilmPlan, range: FilmRange, destination: Destination) => {
    const abort = new AbortController();
    rendering = abort;
    const report = createReport(store, () => abort.signal.aborted);
    report({ kind: 'preparing', played: 0, wanted: 0 });
    playback.hold();
    const rendered = await renderFilm(context, {
      ...{ plan, range, signal: abort.signal, start: open(plan, destination) },
      onPlayed: (played, wanted) => report({ kind: 'preparing', played, wanted }),
      onProgress: (progress) => report({ kind: 'rendering', progress }),
    });
    playback.release();
    rendering = null;
    if (rendered.ok) await current.save();
    else await current.offer(rendered.error, destination);
  };
  return {
    async start(plan: FilmPlan, destination: Destination) {
      await current.clear();
      store.setState({ problem: null });
      if (plan.range) await render(plan, plan.range, destination);
      else await recorder.start(plan, destination, open(plan, destination));
    },
    /** Cancels rendering. Returns whether a film was being rendered. */
    cancel(): boolean {
      const isRendering = rendering !== null;
      rendering?.abort();
      return isRendering;
    },
    stopRecording: recorder.stop,
    save: () => current.save(),
    async discard() {
      store.setState({ activity: { kind: 'choosing' } });
      await current.clear();
    },
    async dispose() {
      rendering?.abort();
      recorder.dispose();
      await current.clear();
    },
  };
}

/** Minimum time between two reports, in milliseconds. */
const REPORT_INTERVAL = 100;

/** Shows a film's progress, a few times per second. */
function createReport(
  store: StoreApi<FilmState>,
  hasEnded: () => boolean,
): (activity: FilmActivity) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (activity) => {
    const time = performance.now();
    if (hasEnded() || time - shownAt < REPORT_INTERVAL) return;
    shownAt = time;
    store.setState({ activity });
  };
}

/** How often the progress of a recording is shown, in milliseconds. */
const LOOK_INTERVAL = 250;

/** Records the run until the user stops, or the recording has to end. */
function createRecorder(context: ToolContext, store: StoreApi<FilmState>, current: CurrentFilm) {
  let running: { readonly stop: (reason: string | null) => Promise<void> } | null = null;
  const begin = (plan: FilmPlan, encoder: FilmEncoder, destination: Destination) => {
    const sight = frameInSight(context.observers);
    if (!sight) throw new Error(NOTHING_RUNS);
    let progress: RecordProgress = { frames: 0, leftOut: 0, seconds: 0 };
    store.setState(recordingBegan);
    const looking = setInterval(() => {
      store.setState({ activity: { kind: 'recording', progress } });
    }, LOOK_INTERVAL);
    let recording: Recording | null = null;
    const stop = async (reason: string | null) => {
      running = null;
      clearInterval(looking);
      store.setState(finishing);
      await recording?.stop();
      if (reason !== null) await current.offer(`The recording ended. ${reason}`, destination);
      else await current.save(...(progress.leftOut > 0 ? [leftOutText(progress.leftOut)] : []));
    };
    running = { stop };
    recording = startRecording({
      ...{ encoder, size: plan.size, rate: plan.rate, picture: sight.picture },
      ...{ device: sight.device, observers: context.observers, now: () => performance.now() },
      onProgress(next) {
        progress = next;
      },
      onEnd: (reason) => void stop(reason),
    });
  };
  return {
    async start(
      plan: FilmPlan,
      destination: Destination,
      open: (size: FilmPlan['size']) => Promise<FilmEncoder>,
    ) {
      try {
        begin(plan, await open(plan.size), destination);
      } catch (thrown) {
        await current.offer(messageOf(thrown), destination);
      }
    },
    async stop() {
      await running?.stop(null);
    },
    dispose() {
      void running?.stop('The page closed it.');
    },
  };
}

/** A film being made, or one that stopped early. */
interface StartedFilm {
  readonly name: string;
  readonly encoder: FilmEncoder;
  /** What the file leaves out, as sentences. */
  readonly notes: readonly string[];
}

/** Rejects if the destination or the encoder cannot be used. */
async function startFilm(
  context: ToolContext,
  { format, rate, bitrate, range }: FilmPlan,
  destination: Destination,
  size: Size,
  includesProject: boolean,
): Promise<StartedFilm> {
  const project = includesProject ? await projectText(context, null) : null;
  const encoder = await createFilmEncoder({
    ...{ format, size, rate, bitrate, destination },
    isSteady: range !== null,
    comment: project?.ok ? project.value.text : null,
  });
  const note = project && (project.ok ? project.value.note : project.error);
  return { name: destination.name, encoder, notes: note ? [note] : [] };
}

function partOf({ frames, seconds, bytes }: FilmEncoder): FilmPart {
  return { frames, seconds, bytes };
}

/** The current film, until it is saved or discarded. */
type CurrentFilm = ReturnType<typeof createCurrentFilm>;

function createCurrentFilm(store: StoreApi<FilmState>) {
  let film: StartedFilm | null = null;
  const clear = async () => {
    const given = film;
    film = null;
    await given?.encoder.discard();
  };
  return {
    clear,
    take(started: StartedFilm): StartedFilm {
      film = started;
      return started;
    },
    async save(...more: readonly string[]) {
      if (!film) return;
      const { encoder, name, notes } = film;
      film = null;
      store.setState(finishing);
      const finished = await encoder.finish();
      store.setState((state) =>
        finished.ok
          ? saved(state, name, partOf(encoder), [...more, ...notes])
          : failed(state, { field: null, text: finished.error }),
      );
    },
    /**
     * Offers the finished part of a film that ended early. Without a film, closes the destination.
     */
    async offer(reason: string, destination: Destination) {
      if (!film) {
        await destination.close();
        store.setState((state) => failed(state, { field: null, text: reason }));
        return;
      }
      const { encoder } = film;
      await encoder.settle();
      if (encoder.frames === 0) await clear();
      store.setState((state) => stopped(state, reason, partOf(encoder)));
    },
  };
}

interface RenderReports {
  /** Called while frames before the first one are played. */
  onPlayed(played: number, wanted: number): void;
  onProgress(progress: FilmProgress): void;
}

interface RenderOptions extends RenderReports {
  readonly plan: FilmPlan;
  readonly range: FilmRange;
  readonly signal: AbortSignal;
  /** Called once frames can be drawn, with their size. */
  start(size: { readonly width: number; readonly height: number }): Promise<FilmEncoder>;
}

/**
 * Renders all frames of a film. The error is a sentence that says how many frames were done, and
 * why it stopped.
 */
export async function renderFilm(
  context: ToolContext,
  options: RenderOptions,
): Promise<Result<void>> {
  const { range, signal } = options;
  let done = 0;
  try {
    const source = await openSource(context, options);
    if (!source.ok) return source;
    try {
      await drawAll(source.value, options, (count) => {
        done = count;
      });
      return ok(undefined);
    } finally {
      source.value.dispose();
    }
  } catch (thrown) {
    const place = `after ${done.toLocaleString('en')} of ${framesText(range.count)}`;
    if (signal.aborted) return fail(`The film was cancelled ${place}.`);
    return fail(`The film stopped ${place}. ${messageOf(thrown)}`);
  }
}

function openSource(
  context: ToolContext,
  { plan, range, signal, onPlayed }: RenderOptions,
): Promise<Result<FrameSource>> {
  const descriptor = context.observers.newest()?.descriptor;
  // A program that keeps state uses its own fixed time step.
  const isFree = descriptor !== undefined && !keepsState(descriptor);
  const seconds = (frame: number) => filmedSeconds(range, frame);
  return createFrameSource(context, {
    ...{ size: plan.size, signal },
    ...(isFree && { seconds }),
    onPlayed(frame, wanted) {
      if (wanted === range.first) onPlayed(frame, wanted);
    },
  });
}

async function drawAll(
  source: FrameSource,
  { plan, range, signal, start, onProgress }: RenderOptions,
  onDone: (done: number) => void,
): Promise<void> {
  const { picture } = source;
  // A program may set its picture's size.
  const drawn = { width: picture.width, height: picture.height };
  const size = plan.format.isEven ? evenSize(drawn) : drawn;
  const encoder = await start(size);
  const reader = createFrameReader(source.device);
  let begun: number | null = null;
  try {
    await renderFrames({
      ...{ source, size, reader, encoder, range, signal },
      onFrame(done) {
        // Excludes the first frame, which also waits for the encoder to start.
        begun ??= performance.now();
        onDone(done);
        const { bytes, frames: encoded } = encoder;
        onProgress({
          done,
          count: range.count,
          bytes,
          encoded,
          elapsed: performance.now() - begun,
        });
      },
    });
  } finally {
    reader.dispose();
  }
}
