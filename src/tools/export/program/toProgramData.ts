import { contentsOf } from '#core/plan/attributes/resources.ts';
import { type Contents, ZEROS_FORMAT } from '#core/plan/contents.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import {
  type CallCommand,
  OUTPUT_TEXTURE,
  PRINT_BUFFER,
  type ResourceBinding,
  type RunDescriptor,
  type UniformComponent,
} from '#core/plan/runDescriptor.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type {
  CallData,
  ProgramData,
  ResourceData,
  TextureContent,
  UniformFieldData,
} from '#tools/export/runtime/programData.ts';
import { blobBase64 } from './blobBase64.ts';
import type { ExportedProgram } from './exportedProgram.ts';
import { initialColor, initialNumber } from './initialValues.ts';

/** An address by the one in the source. */
type ImageAddress = (address: string) => string | null;

/**
 * The program for the run-time of an export, with the user's values as defaults. Rejects with a sentence
 * if a content is missing.
 *
 * @param imageAddress what takes the place of the content of an image; null for a `data:` address
 */
export async function toProgramData(
  exported: ExportedProgram,
  imageAddress: ImageAddress = () => null,
): Promise<ProgramData> {
  const { name, descriptor, uniformValues } = exported;
  const { shader, callCommands, resourceCommands, uniformBlocks, layout } = descriptor;
  const wgsl = runnableWgsl(shader.code);
  const resources: ResourceData[] = [];
  for (const { resourceName, parsedCommand } of resourceCommands) {
    const binding = ownValue(layout, resourceName);
    if (!binding) continue;
    resources.push(
      await resourceData(
        { ...exported, imageAddress },
        resourceName,
        contentsOf(parsedCommand),
        binding,
      ),
    );
  }
  const has = (wanted: string) => resources.some((resource) => resource.name === wanted);
  return {
    name,
    code: wgsl.code,
    calls: callCommands.map((call) => ({
      ...callData(call, descriptor),
      entryPoint: wgsl.nameOf(call.fnName),
    })),
    resources,
    uniformBlocks: uniformBlocks.map(({ name, slot, size, components }) => ({
      name,
      slot,
      size,
      fields: components.map((component) => fieldData(component, uniformValues)),
    })),
    picture: has(OUTPUT_TEXTURE) ? OUTPUT_TEXTURE : null,
    printing: has(PRINT_BUFFER) ? { buffer: PRINT_BUFFER, strings: shader.hashedStrings } : null,
  };
}

function callData(call: CallCommand, { shader }: RunDescriptor): Omit<CallData, 'entryPoint'> {
  const { fnName, callOnce } = call;
  return {
    name: fnName,
    once: callOnce,
    groupSize: ownValue(shader.threadGroupSizes, fnName) ?? [1, 1, 1],
    slots: (ownValue(shader.slots, fnName) ?? []).toSorted(
      (one, other) => one.group - other.group || one.binding - other.binding,
    ),
    threads: threadsData(call),
  };
}

function threadsData(call: CallCommand): CallData['threads'] {
  switch (call.type) {
    case 'FIXED_SIZE': {
      const [x = 1, y = 1, z = 1, ...more] = call.size;
      if (more.length > 0) throw new Error(`${call.fnName} asks for more than three sizes.`);
      return { kind: 'fixed', size: [x, y, z] };
    }
    case 'RESOURCE_BASED': {
      const { resourceName: name, elementSize = null } = call;
      return { kind: 'resource', name, elementSize };
    }
    case 'INDIRECT':
      return { kind: 'indirect', buffer: call.bufferName, offset: call.offset };
    default:
      return assertNever(call);
  }
}

interface Exported extends ExportedProgram {
  readonly imageAddress: ImageAddress;
}

async function resourceData(
  exported: Exported,
  name: string,
  contents: Contents,
  binding: ResourceBinding,
): Promise<ResourceData> {
  const { group, binding: index } = binding;
  const slot = { group, binding: index };
  switch (binding.kind) {
    case 'sampler':
      return { name, slot, kind: 'sampler' };
    case 'buffer': {
      const content = await bufferContent(exported, name, contents);
      return { name, slot, kind: 'buffer', access: binding.access, content };
    }
    case 'storageTexture': {
      const { access, format, viewDimension } = binding;
      const use = { kind: 'storage', access } as const;
      const content = await textureContent(exported, name, contents);
      return { name, slot, kind: 'texture', use, format, viewDimension, content };
    }
    case 'texture': {
      const { viewDimension } = binding;
      const format = contents.kind === 'image' ? contents.format : ZEROS_FORMAT;
      const content = await textureContent(exported, name, contents);
      return {
        ...{ name, slot, kind: 'texture', use: { kind: 'sampled' } },
        format,
        viewDimension,
        content,
      };
    }
    default:
      return assertNever(binding);
  }
}

type BufferContent = Extract<ResourceData, { readonly kind: 'buffer' }>['content'];

async function bufferContent(
  { contents: files, seed }: ExportedProgram,
  name: string,
  contents: Contents,
): Promise<BufferContent> {
  if (contents.kind === 'zeros' && contents.of === 'elements') {
    return { kind: 'zeros', bytes: contents.count * contents.elementSize };
  }
  if (contents.kind !== 'bytes') {
    throw new Error(`${name} is a buffer, which ${contents.kind} does not fill.`);
  }
  if (contents.from === 'random') return { kind: 'random', count: contents.count, seed };
  const file = contentOf(files, name, contents.url);
  const whole = Math.floor(file.size / contents.elementSize) * contents.elementSize;
  return { kind: 'bytes', base64: await blobBase64(file.slice(0, whole)) };
}

async function textureContent(
  { contents: files, imageAddress }: Exported,
  name: string,
  contents: Contents,
): Promise<TextureContent> {
  if (contents.kind === 'zeros' && contents.of === 'texels') {
    const { width, height, depth = 1 } = contents;
    return { kind: 'empty', width, height, depth };
  }
  if (contents.kind === 'screen') {
    const { widthScale, heightScale } = contents;
    return { kind: 'screen', widthScale, heightScale };
  }
  if (contents.kind !== 'image') {
    throw new Error(`${name} is a texture, which ${contents.kind} does not fill.`);
  }
  const urls: string[] = [];
  for (const url of contents.urls) {
    const content = contentOf(files, name, url);
    const address = imageAddress(url);
    if (address !== null) {
      urls.push(address);
      continue;
    }
    const type = content.type.replace(/;.*/, '') || 'application/octet-stream';
    urls.push(`data:${type};base64,${await blobBase64(content)}`);
  }
  return { kind: 'images', urls };
}

function contentOf(contents: ReadonlyMap<string, Blob>, name: string, address: string): Blob {
  const content = contents.get(address);
  if (!content) throw new Error(`The content of ${name}, ${address}, was not read.`);
  return content;
}

/** @param values the user's, which become the defaults */
export function fieldData(component: UniformComponent, values: UniformValues): UniformFieldData {
  const { name, offset } = component;
  switch (component.type) {
    case 'TIME':
      return { name, offset, kind: 'time', type: component.scalarType };
    case 'FRAME_ID':
      return { name, offset, kind: 'frame', type: component.scalarType };
    case 'MOUSE_POSITION':
      return { name, offset, kind: 'mouse', type: component.scalarType };
    case 'KEY':
      return { name, offset, kind: 'key', key: component.key, type: component.scalarType };
    case 'SLIDER': {
      const { min, max } = component;
      return { name, offset, kind: 'slider', default: initialNumber(component, values), min, max };
    }
    case 'COLOR_PICK': {
      const initial = initialColor(component, values);
      return { name, offset, kind: 'color', default: initial, elements: component.elementCount };
    }
    default:
      return assertNever(component);
  }
}
