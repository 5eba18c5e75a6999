import type { StoreApi } from 'zustand/vanilla';
import {
  CHARTED_FRAMES,
  NO_HISTORY,
  type ValueSample,
  withSamples,
} from '#core/data/valueHistory.ts';
import { CELL_WORDS } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { FrameObservers } from '#engine/gpu/frameObserver.ts';
import { createStaging, type Staging } from '#engine/gpu/read/staging.ts';
import { createValueRing, type ValueRing } from '#engine/gpu/read/valueRing.ts';
import type { FramePainter } from '#engine/gpu/trace/framePainter.ts';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { cellNumbers } from './paintedCell.ts';
import { type Charted, isThreadIn, type PaintedThread, type PaintState } from './paintState.ts';

const CELL_BYTES = CELL_WORDS * 4;

export interface ChartParts {
  readonly observers: FrameObservers;
  readonly workspace: Pick<Workspace, 'store'>;
  readonly store: StoreApi<PaintState>;
  readonly painter: FramePainter;
}

interface Kept {
  readonly ring: ValueRing<Omit<ValueSample, 'values'>>;
  readonly staging: Staging;
}

/** Keeps the painted value of one thread, frame by frame. */
export function createChartedThread({ observers, workspace, store, painter }: ChartParts) {
  let kept: Kept | null = null;
  let stopObserving: Dispose = () => {};
  const keepOn = (device: GPUDevice) => {
    if (kept?.ring.device === device) return kept;
    kept?.ring.dispose();
    kept = {
      ring: createValueRing(device, CELL_BYTES, CHARTED_FRAMES),
      staging: createStaging(device),
    };
    return kept;
  };
  const sample = ({ thread }: Charted) => {
    const { size } = store.getState();
    const frame = observers.newest();
    if (!frame || !size || !isThreadIn(size, thread) || !painter.isPainting()) return;
    const [x, y] = thread;
    const { frame: number, time: seconds } = frame.inputs;
    const isPlaying = shownRun(workspace.store.getState()).playback === 'playing';
    keepOn(frame.device).ring.add({ frame: number, seconds, isPlaying }, (encoder, into, offset) =>
      painter.copyCell(encoder, y * size.width + x, into, offset),
    );
  };
  const show = (thread: PaintedThread | null) => {
    stopObserving();
    kept?.ring.dispose();
    kept = null;
    store.setState({ charted: thread && { thread, history: NO_HISTORY } });
    const sampleNow = () => {
      const { charted } = store.getState();
      if (charted) sample(charted);
    };
    stopObserving = thread
      ? observers.add({ frameBegins() {}, frameSubmitted: sampleNow })
      : () => {};
    // The newest frame may be the last one for a while.
    sampleNow();
  };
  return {
    /** Charts a thread from now on; null for none. */
    show,
    /** Forgets the values of the thread, because other ones or none follow. */
    restart(isPainting: boolean) {
      const { charted } = store.getState();
      if (charted) show(isPainting ? charted.thread : null);
    },
    /** Reads the new values. */
    async read() {
      const reading = kept;
      if (!reading) return;
      const taken = await reading.ring.take(reading.staging, 'painted values');
      const { charted, time } = store.getState();
      if (kept !== reading || !charted || !taken.ok || taken.value.length === 0) return;
      const added = taken.value.map(({ of, bytes }) => ({
        ...of,
        values: cellNumbers(new Uint32Array(bytes.slice().buffer), time),
      }));
      store.setState({ charted: { ...charted, history: withSamples(charted.history, added) } });
    },
  };
}
