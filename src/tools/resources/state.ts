import type { ElementLayout, NumberFormat } from '#core/data/columns.ts';
import type { Dispose } from '#core/util/disposer.ts';
import type { Statistics } from '#engine/gpu/read/statistics.ts';
import type { TextureView } from '#engine/gpu/read/textureImage.ts';

/** A resource of the run, as the list shows it. */
export interface ResourceEntry {
  readonly name: string;
  /** Names one of the kinds in `kinds/kinds.ts`. */
  readonly kind: string;
  /** Slang's, such as `RWStructuredBuffer<Particle>`. */
  readonly typeName: string;
  /** WebGPU's; null for buffers. */
  readonly format: GPUTextureFormat | null;
  /**
   * Elements of a buffer, which are bytes if its layout is not known, or texels: width, height and
   * layers or slices. One element for uniforms; empty for samplers.
   */
  readonly size: readonly number[];
  readonly bytes: number;
  /** Entry points. */
  readonly readBy: readonly string[];
  readonly writtenBy: readonly string[];
  /** Where its content comes from, such as `[playground::ZEROS(1024)]`; empty if from the playground. */
  readonly origin: string;
  /** What a buffer holds; null if its type is not known: then it is shown as bytes. */
  readonly layout: ElementLayout | null;
  /** For a buffer over which an entry point runs (SIZE_OF): one thread an element. */
  readonly debuggedBy: string | null;
  readonly isArray: boolean;
  readonly is3d: boolean;
}

/** Elements that are there, as bytes. */
export interface BufferPage {
  readonly resource: string;
  /** Index of the first element. */
  readonly first: number;
  readonly bytes: Uint8Array;
  /** The same elements at the frame before, or of the pinned copy while the difference is shown; null if not known. */
  readonly before: Uint8Array | null;
  readonly frame: number;
}

export interface ResourcesState {
  readonly isOpen: boolean;
  readonly resources: readonly ResourceEntry[];
  /** Name of the resource that is open; null if none is. */
  readonly selected: string | null;
  readonly numberFormat: NumberFormat;
  readonly page: BufferPage | null;
  readonly view: TextureView;
  readonly statistics: readonly Statistics[] | null;
  /** A pinned copy of the selected resource: the frame that it is of. */
  readonly pinned: { readonly resource: string; readonly frame: number } | null;
  readonly isDifferenceShown: boolean;
  /** Why something could not be done, as a sentence; null if nothing is wrong. */
  readonly problem: string | null;
  readonly frame: number;
  /** Then cells can be edited. */
  readonly isPaused: boolean;
}

/** What draws and reads textures without React's rendering. Canvases keep the size that the panel gives them. */
export interface ResourcesViews {
  /** Draws the selected texture as `view` says, on every frame and change of the canvas's size. */
  attachTextureCanvas(canvas: HTMLCanvasElement): Dispose;
  /** Draws a texture, fit into the canvas, a few times a second. */
  attachThumbnail(name: string, canvas: HTMLCanvasElement): Dispose;
  /** A texel of the selected texture. Null if it cannot be read, or if another reading is under way. */
  readTexel(x: number, y: number, z: number): Promise<TexelReading | null>;
  /** A texel of the picture, y up. Null as above. */
  readPicture(x: number, y: number): Promise<TexelReading | null>;
  /** A texel of the picture, y up, even while another is being read. Null if it cannot be read. */
  readColor(x: number, y: number): Promise<TexelReading | null>;
  /** Draws the texels of the picture around (x, y), 11 × 11, from the GPU over the whole canvas. */
  drawMagnifier(canvas: HTMLCanvasElement, x: number, y: number): void;
}

/** A texel of the picture, or of the texture that is open. */
export interface TexelReading {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** By channel of the format; integers as integers. */
  readonly value: readonly number[];
}

export interface ResourcesCommands {
  open(): void;
  close(): void;
  select(name: string | null): void;
  /** Elements that the table shows now; the rest is not read. */
  showRows(first: number, count: number): void;
  setNumberFormat(format: NumberFormat): void;
  setView(view: Partial<TextureView>): void;
  computeStatistics(): void;
  pin(): void;
  unpin(): void;
  showDifference(on: boolean): void;
  /** Paused: the next frame uses it. Bytes are those of one element's column. */
  editCell(index: number, offset: number, bytes: Uint8Array): void;
  /** Takes a `.bin`, `.npy` or image file as the content of a resource for this run. */
  load(name: string, file: File): void;
  /** All of a buffer or texture (rows without padding), for exports; null with `problem` set if it cannot be read. */
  readAll(name: string): Promise<Uint8Array | null>;
  /** Says why something failed. */
  report(problem: string): void;
  /** First index from `from` on whose column holds such a value; null if there is none. */
  find(
    column: string,
    test: 'equal' | 'greater' | 'nan',
    value: number,
    from: number,
  ): Promise<number | null>;
  debugThread(index: number): void;
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
  problem: null,
  frame: 0,
  isPaused: false,
};

/** The selection, the view and what is pinned outlast the tab's being closed. */
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
    view: entry ? viewOf(entry) : INITIAL_VIEW,
  };
}

/** Integers have no range that is known before, and images from files begin at the top. */
export function viewOf({ format, origin }: ResourceEntry): TextureView {
  const isInteger = format !== null && /[su]int$/.test(format);
  return {
    ...INITIAL_VIEW,
    range: isInteger ? 'minimum..maximum' : '0..1',
    isYUp: !origin.includes('URL'),
  };
}

/** The resources of the run are these now. The first time, one is opened. */
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
