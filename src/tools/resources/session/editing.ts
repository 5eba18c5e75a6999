import { fail, ok, type Result } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { readRanges, wholeWords } from '#engine/gpu/read/readResource.ts';
import { type ResourcesState, selectedEntry } from '#tools/resources/state.ts';
import type { GpuToolbox } from './gpuTools.ts';

export interface CellEdit {
  /** Of the element. */
  readonly index: number;
  /** In bytes from its start. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** Writes a cell of the selected buffer while playback is paused. */
export async function editCell(
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
  // WebGPU writes whole words, so what is around the cell is written once more.
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
