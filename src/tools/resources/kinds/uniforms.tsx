import { bytesText, countText } from '#core/util/countText.ts';
import { fail, ok } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { BufferView } from '#tools/resources/panel/BufferView.tsx';
import { RAW, tableDownloads } from '#tools/resources/panel/download/downloads.ts';
import { uniformBytes, uniformLayout } from '#tools/resources/session/uniformBytes.ts';
import { usersOfSlot } from './boundEntries.ts';
import type { ResourceKind } from './kind.ts';

/** Uniform blocks. The page writes them, so it needs no readback. */
export const uniforms: ResourceKind = {
  entries: ({ descriptor }, types) =>
    descriptor.uniformBlocks.map((block) => ({
      name: block.name,
      kind: 'uniforms',
      typeName: 'uniforms',
      format: null,
      size: [1],
      bytes: block.size,
      readBy: block.slot ? usersOfSlot(block.slot, descriptor) : [],
      writtenBy: [],
      origin: '',
      layout: types?.block(block.name, block.size) ?? uniformLayout(block),
      debuggedBy: null,
      isArray: false,
      is3d: false,
    })),
  async readPage(_, { frame, entry }) {
    const bytes = bytesIn(frame, entry.name);
    if (!bytes) return fail(`The shader no longer has ${entry.name}.`);
    return ok({ resource: entry.name, first: 0, bytes, before: null, frame: frame.inputs.frame });
  },
  readWhole(_, frame, name) {
    const bytes = bytesIn(frame, name);
    return bytes && Promise.resolve(ok(bytes));
  },
  reductions: () => null,
  View: BufferView,
  sizeText: ({ layout }) => (layout ? countText(layout.columns.length, 'value') : ''),
  contentText: ({ bytes }) => bytesText(bytes),
  downloads: ({ layout }) => (layout ? [...tableDownloads(layout), RAW] : [RAW]),
  accepts: null,
  hasThumbnail: false,
};

function bytesIn({ descriptor, inputs }: ObservedFrame, name: string) {
  const block = descriptor.uniformBlocks.find((each) => each.name === name);
  return block ? uniformBytes(block, inputs) : null;
}
