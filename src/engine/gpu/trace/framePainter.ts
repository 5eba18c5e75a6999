import { CELL_WORDS, TRACE_LAYOUT, TRACE_MODE } from '#core/source/instrument/traceLayout.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { messageOf } from '#core/util/errors.ts';
import { encodeCalls } from '#engine/gpu/dispatch.ts';
import type { FrameMeter, FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createReadBack, type ReadBack } from '#engine/gpu/readBack.ts';
import { type BesideRun, bindBesideRun } from '#engine/gpu/replay/frameReplay.ts';
import type { Resource } from '#engine/gpu/resources/resource.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { TracedVersion } from './frameTracer.ts';
import { createPaintedFragments, type PaintedFragments } from './paintedFragments.ts';
import { createPaintPasses, type PaintLook, type PaintPasses, RANGE_WORDS } from './paintPasses.ts';
import type { TracedVertices } from './tracedVertices.ts';

/** What to paint of a run. */
export interface Painting {
  readonly version: TracedVersion;
  /** The run's frames that it replaces are of this device and this WGSL. */
  readonly device: GPUDevice;
  readonly runs: string;
  /** Index of the entry point whose threads are painted. */
  readonly entryPoint: number;
  /** The extent of its threads, which changes with the picture. */
  sizeIn(frame: ObservedFrame): PaintSize;
  /** Which of a thread's values: the first is 1; 0 for the last. */
  readonly time: number;
  /** What the kernels need that run vertices; null if values of vertices are not painted. */
  readonly vertices: TracedVertices | null;
}

/** In values. Threads fill the rows in their order. */
export interface PaintSize extends Size {
  /** How many threads are in a row of the dispatch, or vertices in an instance. */
  readonly across: number;
}

/** The smallest and the largest finite value; null if there is none. */
export type PaintedRange = readonly [least: number, most: number] | null;

const RANGE_BYTES = RANGE_WORDS * 4;
const CELL_BYTES = CELL_WORDS * 4;
const HEADER_BYTES = TRACE_LAYOUT.first * 4;

interface Bound {
  readonly of: ObservedFrame['calls'];
  readonly painting: Painting;
  readonly beside: BesideRun;
  /** For each call of the run, and for their end, the index of the painted program's call. */
  readonly positions: readonly number[];
  readonly words: GPUBuffer;
  /** Null for kernels. */
  readonly fragments: PaintedFragments | null;
  readonly passes: PaintPasses;
  readonly readBack: ReadBack;
  /** Whether the values of the frame before must be removed first. */
  isStale: boolean;
  dispose: Dispose;
}

export type FramePainter = ReturnType<typeof createFramePainter>;

interface PainterEvents {
  /** The frames' values have another extent from now on. */
  onSize(size: Size): void;
  /** A frame is not of the painted program. */
  onOther(): void;
  /** Whether another tool measures the frames, so that they have no values. */
  onBlocked(isBlocked: boolean): void;
  /** The device refuses the painting; a sentence. */
  onProblem(problem: string): void;
}

/**
 * Runs a version of the program that keeps a value of each thread, in place of the run, and shows
 * the values on a canvas over the picture.
 */
export function createFramePainter(
  observers: FrameObservers,
  canvas: HTMLCanvasElement,
  { onSize, onOther, onBlocked, onProblem }: PainterEvents,
) {
  let painting: Painting | null = null;
  let look: PaintLook | null = null;
  let bound: Bound | null = null;
  const setPainting = (next: Painting | null) => {
    painting?.vertices?.dispose();
    painting = next;
  };
  const drop = () => {
    bound?.dispose();
    bound = null;
  };
  const meter = createMeter(
    () => bound,
    () => look,
  );
  const setMeter = (isOn: boolean) => {
    if (isOn) observers.meter = meter;
    else if (observers.meter === meter) observers.meter = null;
  };
  /** Makes the frame run the painted program. */
  const replace = (frame: ObservedFrame, what: Painting) => {
    if (bound?.of !== frame.calls || bound.painting !== what) {
      drop();
      const size = what.sizeIn(frame);
      bound = bind(frame, what, size, canvas);
      onSize(size);
    }
    bound.isStale = true;
    bound.beside.writeUniforms(frame.inputs);
    setMeter(true);
  };
  const stopObserving = observers.add({
    frameBegins(frame) {
      setMeter(false);
      if (!painting) return;
      if (frame.device !== painting.device || frame.descriptor.shader.code !== painting.runs) {
        drop();
        onOther();
        return;
      }
      onBlocked(observers.meter !== null);
      if (observers.meter) return;
      try {
        replace(frame, painting);
      } catch (thrown) {
        setPainting(null);
        drop();
        onProblem(messageOf(thrown));
      }
    },
    frameSubmitted() {
      if (bound && look && observers.meter === meter) bound.passes.submit(look);
    },
  });
  return {
    /** Null to stop painting. */
    paint(next: Painting | null) {
      setPainting(next);
      if (next) return;
      setMeter(false);
      drop();
    },
    /** Shows the newest values with another look at once. */
    show(next: PaintLook) {
      look = next;
      bound?.passes.submit(next);
    },
    read: createPaintReader(() => bound),
    /** Whether the newest frame has values. */
    isPainting: () => bound !== null && observers.meter === meter,
    /** Copies the words of a thread, of the newest frame. */
    copyCell(encoder: GPUCommandEncoder, cell: number, into: GPUBuffer, offset: number) {
      if (bound) encoder.copyBufferToBuffer(bound.words, byteOf(cell), into, offset, CELL_BYTES);
    },
    dispose() {
      stopObserving();
      setMeter(false);
      setPainting(null);
      drop();
    },
  };
}

function createMeter(current: () => Bound | null, newestLook: () => PaintLook | null): FrameMeter {
  return {
    encodeCalls(encoder, _, once, start, end, descriptor) {
      const bound = current();
      if (!bound) return;
      const { beside, positions, words, fragments } = bound;
      if (bound.isStale) {
        encoder.clearBuffer(words, HEADER_BYTES);
        fragments?.clear(encoder);
      }
      bound.isStale = false;
      const [from = 0, to = 0] = [positions[start], positions[end]];
      encodeCalls(encoder, beside.calls, once, from, to, descriptor);
      if (to === beside.calls.length) fragments?.gather(encoder);
    },
    presenting: undefined,
    drawOver(encoder, texture) {
      const look = newestLook();
      if (look) current()?.passes.drawOver(encoder, look, texture);
    },
  };
}

/** Where the words of a thread begin in the buffer. */
function byteOf(cell: number): number {
  return HEADER_BYTES + cell * CELL_BYTES;
}

interface PaintedValues {
  /** The words of the wanted thread. */
  readonly cell: Uint32Array | null;
  readonly range: PaintedRange;
  /** How many threads came to the site. */
  readonly reached: number;
}

/**
 * Returns a function that reads the words of a thread and the range of the newest frame. Its result
 * is null while nothing is painted, or if the last call is not done.
 */
function createPaintReader(current: () => Bound | null) {
  let isReading = false;
  return async (cell: number | null): Promise<PaintedValues | null> => {
    const bound = current();
    if (!bound || isReading) return null;
    isReading = true;
    try {
      const { passes, readBack, words, painting } = bound;
      const encoder = painting.device.createCommandEncoder({ label: 'read painted values' });
      passes.findRange(encoder);
      encoder.copyBufferToBuffer(passes.range, 0, readBack.buffer, 0, RANGE_BYTES);
      encoder.copyBufferToBuffer(
        words,
        byteOf(cell ?? 0),
        readBack.buffer,
        RANGE_BYTES,
        CELL_BYTES,
      );
      painting.device.queue.submit([encoder.finish()]);
      const read = await readBack.read((bytes) => new Uint32Array(bytes.slice(0)));
      const [, , reached = 0] = read;
      return {
        cell: cell === null ? null : read.slice(RANGE_WORDS),
        range: rangeIn(read),
        reached,
      };
    } catch {
      // The device is lost, or painting has ended.
      return null;
    } finally {
      isReading = false;
    }
  };
}

function bind(
  frame: ObservedFrame,
  painting: Painting,
  { width, height, across }: PaintSize,
  canvas: HTMLCanvasElement,
): Bound {
  const { device, calls } = frame;
  const { version, entryPoint, time } = painting;
  const size = HEADER_BYTES + width * height * CELL_BYTES;
  if (size > device.limits.maxStorageBufferBindingSize) {
    throw new Error('The device has no memory for so many values. Choose a lower resolution.');
  }
  const words = device.createBuffer({
    label: 'painted values',
    size,
    usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  });
  const header = new Uint32Array(TRACE_LAYOUT.first);
  header[TRACE_LAYOUT.mode] = TRACE_MODE.paint;
  header[TRACE_LAYOUT.entryPoint] = entryPoint;
  header[TRACE_LAYOUT.limit] = time;
  header[TRACE_LAYOUT.capacity] = size / 4;
  header[TRACE_LAYOUT.counts] = TRACE_LAYOUT.first;
  header[TRACE_LAYOUT.width] = across;
  device.queue.writeBuffer(words, 0, header);
  const fragments =
    version.painted && createPaintedFragments(device, version.painted, { width, height }, words);
  const replaced = new Map<string, Resource>([
    [version.traceBuffer, { kind: 'buffer', buffer: words }],
    ...(fragments?.resources ?? []),
    ...(painting.vertices?.inputs ?? []),
  ]);
  try {
    const beside = bindBesideRun(frame, version, replaced);
    const positions = positionsIn(version);
    const passes = createPaintPasses(device, canvas, words, { width, height });
    const readBack = createReadBack(device, 'painted value', RANGE_BYTES + CELL_BYTES);
    return {
      ...{ of: calls, painting, beside, positions, words, fragments, passes, readBack },
      isStale: true,
      dispose() {
        beside.dispose();
        fragments?.dispose();
        passes.dispose();
        readBack.dispose();
        words.destroy();
      },
    };
  } catch (thrown) {
    fragments?.dispose();
    words.destroy();
    throw thrown;
  }
}

/** The kernels that run vertices come before the draws of these. */
function positionsIn({ descriptor, vertices }: TracedVersion): number[] {
  const added = new Set(vertices?.kernels.map(({ name }) => name));
  const names = descriptor.callCommands.map(({ entryPoint }) => entryPoint);
  const positions: number[] = [];
  for (const [index, name] of names.entries()) {
    const isAfterAdded = added.has(names[index - 1] ?? '');
    if (!added.has(name)) positions.push(isAfterAdded ? index - 1 : index);
  }
  return [...positions, names.length];
}

/** Reads what `paintPasses.ts` writes: floats as integers of the same order. */
function rangeIn([least = 0, most = 0]: Uint32Array): PaintedRange {
  return least > most ? null : [orderedFloat(least), orderedFloat(most)];
}

const BITS = new Uint32Array(1);
const FLOATS = new Float32Array(BITS.buffer);

function orderedFloat(word: number): number {
  BITS[0] = word >>> 31 === 1 ? word ^ 0x8000_0000 : ~word;
  return FLOATS[0] ?? 0;
}
