import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Dispose } from '#core/util/disposer.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { type PinnedCopy, pinCopy } from '#engine/gpu/read/pins.ts';
import {
  CLOSED,
  closed,
  entryNamed,
  failed,
  type ResourcesCommands,
  type ResourcesState,
  type ResourcesViews,
  selectedEntry,
  selects,
} from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { editCell } from './editing.ts';
import { createGpuToolbox, type GpuToolbox } from './gpuTools.ts';
import { createImages, type Images } from './images.ts';
import { createLive, type Live } from './live.ts';
import { contentOf, writeContent } from './loading.ts';
import { createReadings, type Readings } from './readings.ts';

export interface ResourcesSession extends ResourcesViews {
  readonly store: StoreApi<ResourcesState>;
  readonly commands: ResourcesCommands;
  dispose: Dispose;
}

interface SessionParts {
  readonly context: ToolContext;
  readonly store: StoreApi<ResourcesState>;
  readonly update: (change: (state: ResourcesState) => ResourcesState) => void;
  readonly toolbox: GpuToolbox;
  readonly images: Images;
  readonly live: Live;
  readonly readings: Readings;
  pinned: PinnedCopy | null;
  /** The search that is under way. */
  readonly search: Newest;
}

export function createResourcesSession(context: ToolContext): ResourcesSession {
  const parts = createParts(context);
  const { store, images, live, readings, toolbox } = parts;
  return {
    store,
    commands: {
      ...showing(parts),
      ...comparing(parts),
      ...changing(parts),
      ...reading(parts),
    },
    attachTextureCanvas: images.attachTextureCanvas,
    attachThumbnail: images.attachThumbnail,
    drawMagnifier: images.drawMagnifier,
    readTexel(x, y, z) {
      const { selected } = store.getState();
      return selected === null ? Promise.resolve(null) : readings.texel(selected, x, y, z);
    },
    readPicture: readings.picture,
    readColor: readings.color,
    dispose() {
      live.dispose();
      images.dispose();
      unpin(parts);
      toolbox.dispose();
    },
  };
}

function createParts(context: ToolContext): SessionParts {
  const store = createStore<ResourcesState>(() => CLOSED);
  const pinned = () => parts.pinned;
  const toolbox = createGpuToolbox(() => images.redraw());
  const images = createImages({ context, store, toolbox, pinned });
  const live = createLive({ context, store, toolbox, pinned, onFrame: images.frameDrawn });
  const parts: SessionParts = {
    ...{ context, store, toolbox, images, live },
    update: (change) => store.setState(change, true),
    readings: createReadings({ context, toolbox }),
    pinned: null,
    search: createNewest(),
  };
  return parts;
}

type Showing = Pick<
  ResourcesCommands,
  | 'open'
  | 'close'
  | 'select'
  | 'showRows'
  | 'setNumberFormat'
  | 'setView'
  | 'computeStatistics'
  | 'debugThread'
>;

function showing(parts: SessionParts): Showing {
  const { context, store, update, live } = parts;
  return {
    open() {
      update((state) => ({ ...state, isOpen: true }));
      live.open();
    },
    close() {
      parts.search.end();
      live.close();
      update(closed);
    },
    select(name) {
      if (name === store.getState().selected) return;
      parts.search.end();
      live.selectionChanged();
      update((state) => selects(state, name));
      live.refresh();
    },
    showRows: (first, count) => live.showRows({ first, count }),
    setNumberFormat: (numberFormat) => update((state) => ({ ...state, numberFormat })),
    setView: (view) => update((state) => ({ ...state, view: { ...state.view, ...view } })),
    computeStatistics: live.computeStatistics,
    debugThread(index) {
      const entryPoint = selectedEntry(store.getState())?.debuggedBy;
      if (entryPoint) context.requests.debugThread?.(entryPoint, [index, 0, 0]);
    },
  };
}

type Comparing = Pick<ResourcesCommands, 'pin' | 'unpin' | 'showDifference'>;

function comparing(parts: SessionParts): Comparing {
  const { update, live } = parts;
  return {
    pin: () => void pin(parts),
    unpin() {
      unpin(parts);
      live.refresh();
    },
    showDifference(isDifferenceShown) {
      update((state) => ({ ...state, isDifferenceShown }));
      live.refresh();
    },
  };
}

async function pin(parts: SessionParts): Promise<void> {
  const { context, store, update } = parts;
  const frame = context.observers.newest();
  const { selected: name } = store.getState();
  const resource = name === null ? undefined : frame?.resources.get(name);
  if (!frame || name === null || !resource || resource.kind === 'sampler') {
    const problem = 'Only buffers and textures that run can be pinned. Choose one of them.';
    return update((state) => failed(state, problem));
  }
  const { device, inputs } = frame;
  const copied = await pinCopy({ device, name, frame: inputs.frame, resource });
  if (!copied.ok) return update((state) => failed(state, copied.error));
  unpin(parts);
  parts.pinned = copied.value;
  const pinned = { resource: name, frame: inputs.frame };
  update((state) => ({ ...state, pinned }));
}

function unpin(parts: SessionParts): void {
  parts.pinned?.dispose();
  parts.pinned = null;
  parts.update((state) => ({ ...state, pinned: null, isDifferenceShown: false }));
}

type Changing = Pick<ResourcesCommands, 'editCell' | 'load'>;

function changing(parts: SessionParts): Changing {
  const { context, store, update, live, images, toolbox } = parts;
  const shown = () => {
    live.refresh();
    images.redraw();
  };
  return {
    editCell(index, offset, bytes) {
      const frame = context.observers.newest();
      const edit = { index, offset, bytes };
      void editCell(frame, toolbox, store.getState(), edit).then((edited) => {
        if (edited.ok) shown();
        else update((state) => failed(state, edited.error));
      });
    },
    load(name, file) {
      const entry = entryNamed(store.getState(), name);
      if (!entry) return;
      void contentOf(file, entry).then((content) => {
        if (!content.ok) return update((state) => failed(state, content.error));
        const frame = context.observers.newest();
        const resource = frame?.resources.get(name);
        if (!frame || !resource) return;
        writeContent(frame.device, resource, content.value);
        update((state) => ({ ...state, problem: null }));
        shown();
      });
    },
  };
}

type Reading = Pick<ResourcesCommands, 'readAll' | 'report' | 'find'>;

function reading(parts: SessionParts): Reading {
  const { store, update, readings } = parts;
  const report = (problem: string) => update((state) => failed(state, problem));
  return {
    report,
    async readAll(name) {
      const read = await readings.whole(name);
      if (read.ok) return read.value;
      report(read.error);
      return null;
    },
    async find(column, test, value, from) {
      const signal = parts.search.next();
      const entry = selectedEntry(store.getState());
      if (!entry) return null;
      const found = await readings.find(entry, { column, test, value, from }, signal);
      if (found.ok) return found.value;
      report(found.error);
      return null;
    },
  };
}
