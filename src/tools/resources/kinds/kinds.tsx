import type { Column, ElementLayout, ScalarType } from '#core/data/columns.ts';
import type { ParameterLayouts } from '#core/data/parameterLayouts.ts';
import { playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import { typeNameOf } from '#core/plan/reflection/typeName.ts';
import {
  type BindingSlot,
  isSameSlot,
  type ResourceBinding,
  type RunDescriptor,
  type UniformBlock,
  type UniformComponent,
} from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
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
import { type Resource, texelBytes } from '#engine/gpu/resources/resource.ts';
import { type UniformInputs, writeUniforms } from '#engine/gpu/resources/uniforms.ts';
import type { Size } from '#engine/gpu/screen.ts';
import { BufferView } from '#tools/resources/panel/BufferView.tsx';
import {
  RAW,
  tableDownloads,
  textureDownloads,
} from '#tools/resources/panel/download/downloads.ts';
import styles from '#tools/resources/panel/ResourcesPanel.module.css';
import { TextureView } from '#tools/resources/panel/texture/TextureView.tsx';
import { bufferPage } from '#tools/resources/session/pages.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
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

function bytesIn({ descriptor, inputs, screen }: ObservedFrame, name: string) {
  const block = descriptor.uniformBlocks.find((each) => each.name === name);
  return block ? uniformBytes(block, inputs, screen) : null;
}

/** Keyed by the `kind` of entries. */
export const KINDS: ReadonlyMap<string, ResourceKind> = new Map(
  Object.entries({ buffer, texture, sampler, uniforms }),
);

/** A bound resource, with the part of its entry that is common to all kinds. */
interface Bound<Kind extends Resource['kind']> {
  readonly name: string;
  readonly resource: Extract<Resource, { readonly kind: Kind }>;
  readonly binding: ResourceBinding;
  readonly common: Omit<ResourceEntry, 'kind' | 'size' | 'bytes'>;
}

function boundEntries<Kind extends Resource['kind']>(
  { descriptor, resources }: ListedFrame,
  types: ParameterLayouts | null,
  kind: Kind,
  entryOf: (bound: Bound<Kind>) => ResourceEntry,
): ResourceEntry[] {
  return Object.entries(descriptor.layout).flatMap(([name, binding]) => {
    const resource = resources.get(name);
    if (!resource || !isOf(kind, resource)) return [];
    const parameter = types?.parameters.get(name);
    const common = {
      name,
      typeName: parameter ? typeNameOf(parameter.type) : kindName(binding),
      ...usersOf(binding, descriptor, name),
      origin: parameter ? originOf(parameter) : '',
      debuggedBy: null,
      isArray: false,
      is3d: false,
      layout: null,
      format: null,
    };
    return [entryOf({ name, resource, binding, common })];
  });
}

function isOf<Kind extends Resource['kind']>(
  kind: Kind,
  resource: Resource,
): resource is Extract<Resource, { readonly kind: Kind }> {
  return resource.kind === kind;
}

/** Describes the type of a resource when its reflection is unknown. */
function kindName(binding: ResourceBinding): string {
  switch (binding.kind) {
    case 'buffer':
      return binding.access === 'storage' ? 'read-write buffer' : 'buffer';
    case 'storageTexture':
    case 'texture':
    case 'target':
      return `${binding.viewDimension} texture`;
    case 'vertices':
      return 'vertices of a mesh';
    case 'sampler':
      return 'SamplerState';
  }
}

type Users = Pick<ResourceEntry, 'readBy' | 'writtenBy'>;

function usersOf(binding: ResourceBinding, descriptor: RunDescriptor, name: string): Users {
  const users = usersOfSlot(binding, descriptor);
  const dispatchedFrom = descriptor.callCommands.flatMap((call) =>
    call.type === 'INDIRECT' && call.bufferName === name ? [call.entryPoint] : [],
  );
  const { isRead, isWritten } = accessOf(binding);
  const { fetchedBy, drawnBy } = drawUsers(descriptor, name);
  return {
    readBy: [...new Set([...(isRead ? users : []), ...dispatchedFrom, ...fetchedBy])],
    writtenBy: [...new Set([...(isWritten ? users : []), ...drawnBy])],
  };
}

/** The draws that read a resource as vertices or counts, and those that draw to it. */
function drawUsers({ callCommands }: RunDescriptor, name: string) {
  const draws = callCommands.filter((call) => call.type === 'DRAW');
  const fetching = draws.filter(
    ({ vertices, indirect }) =>
      indirect?.bufferName === name ||
      (vertices.kind === 'mesh' && name.startsWith(`${vertices.mesh}.`)),
  );
  const drawing = draws.filter(
    ({ targets, depthTexture }) => targets.includes(name) || depthTexture === name,
  );
  return {
    fetchedBy: fetching.map(({ entryPoint }) => entryPoint),
    drawnBy: drawing.map(({ entryPoint, fragment }) => fragment ?? entryPoint),
  };
}

function usersOfSlot(slot: BindingSlot, { shader }: RunDescriptor): string[] {
  return Object.entries(shader.slots).flatMap(([entryPoint, slots]) =>
    slots.some((each) => isSameSlot(each, slot)) ? [entryPoint] : [],
  );
}

function accessOf(binding: ResourceBinding): { isRead: boolean; isWritten: boolean } {
  switch (binding.kind) {
    case 'buffer':
      return { isRead: true, isWritten: binding.access === 'storage' };
    case 'storageTexture':
      return {
        isRead: binding.access !== 'write-only',
        isWritten: binding.access !== 'read-only',
      };
    case 'target':
      return { isRead: false, isWritten: true };
    case 'texture':
    case 'sampler':
    case 'vertices':
      return { isRead: true, isWritten: false };
  }
}

/** The attribute that fills a resource, as written in the source; empty if there is none. */
function originOf({ attributes }: BoundParameter): string {
  return playgroundAttributes(attributes)
    .map(({ name, arguments: given }) => {
      const values = given.map((value) =>
        typeof value === 'object' ? value.expression : JSON.stringify(value),
      );
      const path = `playground::${name}`;
      return values.length > 0 ? `[${path}(${values.join(', ')})]` : `[${path}]`;
    })
    .join(' ');
}

/** The uniforms that frames write, as columns of a single element. */
function uniformLayout({ size, components }: UniformBlock): ElementLayout {
  return { stride: size, columns: components.map(columnOf), omitted: [] };
}

function uniformBytes(
  { size, components }: UniformBlock,
  inputs: UniformInputs,
  screen: Size,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  writeUniforms(new DataView(bytes.buffer), components, inputs, screen);
  return bytes;
}

const MOUSE_ELEMENTS = 4;

function columnOf(component: UniformComponent): Column {
  const { name, offset } = component;
  const [scalar, count, rows = 1] = numbersOf(component);
  const bytes = Number(/(?<!\d)\d+$/.exec(scalar)?.[0]) / 8;
  return {
    name,
    typeName: `${SLANG_NAMES[scalar] ?? scalar}${rows > 1 ? `${rows}x` : ''}${count > 1 ? count : ''}`,
    offset,
    scalar,
    components: Array.from({ length: rows * count }, (_, index) => index * bytes),
    shape: [rows, count],
    cases: null,
  };
}

const SLANG_NAMES: Partial<Record<ScalarType, string>> = {
  float16: 'half',
  float32: 'float',
  float64: 'double',
  int32: 'int',
  uint32: 'uint',
  int16: 'int16_t',
  uint16: 'uint16_t',
  int8: 'int8_t',
  uint8: 'uint8_t',
};

function numbersOf(
  component: UniformComponent,
): readonly [scalar: ScalarType, count: number, rows?: number] {
  switch (component.type) {
    case 'TIME':
    case 'FRAME_ID':
    case 'KEY':
      return [component.scalarType, 1];
    case 'MOUSE_POSITION':
      return [component.scalarType, MOUSE_ELEMENTS];
    case 'CAMERA':
      return component.part === 'CAMERA_POSITION' ? ['float32', 3] : ['float32', 4, 4];
    case 'SLIDER':
      return ['float32', 1];
    case 'COLOR_PICK':
      return ['float32', component.elementCount];
    default:
      return assertNever(component);
  }
}
