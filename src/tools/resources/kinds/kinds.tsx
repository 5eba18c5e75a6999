import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { bytesText, countText } from '#core/util/countText.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { fail, ok } from '#core/util/result.ts';
import type { ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { readWholeBuffer, readWholeTexture } from '#engine/gpu/read/readResource.ts';
import {
  type NamedReduction,
  reductionsOfBuffer,
  reductionsOfTexture,
} from '#engine/gpu/read/statistics.ts';
import { dimensionOf } from '#engine/gpu/read/textureImage.ts';
import { texelBytes } from '#engine/gpu/resources/resource.ts';
import { BufferView } from '#tools/resources/panel/BufferView.tsx';
import {
  RAW,
  tableDownloads,
  textureDownloads,
} from '#tools/resources/panel/download/downloads.ts';
import styles from '#tools/resources/panel/ResourcesPanel.module.css';
import { TextureView } from '#tools/resources/panel/texture/TextureView.tsx';
import { bufferPage } from '#tools/resources/session/pages.ts';
import { uniformBytes, uniformLayout } from '#tools/resources/session/uniformBytes.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { boundEntries, usersOfSlot } from './boundEntries.ts';
import type { ListedFrame, ResourceKind } from './kind.ts';

export function kindOf({ kind: name }: ResourceEntry): ResourceKind {
  const kind = KINDS.get(name);
  if (!kind) throw new Error(`There is no kind of resource “${name}”.`);
  return kind;
}

/** A frame's resources in declaration order, uniforms first. */
export function entriesOf(frame: ListedFrame, types: ParameterLayouts | null): ResourceEntry[] {
  // Uniform blocks are not in the layout.
  const declared = Object.keys(frame.descriptor.layout);
  return [...KINDS.values()]
    .flatMap((kind) => kind.entries(frame, types))
    .toSorted((one, other) => declared.indexOf(one.name) - declared.indexOf(other.name));
}

/** One per column or channel; empty for resources without numbers. */
export function reductionsOf(
  frame: ObservedFrame,
  entry: ResourceEntry,
): readonly NamedReduction[] {
  for (const kind of KINDS.values()) {
    const reductions = kind.reductions(frame, entry);
    if (reductions) return reductions;
  }
  return [];
}

export const sizeText = (entry: ResourceEntry) => kindOf(entry).sizeText(entry);

export function detailsText(entry: ResourceEntry): string {
  const { format, readBy, writtenBy, origin } = entry;
  const users = [
    readBy.length > 0 && `read by ${readBy.join(', ')}`,
    writtenBy.length > 0 && `written by ${writtenBy.join(', ')}`,
  ];
  const isUnused = readBy.length + writtenBy.length === 0;
  return [
    format,
    sizeText(entry),
    kindOf(entry).contentText(entry),
    ...(isUnused ? ['unused'] : users),
    origin,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ');
}

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

export const sampler: ResourceKind = {
  entries: (frame, types) =>
    boundEntries(frame, types, 'sampler', ({ common }) => ({
      ...common,
      ...{ kind: 'sampler', size: [], bytes: 0 },
    })),
  readPage: async () => null,
  readWhole(_, { resources }, name) {
    if (resources.get(name)?.kind !== 'sampler') return null;
    return Promise.resolve(fail(`${name} is a sampler, which holds no data.`));
  },
  reductions: () => null,
  View: () => (
    <p className={styles['hint']}>
      A sampler has no content. It interpolates linearly between texels and repeats the texture.
    </p>
  ),
  sizeText: () => '',
  // The playground creates no other samplers.
  contentText: () => 'linear filter, repeats',
  downloads: () => [],
  accepts: null,
  hasThumbnail: false,
};

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

/** Keyed by the `kind` of entries. */
export const KINDS: ReadonlyMap<string, ResourceKind> = new Map(
  Object.entries({ buffer, texture, sampler, uniforms }),
);
