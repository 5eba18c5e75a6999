import { ok, type Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { createImageDrawer, type ImageDrawer } from '#engine/gpu/read/imageDrawer.ts';
import {
  type BufferHistory,
  type BufferRange,
  readRanges,
  wholeWords,
} from '#engine/gpu/read/readResource.ts';
import { createReducer, type Reducer } from '#engine/gpu/read/reducer.ts';
import {
  createStaging,
  isComparable,
  type PinnedCopy,
  type Staging,
} from '#engine/gpu/read/staging.ts';
import type { BufferPage, ResourceEntry } from '#tools/resources/state.ts';

export interface Rows {
  readonly first: number;
  readonly count: number;
}

/** Maximum number of bytes per reading. */
const MAX_PAGE_BYTES = 4 << 20;

/** The byte range of rows, limited to the buffer. */
export function rangeOf({ layout, size: [elements = 0] }: ResourceEntry, rows: Rows): BufferRange {
  const stride = layout?.stride ?? 1;
  const first = Math.min(Math.max(0, Math.floor(rows.first)), elements);
  const most = Math.max(1, Math.floor(MAX_PAGE_BYTES / stride));
  const count = Math.max(0, Math.min(Math.ceil(rows.count), most, elements - first));
  return { first: first * stride, bytes: count * stride };
}

export interface PageRequest {
  readonly frame: ObservedFrame;
  readonly entry: ResourceEntry;
  readonly rows: Rows;
  readonly history: BufferHistory;
  /** Null unless the difference is shown. */
  readonly pinned: PinnedCopy | null;
}

/** Reads rows of a buffer; null if there is no buffer with the entry's name. */
export async function bufferPage(
  tools: GpuTools,
  request: PageRequest,
): Promise<Result<BufferPage> | null> {
  const { frame, entry } = request;
  const resource = frame.resources.get(entry.name);
  if (resource?.kind !== 'buffer') return null;
  const { buffer } = resource;
  const range = rangeOf(entry, request.rows);
  const other = otherOf(request, buffer, range);
  const ranges = [{ buffer, range }, ...(other ? [other] : [])];
  const read = await readRanges(tools.staging, entry.name, ranges);
  if (!read.ok) return read;
  const [bytes = new Uint8Array(), before = null] = read.value;
  const first = range.first / (entry.layout?.stride ?? 1);
  return ok({ resource: entry.name, first, bytes, before, frame: frame.inputs.frame });
}

/** The range to compare with: in the pinned copy, or in the copy from before the frame. */
function otherOf({ pinned, history }: PageRequest, of: GPUBuffer, range: BufferRange) {
  if (pinned?.content.kind === 'buffer') {
    const resource = { kind: 'buffer', buffer: of } as const;
    return isComparable(pinned, resource) ? { buffer: pinned.content.buffer, range } : null;
  }
  const buffer = history.kept(of, range);
  // The copy starts at the range's first whole word.
  const first = range.first - wholeWords(range).first;
  return buffer && { buffer, range: { first, bytes: range.bytes } };
}

export interface GpuTools {
  readonly device: GPUDevice;
  readonly staging: Staging;
  readonly reducer: Reducer;
  readonly images: ImageDrawer;
}

export type GpuToolbox = ReturnType<typeof createGpuToolbox>;

/** @param onBuilt called when a missing pipeline is ready, so that images can be drawn */
export function createGpuToolbox(onBuilt: () => void) {
  let tools: GpuTools | null = null;
  const dispose = () => {
    tools?.staging.dispose();
    tools = null;
  };
  return {
    /** The tools for a device. Frees those of any other device. */
    on(device: GPUDevice): GpuTools {
      if (tools?.device === device) return tools;
      dispose();
      const reducer = createReducer(device, onBuilt);
      tools = {
        device,
        reducer,
        staging: createStaging(device),
        images: createImageDrawer(device, reducer, onBuilt),
      };
      return tools;
    },
    /** The existing tools; null if there are none. */
    current: (): GpuTools | null => tools,
    dispose,
  };
}
