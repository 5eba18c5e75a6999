import { contentsOf } from '#core/plan/attributes/resources.ts';
import type { AttributeContents, FilledResource } from '#core/plan/contents.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import type { CallCommand, RunDescriptor, UniformComponent } from '#core/plan/runDescriptor.ts';
import { runnableWgsl } from '#core/plan/wgsl/runnableWgsl.ts';
import { encodeBase64 } from '#core/util/base64.ts';
import { ownValue } from '#core/util/ownValue.ts';
import { runInSlices, type Sliced } from '#core/util/slices.ts';
import type { ProgramData } from '#tools/export/runtime/programData.ts';
import type { ExportedProgram } from './exportedProgram.ts';
import { followsCamera, initialCamera, initialColor, initialNumber } from './initialValues.ts';
import { contentOf, createMeshFileReader } from './meshFiles.ts';

/** Maps an address in the source to its replacement. */
type ImageAddress = (address: string) => string | null;

/**
 * Converts the program for the export runtime, with the user's values as defaults. Rejects with a
 * sentence if the content of a resource is missing.
 *
 * @param imageAddress the address to use for an image; null for a `data:` address
 */
export async function toProgramData(
  program: ExportedProgram,
  imageAddress: ImageAddress = () => null,
): Promise<ProgramData> {
  const { name, descriptor, seed, uniformValues, contents } = program;
  const { layout, resourceCommands, uniformBlocks } = descriptor;
  const readMeshPart = createMeshFileReader(contents);
  const resources: FilledResource[] = [];
  for (const { resourceName, parsedCommand } of resourceCommands) {
    const fileAt = (address: string) => contentOf(contents, resourceName, address);
    resources.push({
      resourceName,
      contents: await withFiles(contentsOf(parsedCommand), fileAt, imageAddress, readMeshPart),
    });
  }
  return {
    ...{ name, seed, layout, resources },
    ...(descriptor.shader.stages ? drawingCode(descriptor) : kernelCode(descriptor)),
    ...(followsCamera(descriptor) && { camera: initialCamera(uniformValues) }),
    uniformBlocks: uniformBlocks.map((block) => ({
      ...block,
      components: block.components.map((component) => withInitial(component, uniformValues)),
    })),
  };
}

type ProgramCode = Pick<ProgramData, 'shader' | 'callCommands' | 'entryPoints'>;

function kernelCode({ shader, callCommands }: RunDescriptor): ProgramCode {
  const { code, nameOf } = runnableWgsl(shader.code);
  return {
    callCommands,
    shader: { ...shader, code },
    entryPoints: Object.fromEntries(
      callCommands.map(({ entryPoint }) => [entryPoint, nameOf(entryPoint)]),
    ),
  };
}

/** If a program draws, draws have their own code, and kernels too. */
function drawingCode({ shader, callCommands }: RunDescriptor): ProgramCode {
  const kernels = callCommands.flatMap(({ type, entryPoint }) => {
    const code = ownValue(shader.stages ?? {}, entryPoint);
    return type === 'DRAW' || code === undefined ? [] : [{ entryPoint, ...runnableWgsl(code) }];
  });
  return {
    callCommands: callCommands.map(withRunnableCode),
    shader: {
      ...{ ...shader, code: '' },
      stages: Object.fromEntries(kernels.map(({ entryPoint, code }) => [entryPoint, code])),
    },
    entryPoints: Object.fromEntries(
      kernels.map(({ entryPoint, nameOf }) => [entryPoint, nameOf(entryPoint)]),
    ),
  };
}

function withRunnableCode(call: CallCommand): CallCommand {
  if (call.type !== 'DRAW') return call;
  const { vertex, fragment } = call.code;
  return {
    ...call,
    code: {
      vertex: runnableWgsl(vertex).code,
      fragment: fragment === null ? null : runnableWgsl(fragment).code,
    },
  };
}

/** Replaces addresses with the files' contents, and meshes with the bytes of a file. */
async function withFiles(
  contents: AttributeContents,
  fileAt: (address: string) => Blob,
  imageAddress: ImageAddress,
  readMeshPart: ReturnType<typeof createMeshFileReader>,
): Promise<AttributeContents> {
  if (contents.kind === 'image') {
    const urls: string[] = [];
    for (const url of contents.urls) {
      const file = fileAt(url);
      urls.push(imageAddress(url) ?? (await dataAddress(file, file.type.replace(/;.*/, ''))));
    }
    return { ...contents, urls };
  }
  if (contents.kind !== 'bytes' || contents.from === 'random') return contents;
  if (contents.from === 'mesh') {
    const url = await dataAddress(await readMeshPart(contents));
    return { type: contents.type, kind: 'bytes', from: 'file', url, elementSize: 4 };
  }
  const file = fileAt(contents.url);
  const whole = Math.floor(file.size / contents.elementSize) * contents.elementSize;
  return { ...contents, url: await dataAddress(file.slice(0, whole)) };
}

async function dataAddress(file: Blob, type = ''): Promise<string> {
  return `data:${type || 'application/octet-stream'};base64,${await blobBase64(file)}`;
}

/** @param values the user's values, which become the defaults */
function withInitial(component: UniformComponent, values: UniformValues): UniformComponent {
  switch (component.type) {
    case 'SLIDER':
      return { ...component, default: initialNumber(component, values) };
    case 'COLOR_PICK':
      return { ...component, default: initialColor(component, values) };
    default:
      return component;
  }
}

/** Bytes to encode at a time: a multiple of three. */
const PART = 3 << 17;

/** Encodes the content as base64 without a long task. */
async function blobBase64(blob: Blob): Promise<string> {
  return runInSlices(encodeParts(new Uint8Array(await blob.arrayBuffer())));
}

function* encodeParts(bytes: Uint8Array): Sliced<string> {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) {
    parts.push(encodeBase64(bytes.subarray(at, at + PART)));
    yield;
  }
  return parts.join('');
}
