import { createStore, type StoreApi } from 'zustand/vanilla';
import { fitBytes, fitNpy } from '#core/data/fitNpy.ts';
import { readNpy } from '#core/data/readNpy.ts';
import { type FindTest, findInBytes } from '#core/data/search.ts';
import { readTexel, texelFormat } from '#core/data/texelFormat.ts';
import { OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest, type Newest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { readRanges, readTexels, wholeWords } from '#engine/gpu/read/readResource.ts';
import { type PinnedCopy, pinCopy } from '#engine/gpu/read/staging.ts';
import { encodePixels } from '#engine/gpu/read/textureImage.ts';
import { type Resource, texelBytes } from '#engine/gpu/resources/resource.ts';
import { KINDS, kindOf } from '#tools/resources/kinds/kinds.tsx';
import {
  CLOSED,
  closed,
  entryNamed,
  failed,
  type ResourceEntry,
  type ResourcesCommands,
  type ResourcesState,
  type ResourcesViews,
  selectedEntry,
  selects,
  type TexelReading,
} from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { createImages, type Images } from './images.ts';
import { createLive, type Live } from './live.ts';
import { createGpuToolbox, type GpuToolbox } from './pages.ts';
import { createWatchedValue } from './watchedValue.ts';
import { createWriters } from './writers.ts';

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
  readonly watchedValue: ReturnType<typeof createWatchedValue>;
  readonly readings: Readings;
  pinned: PinnedCopy | null;
  /** Cancels the previous search. */
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
      ...createWriters(context, parts.update),
      ...changing(parts),
      ...reading(parts),
      ...watching(parts),
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
      parts.watchedValue.end();
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
    watchedValue: createWatchedValue({ context, store, toolbox }),
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
    const problem = 'Only buffers and textures of the run can be pinned. Choose one of them.';
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

type WatchCommands = Pick<
  ResourcesCommands,
  'chooseTexel' | 'watch' | 'stopWatching' | 'showFrame'
>;

function watching({ context, update, watchedValue }: SessionParts): WatchCommands {
  return {
    chooseTexel: (texel) => update((state) => ({ ...state, texel })),
    watch: watchedValue.watch,
    stopWatching: watchedValue.end,
    showFrame({ frame: number, seconds }) {
      context.workspace.pause();
      context.workspace.showFrame({ number, time: seconds });
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

interface CellEdit {
  readonly index: number;
  /** In bytes from the start of the element. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Writes to a cell of the selected buffer while playback is paused. */
async function editCell(
  frame: ObservedFrame | null,
  toolbox: GpuToolbox,
  state: ResourcesState,
  { index, offset, bytes }: CellEdit,
): Promise<Result<void>> {
  const entry = selectedEntry(state);
  const resource = entry && frame?.resources.get(entry.name);
  if (!entry || !frame || resource?.kind !== 'buffer') {
    return fail('Only elements of buffers can be changed. Uniforms are set in their own tab.');
  }
  if (!state.isPaused) return fail('Pause playback before you change a value.');
  const first = index * (entry.layout?.stride ?? 1) + offset;
  if (first < 0 || first + bytes.length > resource.buffer.size) {
    return fail(`${entry.name} has no element ${index}.`);
  }
  // WebGPU writes whole words, so the bytes around the cell are rewritten.
  const words = wholeWords({ first, bytes: bytes.length });
  const { staging } = toolbox.on(frame.device);
  const { buffer } = resource;
  const read = await readRanges(staging, entry.name, [{ buffer, range: words }]);
  if (!read.ok) return read;
  const [around] = read.value;
  if (!around) return fail(`${entry.name} has no element ${index}.`);
  around.set(bytes, first - words.first);
  frame.device.queue.writeBuffer(buffer, words.first, around);
  return ok(undefined);
}

/** Converts a file to a resource's content. Fails if the file does not fit. */
async function contentOf(file: File, entry: ResourceEntry): Promise<Result<Uint8Array>> {
  if (kindOf(entry).accepts === null) {
    return fail(
      `${entry.name} holds no data of its own. Drop the file on a buffer or on a texture.`,
    );
  }
  try {
    if (/\.npy$/i.test(file.name)) {
      const read = readNpy(new Uint8Array(await file.arrayBuffer()));
      return read.ok ? fitNpy(read.value, entry) : read;
    }
    if (file.type.startsWith('image/')) return await imageContent(file, entry);
    // Fails without reading the file.
    if (file.size !== entry.bytes) {
      return fail(
        `${entry.name} takes ${entry.bytes} bytes, but the file has ${file.size}. Choose a file of that size.`,
      );
    }
    return fitBytes(new Uint8Array(await file.arrayBuffer()), entry);
  } catch (thrown) {
    return fail(`${file.name} cannot be read: ${messageOf(thrown)}`);
  }
}

async function imageContent(file: File, entry: ResourceEntry): Promise<Result<Uint8Array>> {
  const { name, format: formatName, size, origin } = entry;
  const [width = 0, height = 0, slices = 1] = size;
  const format = formatName && texelFormat(formatName);
  if (!format) return fail(`${name} is a buffer. Drop an image on a texture.`);
  if (slices > 1) {
    return fail(`${name} has ${slices} slices, but an image is one. Drop a .npy or a .bin file.`);
  }
  const image = await createImageBitmap(file, { colorSpaceConversion: 'none' });
  if (image.width !== width || image.height !== height) {
    return fail(
      `${name} has ${width} × ${height} texels, but the image has ${image.width} × ${image.height}. Choose an image of that size.`,
    );
  }
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) return fail(`${file.name} cannot be read: the page has no memory for it.`);
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  // Row 0 is the lowest of the picture, but the highest of a loaded image.
  const isYUp = !origin.includes('URL');
  const encoded = encodePixels(data, format, { width, height, isYUp });
  return encoded
    ? ok(encoded)
    : fail(`${name} holds whole numbers, but an image has colours. Drop a .npy or a .bin file.`);
}

function writeContent(device: GPUDevice, resource: Resource, bytes: Uint8Array): void {
  // The page never shares its typed arrays between threads.
  const content = bytes as Uint8Array<ArrayBuffer>;
  if (resource.kind === 'buffer') device.queue.writeBuffer(resource.buffer, 0, content);
  if (resource.kind !== 'texture') return;
  const { texture } = resource;
  const { width, height, depthOrArrayLayers } = texture;
  const bytesPerRow = width * texelBytes(texture.format);
  device.queue.writeTexture({ texture }, content, { bytesPerRow, rowsPerImage: height }, [
    width,
    height,
    depthOrArrayLayers,
  ]);
}

/** Bytes per reading of a search. */
const SEARCHED_BYTES = 4 << 20;

const NOTHING_RUNS =
  'There is nothing to read: no shader is running. Run the shader, then try again.';

interface Readings {
  /** Null if there is no such texel, or during another reading. */
  texel(name: string, x: number, y: number, z: number): Promise<TexelReading | null>;
  picture(x: number, y: number): Promise<TexelReading | null>;
  /** A texel of the picture, even during another reading. Null if there is no such texel. */
  color(x: number, y: number): Promise<TexelReading | null>;
  whole(name: string): Promise<Result<Uint8Array>>;
  /** Index of the matching element; null if there is none, or if the signal was aborted. */
  find(entry: ResourceEntry, wanted: Wanted, signal: AbortSignal): Promise<Result<number | null>>;
}

interface Wanted {
  readonly column: string;
  readonly test: FindTest;
  readonly value: number;
  readonly from: number;
}

interface ReadingsParts {
  readonly context: Pick<ToolContext, 'observers'>;
  readonly toolbox: GpuToolbox;
}

function createReadings(parts: ReadingsParts): Readings {
  let isReading = false;
  const texel = async (name: string, x: number, y: number, z: number) => {
    if (isReading) return null;
    isReading = true;
    try {
      return await readOne(parts, name, [x, y, z]);
    } finally {
      isReading = false;
    }
  };
  return {
    texel,
    picture: (x, y) => texel(OUTPUT_TEXTURE, x, y, 0),
    color: (x, y) => readOne(parts, OUTPUT_TEXTURE, [x, y, 0]),
    whole: (name) => readWhole(parts, name),
    find: (entry, wanted, signal) => find(parts, entry, wanted, signal),
  };
}

async function readOne(
  { context, toolbox }: ReadingsParts,
  name: string,
  origin: readonly [x: number, y: number, z: number],
): Promise<TexelReading | null> {
  const frame = context.observers.newest();
  const resource = frame?.resources.get(name);
  if (!frame || resource?.kind !== 'texture') return null;
  const { width, height, depthOrArrayLayers, format: formatName } = resource.texture;
  const format = texelFormat(formatName);
  const [x, y, z] = origin;
  const isInside = (place: number, extent: number) => place >= 0 && place < extent;
  if (!format || !isInside(x, width)) return null;
  if (!isInside(y, height) || !isInside(z, depthOrArrayLayers)) return null;
  const { staging } = toolbox.on(frame.device);
  const read = await readTexels(staging, name, resource.texture, { origin, size: [1, 1, 1] });
  if (!read.ok) return null;
  return { x, y, z, value: readTexel(format, new DataView(read.value.buffer), 0) };
}

async function readWhole(
  { context, toolbox }: ReadingsParts,
  name: string,
): Promise<Result<Uint8Array>> {
  const frame = context.observers.newest();
  if (!frame) return fail(NOTHING_RUNS);
  const tools = toolbox.on(frame.device);
  for (const kind of KINDS.values()) {
    const read = kind.readWhole(tools, frame, name);
    if (read) return read;
  }
  return fail(`The shader no longer has ${name}. Choose another resource.`);
}

async function find(
  { context, toolbox }: ReadingsParts,
  { name, layout, size: [elements = 0] }: ResourceEntry,
  { column, test, value, from }: Wanted,
  signal: AbortSignal,
): Promise<Result<number | null>> {
  const frame = context.observers.newest();
  const resource = frame?.resources.get(name);
  if (!frame || resource?.kind !== 'buffer' || !layout) return ok(null);
  const { staging } = toolbox.on(frame.device);
  const { stride } = layout;
  const count = Math.max(1, Math.floor(SEARCHED_BYTES / stride));
  for (let first = Math.max(0, Math.floor(from)); first < elements; first += count) {
    const bytes = Math.min(count, elements - first) * stride;
    const range = { first: first * stride, bytes };
    const read = await readRanges(staging, name, [{ buffer: resource.buffer, range }]);
    if (signal.aborted) return ok(null);
    if (!read.ok) return read;
    const [part] = read.value;
    const found = part ? findInBytes(part, layout, column, test, value, 0) : null;
    if (found !== null) return ok(first + found);
  }
  return ok(null);
}
