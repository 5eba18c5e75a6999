import type { StoreApi } from 'zustand/vanilla';
import { messageOf } from '#core/util/errors.ts';
import type { FilmPlan } from '#tools/capture/film/choices.ts';
import type { Destination } from '#tools/capture/film/encoding/destination.ts';
import type { FilmEncoder } from '#tools/capture/film/encoding/filmEncoder.ts';
import {
  type Recording,
  type RecordProgress,
  startRecording,
} from '#tools/capture/film/frames/record.ts';
import { NOTHING_RUNS } from '#tools/capture/frames/frameSource.ts';
import { frameInSight } from '#tools/capture/frames/sight.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import type { CurrentFilm } from './currentFilm.ts';
import { type FilmState, finishing, leftOutText, recordingBegan } from './filmState.ts';

/** Milliseconds between two looks at the recording. */
const LOOK_INTERVAL = 250;

/** Records what the run draws, until it is stopped or has to end. */
export function createRecorder(
  context: ToolContext,
  store: StoreApi<FilmState>,
  current: CurrentFilm,
) {
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
