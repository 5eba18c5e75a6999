import type { StoreApi } from 'zustand/vanilla';
import type { Column } from '#core/data/columns.ts';
import { readAsDouble, SCALAR_BYTES } from '#core/data/scalars.ts';
import { readTexel, texelFormat } from '#core/data/texelFormat.ts';
import {
  CHARTED_FRAMES,
  NO_HISTORY,
  type ValueSample,
  withSamples,
} from '#core/data/valueHistory.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { wholeWords } from '#engine/gpu/read/readResource.ts';
import { createValueRing, type ValueRing } from '#engine/gpu/read/valueRing.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import {
  entryNamed,
  type ResourceEntry,
  type ResourcesState,
  type WatchedPlace,
  type WatchedValue,
} from '#tools/resources/state.ts';
import type { ToolContext } from '#ui/tools/tool.ts';
import { shownRun } from '#workspace/runState.ts';
import type { GpuToolbox } from './pages.ts';

/** Milliseconds between readings. */
const READ_INTERVAL = 250;

/** How to get a place's numbers from a frame. */
interface Source {
  /** Names of the numbers, such as `x`; empty for a single number. */
  readonly lines: readonly string[];
  /** Bytes of a sample, a multiple of four. */
  readonly stride: number;
  /** False if the frame does not have the place. */
  isIn(resource: Resource | undefined): boolean;
  copy(resource: Resource, encoder: GPUCommandEncoder, into: GPUBuffer, offset: number): void;
  decode(bytes: Uint8Array): number[];
}

interface Parts {
  readonly context: ToolContext;
  readonly store: StoreApi<ResourcesState>;
  readonly toolbox: GpuToolbox;
}

interface Watching {
  readonly place: WatchedPlace;
  /** Null while unknown. */
  source: Source | null;
  /** What `source` was found in, and the program that these entries are of. */
  entries: readonly ResourceEntry[] | null;
  descriptor: ObservedFrame['descriptor'] | null;
  ring: ValueRing<Omit<ValueSample, 'values'>> | null;
  isReading: boolean;
  stop: Dispose;
}

/** Follows one value from frame to frame, from `watch` until `end`. */
export function createWatchedValue(parts: Parts) {
  let watching: Watching | null = null;
  const end = () => {
    watching?.stop();
    watching?.ring?.dispose();
    watching = null;
    if (parts.store.getState().watched) parts.store.setState({ watched: null });
  };
  return {
    watch(place: WatchedPlace) {
      end();
      watching = {
        ...{ place, source: null, entries: null, descriptor: null, ring: null, isReading: false },
        stop: () => {},
      };
      watching.stop = follow(parts, watching);
    },
    end,
  };
}

function follow(parts: Parts, watching: Watching): Dispose {
  const { context, store } = parts;
  const watched = { ...watching.place, lines: [], history: NO_HISTORY, problem: null };
  store.setState({ watched });
  const stopObserving = context.observers.add({
    frameBegins() {},
    frameSubmitted() {
      const frame = context.observers.newest();
      if (frame) sample(parts, watching, frame);
    },
  });
  const timer = setInterval(() => void read(parts, watching), READ_INTERVAL);
  // The newest frame may be the last one for a while.
  const newest = context.observers.newest();
  if (newest) sample(parts, watching, newest);
  void read(parts, watching);
  return () => {
    stopObserving();
    clearInterval(timer);
  };
}

/** Keeps the place's bytes, which the frame has just left. */
function sample(parts: Parts, watching: Watching, frame: ObservedFrame): void {
  findSource(parts, watching, frame);
  const { source, place } = watching;
  // The list of resources may not be the one of the program yet.
  if (!source || frame.descriptor !== watching.descriptor) return;
  const resource = frame.resources.get(place.resource);
  const isThere = source.isIn(resource);
  report(parts, isThere ? null : `This frame has no ${place.title}.`);
  if (!resource || !isThere) return;
  if (watching.ring?.device !== frame.device) {
    watching.ring?.dispose();
    watching.ring = createValueRing(frame.device, source.stride, CHARTED_FRAMES);
  }
  const { frame: number, time: seconds } = frame.inputs;
  const isPlaying = shownRun(parts.context.workspace.store.getState()).playback === 'playing';
  watching.ring.add({ frame: number, seconds, isPlaying }, (encoder, into, offset) =>
    source.copy(resource, encoder, into, offset),
  );
}

/** Looks for the place again once the list of resources has changed. */
function findSource(parts: Parts, watching: Watching, { descriptor }: ObservedFrame): void {
  const { place, source: before } = watching;
  const state = parts.store.getState();
  if (state.resources === watching.entries) return;
  const entry = entryNamed(state, place.resource);
  const source = entry && sourceOf(entry, place);
  Object.assign(watching, { entries: state.resources, descriptor, source });
  if (!entry) report(parts, `The shader no longer has ${place.resource}.`);
  if (!source || source.stride === before?.stride) return;
  watching.ring?.dispose();
  watching.ring = null;
  const { lines } = source;
  change(parts, (watched) => ({ ...watched, lines, history: NO_HISTORY }));
}

/** Null if the resource has no such place, or if its type is unknown. */
function sourceOf(entry: ResourceEntry, { at }: WatchedPlace): Source | null {
  if (at.kind === 'texel') return texelSource(entry, at.texel);
  const column = entry.layout?.columns.find(({ name }) => name === at.column);
  return entry.layout && column ? cellSource(column, at.index * entry.layout.stride) : null;
}

/** @param element where the element starts, in bytes */
function cellSource(column: Column, element: number): Source {
  const bytes = Math.max(...column.components) + SCALAR_BYTES[column.scalar];
  const range = { first: element + column.offset, bytes };
  const words = wholeWords(range);
  const skipped = range.first - words.first;
  return {
    lines:
      column.components.length === 1
        ? []
        : column.components.map((_, index) => lineName(column, index)),
    stride: words.bytes,
    isIn: (resource) =>
      resource?.kind === 'buffer' && words.first + words.bytes <= resource.buffer.size,
    copy(resource, encoder, into, offset) {
      if (resource.kind !== 'buffer') return;
      encoder.copyBufferToBuffer(resource.buffer, words.first, into, offset, words.bytes);
    },
    decode(sampled) {
      const view = new DataView(sampled.buffer, sampled.byteOffset, sampled.byteLength);
      return column.components.map((at) => readAsDouble(view, skipped + at, column.scalar));
    },
  };
}

function lineName({ shape: [rows, columns] }: Column, index: number): string {
  if (rows === 1) return 'xyzw'[index] ?? String(index);
  return `[${Math.floor(index / columns)}][${index % columns}]`;
}

/** WebGPU aligns copies of texels to buffers to their size, and at least to this. */
const WORD = 4;

type Texel = readonly [x: number, y: number, z: number];

function texelSource(entry: ResourceEntry, [x, y, z]: Texel): Source | null {
  const format = entry.format && texelFormat(entry.format);
  if (!format) return null;
  return {
    lines: format.channels === 1 ? [] : [...'rgba'.slice(0, format.channels)],
    stride: Math.max(WORD, format.bytes),
    isIn(resource) {
      if (resource?.kind !== 'texture') return false;
      const { width, height, depthOrArrayLayers } = resource.texture;
      return x < width && y < height && z < depthOrArrayLayers;
    },
    copy(resource, encoder, buffer, offset) {
      if (resource.kind !== 'texture') return;
      const { texture } = resource;
      encoder.copyTextureToBuffer({ texture, origin: [x, y, z] }, { buffer, offset }, [1, 1, 1]);
    },
    decode: (bytes) =>
      readTexel(format, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0),
  };
}

/** Reads the new samples and shows them. */
async function read(parts: Parts, watching: Watching): Promise<void> {
  const { ring, source } = watching;
  if (!ring || !source || watching.isReading) return;
  watching.isReading = true;
  const { staging } = parts.toolbox.on(ring.device);
  const taken = await ring.take(staging, watching.place.resource);
  watching.isReading = false;
  // In the meantime, the value may have become another one.
  if (watching.ring !== ring) return;
  if (!taken.ok) return report(parts, taken.error);
  if (taken.value.length === 0) return;
  const added = taken.value.map(({ of, bytes }) => ({ ...of, values: source.decode(bytes) }));
  change(parts, (watched) => ({ ...watched, history: withSamples(watched.history, added) }));
}

function report(parts: Parts, problem: string | null): void {
  change(parts, (watched) => (watched.problem === problem ? watched : { ...watched, problem }));
}

function change({ store }: Parts, to: (watched: WatchedValue) => WatchedValue): void {
  const { watched } = store.getState();
  if (!watched) return;
  const next = to(watched);
  if (next !== watched) store.setState({ watched: next });
}
