import { createStore, type StoreApi } from 'zustand/vanilla';
import { fileStem } from '#core/project/projectName.ts';
import { messageOf } from '#core/util/errors.ts';
import { fail, type Result } from '#core/util/result.ts';
import {
  type FieldProblem,
  type FilmChoices,
  type FilmPlan,
  planFilm,
} from '#tools/capture/film/choices.ts';
import { chooseDestination, type Destination } from '#tools/capture/film/encoding/destination.ts';
import { findRefusals } from '#tools/capture/film/encoding/support.ts';
import type { FilmRange } from '#tools/capture/film/frames/range.ts';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import { frameInSight } from '#tools/capture/frames/sight.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import { nameOf } from '#workspace/sources/nameOf.ts';
import { createCurrentFilm, startFilm } from './currentFilm.ts';
import {
  chosen,
  closed,
  type FilmActivity,
  type FilmState,
  failed,
  INITIAL_FILM_STATE,
  opened,
} from './filmState.ts';
import { createRecorder } from './recorder.ts';
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
