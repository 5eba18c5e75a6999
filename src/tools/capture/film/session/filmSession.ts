import { createStore, type StoreApi } from 'zustand/vanilla';
import { fileStem } from '#core/project/projectName.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import type { Size } from '#engine/gpu/screen.ts';
import {
  type FieldProblem,
  type FilmChoices,
  type FilmPlan,
  planFilm,
} from '#tools/capture/film/choices.ts';
import { chooseDestination, type Destination } from '#tools/capture/film/encoding/destination.ts';
import { createFilmEncoder, type FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import { findRefusals } from '#tools/capture/film/encoding/support.ts';
import type { FilmRange } from '#tools/capture/film/frames/range.ts';
import {
  type Recording,
  type RecordProgress,
  startRecording,
} from '#tools/capture/film/frames/record.ts';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import { frameInSight } from '#tools/capture/frames/sight.ts';
import { projectText } from '#tools/capture/session/projectText.ts';
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
import { renderFilm } from './rendering.ts';

export interface FilmSession {
  readonly store: StoreApi<FilmState>;
  open(): void;
  /** Also ends a rendering; what it has done is offered. */
  close(): void;
  choose(part: Partial<FilmChoices>): void;
  /** The film as it is chosen now. */
  plan(): Result<FilmPlan, FieldProblem>;
  /**
   * Asks for a file, then renders or records, unless the dialog was closed by then. Call it as a press is
   * handled.
   */
  start(): Promise<void>;
  /** Ends the rendering; what it has done is offered. */
  cancel(): void;
  /** Ends the recording, and saves it. */
  stopRecording(): Promise<void>;
  /** Saves what was done before the film stopped. */
  save(): Promise<void>;
  discard(): Promise<void>;
  dispose(): Promise<void>;
}

export function createFilmSession(context: ToolContext): FilmSession {
  const store = createStore<FilmState>(() => INITIAL_FILM_STATE);
  const maker = createFilmMaker(context, store);
  const plan = () => planNow(context, store.getState().choices);
  const check = createFormatCheck(store, plan);
  /** The user is asked for a file, or the film is being made. */
  let isStarting = false;
  return {
    store,
    plan,
    open() {
      store.setState(opened);
      check();
    },
    close() {
      if (!maker.cancel()) store.setState(closed);
    },
    choose(part) {
      store.setState((state) => chosen(state, part));
      check();
    },
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
    cancel: () => void maker.cancel(),
    stopRecording: maker.stopRecording,
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

/** Null if the user gave up, or if the file cannot be written, which the dialog then says. */
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
    // The check of the formats may not be done yet.
    const now = (await findRefusals(size, rate, bitrate)).get(format.id);
    if (!destination || !now) return destination;
    await destination.close();
    faultOfFormat(now);
  } catch (thrown) {
    fault(`The file cannot be written: ${messageOf(thrown)} Choose another place.`);
  }
  return null;
}

/** Finds out which formats can be chosen; only the newest check counts. */
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

/** Makes one film at a time. */
interface FilmMaker {
  start(plan: FilmPlan, destination: Destination): Promise<void>;
  /** Ends a rendering. Whether there was one. */
  cancel(): boolean;
  stopRecording(): Promise<void>;
  /** Saves what was stopped. */
  save(): Promise<void>;
  discard(): Promise<void>;
  dispose(): Promise<void>;
}

function createFilmMaker(context: ToolContext, store: StoreApi<FilmState>): FilmMaker {
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
    async start(plan, destination) {
      await current.clear();
      store.setState({ problem: null });
      if (plan.range) await render(plan, plan.range, destination);
      else await recorder.start(plan, destination, open(plan, destination));
    },
    cancel() {
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

/** Milliseconds between two reports. */
const REPORT_INTERVAL = 100;

/** Shows how far a film is, a few times a second. */
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

/** Milliseconds between two looks at the recording. */
const LOOK_INTERVAL = 250;

/** Records what the run draws, until it is stopped or has to end. */
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

/** A film that is being made, or was stopped. */
interface StartedFilm {
  readonly name: string;
  readonly encoder: FilmEncoder;
  /** What the film lacks, as sentences. */
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

/** The film that is being made, until it is saved or discarded. */
interface CurrentFilm {
  take(film: StartedFilm): StartedFilm;
  save(...notes: readonly string[]): Promise<void>;
  /** The film ended before its last frame: what is done can be saved. Without a film, closes the destination. */
  offer(reason: string, destination: Destination): Promise<void>;
  clear(): Promise<void>;
}

function createCurrentFilm(store: StoreApi<FilmState>): CurrentFilm {
  let film: StartedFilm | null = null;
  const clear = async () => {
    const given = film;
    film = null;
    await given?.encoder.discard();
  };
  return {
    clear,
    take(started) {
      film = started;
      return started;
    },
    async save(...more) {
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
    async offer(reason, destination) {
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
