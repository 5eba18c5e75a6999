import { bytesText, countText } from '#core/util/countText.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { readWholeTexture } from '#engine/gpu/read/readResource.ts';
import { reductionsOfTexture } from '#engine/gpu/read/statistics.ts';
import { dimensionOf } from '#engine/gpu/read/textureImage.ts';
import { texelBytes } from '#engine/gpu/resources/resource.ts';
import { RAW, textureDownloads } from '#tools/resources/panel/download/downloads.ts';
import { TextureView } from '#tools/resources/panel/texture/TextureView.tsx';
import { boundEntries } from './boundEntries.ts';
import type { ResourceKind } from './kind.ts';

export const texture: ResourceKind = {
  entries: (frame, types) =>
    boundEntries(frame, types, 'texture', ({ resource, binding, common }) => {
      const { width, height, depthOrArrayLayers: depth, format, dimension } = resource.texture;
      const isArray = 'viewDimension' in binding && binding.viewDimension === '2d-array';
      const is3d = dimension === '3d';
      const size = isArray || is3d ? [width, height, depth] : [width, height];
      const bytes = width * height * depth * texelBytes(format);
      return { ...common, kind: 'texture', size, bytes, format, isArray, is3d };
    }),
  readPage: async () => null,
  readWhole({ staging }, { resources }, name) {
    const resource = resources.get(name);
    return resource?.kind === 'texture' ? readWholeTexture(staging, name, resource.texture) : null;
  },
  reductions({ resources, descriptor }, { name }) {
    const resource = resources.get(name);
    if (resource?.kind !== 'texture') return null;
    return reductionsOfTexture(resource, dimensionOf(ownValue(descriptor.layout, name)));
  },
  View: TextureView,
  sizeText({ size, isArray }) {
    const [width = 0, height = 0, slices] = size;
    const plane = `${width} × ${height}`;
    if (slices === undefined) return plane;
    return isArray ? `${plane}, ${countText(slices, 'layer')}` : `${plane} × ${slices}`;
  },
  contentText: ({ bytes }) => bytesText(bytes),
  downloads: (entry, view) => [...textureDownloads(entry, view), RAW],
  accepts: '.bin,.npy,image/*',
  hasThumbnail: true,
};
