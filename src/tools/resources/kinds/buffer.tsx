import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { bytesText, countText } from '#core/util/countText.ts';
import { readWholeBuffer } from '#engine/gpu/read/readResource.ts';
import { reductionsOfBuffer } from '#engine/gpu/read/statistics.ts';
import { BufferView } from '#tools/resources/panel/BufferView.tsx';
import { RAW, tableDownloads } from '#tools/resources/panel/download/downloads.ts';
import { bufferPage } from '#tools/resources/session/pages.ts';
import { boundEntries } from './boundEntries.ts';
import type { ResourceKind } from './kind.ts';

export const buffer: ResourceKind = {
  entries: (frame, types) =>
    boundEntries(frame, types, 'buffer', ({ name, resource, common }) => {
      const { size: bytes } = resource.buffer;
      const layout = types?.buffer(name) ?? null;
      const size = [layout ? Math.floor(bytes / layout.stride) : bytes];
      const debuggedBy = threadsOver(name, frame.descriptor);
      return { ...common, kind: 'buffer', size, bytes, layout, debuggedBy };
    }),
  readPage: bufferPage,
  readWhole({ staging }, { resources }, name) {
    const resource = resources.get(name);
    return resource?.kind === 'buffer' ? readWholeBuffer(staging, name, resource.buffer) : null;
  },
  reductions({ resources }, { name, layout }) {
    const resource = resources.get(name);
    if (resource?.kind !== 'buffer') return null;
    return layout ? reductionsOfBuffer(resource.buffer, layout) : [];
  },
  View: BufferView,
  sizeText: ({ layout, size }) => (layout ? countText(size[0] ?? 0, 'element') : ''),
  contentText: ({ bytes }) => bytesText(bytes),
  downloads: ({ layout }) => (layout ? [...tableDownloads(layout), RAW] : [RAW]),
  accepts: '.bin,.npy',
  hasThumbnail: false,
};

/** The entry point that runs one thread per element; null if none does. */
function threadsOver(name: string, { callCommands }: RunDescriptor): string | null {
  const call = callCommands.find(
    (each) => each.type === 'RESOURCE_BASED' && each.resourceName === name,
  );
  return call?.entryPoint ?? null;
}
