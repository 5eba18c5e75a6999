import type { ElementLayout, NumberFormat } from '#core/data/columns.ts';
import type { ValueHistory, ValueSample } from '#core/data/valueHistory.ts';
import type { FoundWriters, Writer } from '#core/source/instrument/accesses/writers.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Statistics } from '#engine/gpu/read/statistics.ts';
import type { TextureView } from '#engine/gpu/read/textureImage.ts';

export interface ResourceEntry {
  readonly name: string;
  /** A kind from `kinds/kinds.ts`. */
  readonly kind: string;
  /** Slang type, such as `RWStructuredBuffer<Particle>`. */
  readonly typeName: string;
  /** WebGPU format; null for buffers. */
  readonly format: GPUTextureFormat | null;
  /**
   * Number of elements of a buffer, or of bytes if its layout is unknown. For textures: width,
   * height, and layers or slices. One for uniforms; empty for samplers.
   */
  readonly size: readonly number[];
  readonly bytes: number;
  /** Names of entry points. */
  readonly readBy: readonly string[];
  readonly writtenBy: readonly string[];
  /**
   * The source of the content, such as `[playground::ZEROS(1024)]`; empty if the playground fills
   * it.
   */
  readonly origin: string;
  /** The layout of a buffer's elements; null if the type is unknown, so that bytes are shown. */
  readonly layout: ElementLayout | null;
  /**
   * The entry point that runs one thread per element of the buffer (SIZE_OF); null if none does.
   */
  readonly debuggedBy: string | null;
  readonly isArray: boolean;
  readonly is3d: boolean;
}

/** Elements that have been read, as bytes. */
export interface BufferPage {
  readonly resource: string;
  readonly first: number;
  readonly bytes: Uint8Array;
  /**
   * The elements before the frame, or in the pinned copy while the difference is shown; null if
   * unknown.
   */
  readonly before: Uint8Array | null;
  readonly frame: number;
}

/** A place in a resource whose value is followed from frame to frame. */
export interface WatchedPlace {
  readonly resource: string;
  /** Such as `lights[3].color`. */
  readonly title: string;
  readonly at:
    | { readonly kind: 'cell'; readonly index: number; readonly column: string }
    | { readonly kind: 'texel'; readonly texel: readonly [x: number, y: number, z: number] };
}

export interface WatchedValue extends WatchedPlace {
  /** Names of the value's numbers, such as `x`; empty for a single number. */
  readonly lines: readonly string[];
  readonly history: ValueHistory;
  /** Why there is no newer value, as a sentence; null if there is one. */
  readonly problem: string | null;
}

/** An element of a resource, whose writers are sought. */
export interface SoughtPlace {
  readonly resource: string;
  /** Of a texture, its texels row by row; of bytes, words. */
  readonly element: number;
  /** Such as `sums[12]`. */
  readonly title: string;
}

export interface SoughtWriters extends SoughtPlace {
  /** The frame that was shown. */
  readonly frame: number;
  /** The earlier frame that is being searched; null if none is. */
  readonly looking: number | null;
  /** Null until they are known. */
  readonly found: FoundWriters | null;
  /** A sentence; null if there is none. */
  readonly problem: string | null;
}

export interface ResourcesState {
  readonly isOpen: boolean;
  readonly resources: readonly ResourceEntry[];
  /** Name of the open resource; null if none. */
  readonly selected: string | null;
  readonly numberFormat: NumberFormat;
  readonly page: BufferPage | null;
  readonly view: TextureView;
  readonly statistics: readonly Statistics[] | null;
  /** The resource that has a pinned copy, and the frame of the copy; null if none. */
  readonly pinned: { readonly resource: string; readonly frame: number } | null;
  readonly isDifferenceShown: boolean;
  /** The chosen texel of the selected texture; null if none is. */
  readonly texel: readonly [x: number, y: number, z: number] | null;
  /** Null while no value is watched. */
  readonly watched: WatchedValue | null;
  /** Null while no writers are sought or shown. */
  readonly writers: SoughtWriters | null;
  /** An error as a sentence; null if there is none. */
  readonly problem: string | null;
  readonly frame: number;
  /** While paused, cells can be edited. */
  readonly isPaused: boolean;
}

/** Draws and reads textures outside React's rendering. Canvases keep the size set by the panel. */
export interface ResourcesViews {
  /**
   * Draws the selected texture as `view` says, after every frame and whenever the canvas is
   * resized.
   */
  attachTextureCanvas(canvas: HTMLCanvasElement): Dispose;
  /** Draws a texture, scaled to fit the canvas, a few times a second. */
  attachThumbnail(name: string, canvas: HTMLCanvasElement): Dispose;
  /** A texel of the selected texture. Null if it cannot be read, or during another reading. */
  readTexel(x: number, y: number, z: number): Promise<TexelReading | null>;
  /** A texel of the picture, y up. Null if it cannot be read, or during another reading. */
  readPicture(x: number, y: number): Promise<TexelReading | null>;
  /** A texel of the picture, y up, even during another reading. Null if it cannot be read. */
  readColor(x: number, y: number): Promise<TexelReading | null>;
  /**
   * Fills the canvas with the 11 × 11 texels of the picture around (x, y), directly from the GPU.
   */
  drawMagnifier(canvas: HTMLCanvasElement, x: number, y: number): void;
}

export interface TexelReading {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** In the order of the format's channels. Integers are exact. */
  readonly value: readonly number[];
}

export interface ResourcesCommands {
  open(): void;
  close(): void;
  select(name: string | null): void;
  /** Selects the elements to read: those that the table shows. */
  showRows(first: number, count: number): void;
  setNumberFormat(format: NumberFormat): void;
  setView(view: Partial<TextureView>): void;
  computeStatistics(): void;
  pin(): void;
  unpin(): void;
  showDifference(on: boolean): void;
  /**
   * While paused; the next frame uses the value. `bytes` are those of one column of the element.
   */
  editCell(index: number, offset: number, bytes: Uint8Array): void;
  /** Uses a `.bin`, `.npy` or image file as a resource's content for this run. */
  load(name: string, file: File): void;
  /**
   * All bytes of a buffer or texture (rows without padding), for exports. Null if it cannot be
   * read, with the reason in `problem`.
   */
  readAll(name: string): Promise<Uint8Array | null>;
  report(problem: string): void;
  /** First index at or after `from` whose value in the column matches; null if there is none. */
  find(
    column: string,
    test: 'equal' | 'greater' | 'nan',
    value: number,
    from: number,
  ): Promise<number | null>;
  debugThread(index: number): void;
  chooseTexel(texel: ResourcesState['texel']): void;
  /** Follows the value at this place from now on, in place of any other. */
  watch(place: WatchedPlace): void;
  stopWatching(): void;
  /** Pauses, and finds the threads that stored an element, in place of any other. */
  findWriters(place: SoughtPlace): void;
  closeWriters(): void;
  /** Opens the debugger with a thread, where it stores, in a frame. */
  traceWriter(writer: Writer, frame: number): void;
  /** Pauses at a frame of the watched value. */
  showFrame(sample: Pick<ValueSample, 'frame' | 'seconds'>): void;
}

export const INITIAL_VIEW: TextureView = {
  slice: 0,
  isContactSheet: false,
  channels: 'rgb',
  range: '0..1',
  zoom: null,
  center: [0, 0],
  isYUp: true,
};

export const CLOSED: ResourcesState = {
  isOpen: false,
  resources: [],
  selected: null,
  numberFormat: 'decimal',
  page: null,
  view: INITIAL_VIEW,
  statistics: null,
  pinned: null,
  isDifferenceShown: false,
  texel: null,
  watched: null,
  writers: null,
  problem: null,
  frame: 0,
  isPaused: false,
};

/** Keeps the selection, the view and the pinned copy for when the tab is opened again. */
export function closed(state: ResourcesState): ResourcesState {
  return { ...state, isOpen: false, page: null, statistics: null, problem: null };
}

export function entryNamed(
  { resources }: ResourcesState,
  name: string | null,
): ResourceEntry | null {
  return resources.find((entry) => entry.name === name) ?? null;
}

export function selectedEntry(state: ResourcesState): ResourceEntry | null {
  return entryNamed(state, state.selected);
}

export function selects(state: ResourcesState, name: string | null): ResourcesState {
  if (name === state.selected) return state;
  const entry = entryNamed(state, name);
  return {
    ...state,
    selected: name,
    page: null,
    statistics: null,
    problem: null,
    isDifferenceShown: false,
    texel: null,
    writers: null,
    view: entry ? viewOf(entry) : INITIAL_VIEW,
  };
}

/** The initial view. Integers have no natural range, and images from files start at the top. */
export function viewOf({ format, origin }: ResourceEntry): TextureView {
  const isInteger = format !== null && /[su]int$/.test(format);
  return {
    ...INITIAL_VIEW,
    range: isInteger ? 'minimum..maximum' : '0..1',
    isYUp: !origin.includes('URL'),
  };
}

/** Updates the list of resources. The first time, opens one of them. */
export function lists(state: ResourcesState, resources: readonly ResourceEntry[]): ResourcesState {
  const listed = { ...state, resources };
  const { selected } = state;
  const entry = selectedEntry(listed);
  if (entry) {
    const isSame = JSON.stringify(entry.layout) === JSON.stringify(selectedEntry(state)?.layout);
    return isSame ? listed : { ...listed, page: null, statistics: null };
  }
  if (selected !== null && resources.length > 0) {
    const problem = `The shader no longer has ${selected}. Choose another resource.`;
    return { ...selects(listed, null), problem };
  }
  const isFirst = state.resources.length === 0;
  const opened = resources.find(({ kind }) => kind !== 'uniforms') ?? resources[0];
  return isFirst && opened ? selects(listed, opened.name) : listed;
}

export function shows(state: ResourcesState, page: BufferPage): ResourcesState {
  if (state.selected !== page.resource) return state;
  return { ...state, page, frame: page.frame, problem: null };
}

export function computed(
  state: ResourcesState,
  name: string,
  statistics: readonly Statistics[],
): ResourcesState {
  return state.selected === name ? { ...state, statistics } : state;
}

export function failed(state: ResourcesState, problem: string): ResourcesState {
  return state.problem === problem ? state : { ...state, problem };
}
