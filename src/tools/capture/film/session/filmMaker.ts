import type { StoreApi } from 'zustand/vanilla';
import type { FilmPlan } from '#tools/capture/film/choices.ts';
import type { Destination } from '#tools/capture/film/encoding/destination.ts';
import type { FilmRange } from '#tools/capture/film/frames/range.ts';
import { createPlaybackHold } from '#workspace/runs/playbackHold.ts';
import type { FilmContext } from './context.ts';
import { createCurrentFilm } from './currentFilm.ts';
import type { FilmActivity, FilmState } from './filmState.ts';
import { createRecorder } from './recorder.ts';
import { renderFilm } from './rendering.ts';
import { startFilm } from './startFilm.ts';

/** Makes one film at a time. */
export interface FilmMaker {
  start(plan: FilmPlan, destination: Destination): Promise<void>;
  /** Ends a rendering. Whether there was one. */
  cancel(): boolean;
  stopRecording(): Promise<void>;
  /** Saves what was stopped. */
  save(): Promise<void>;
  discard(): Promise<void>;
  dispose(): Promise<void>;
}

export function createFilmMaker(context: FilmContext, store: StoreApi<FilmState>): FilmMaker {
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
    const report = createReport(store, context.now, () => abort.signal.aborted);
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
  now: () => number,
  hasEnded: () => boolean,
): (activity: FilmActivity) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (activity) => {
    const time = now();
    if (hasEnded() || time - shownAt < REPORT_INTERVAL) return;
    shownAt = time;
    store.setState({ activity });
  };
}
