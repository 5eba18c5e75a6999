import type { FilledResource } from '#core/plan/contents.ts';
import { readPrintRecords } from '#core/plan/printing/readPrintRecords.ts';
import type { UniformValues } from '#core/plan/runControls.ts';
import { PRINT_BUFFER, uniformComponents } from '#core/plan/runDescriptor.ts';
import { decodeBase64 } from '#core/util/base64.ts';
import { messageOf } from '#core/util/errors.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { Result } from '#core/util/result.ts';
import { createCallPipeline, createGroupLayouts } from '#engine/gpu/callPipeline.ts';
import { bindCalls } from '#engine/gpu/dispatch.ts';
import { encodeFrame } from '#engine/gpu/encodeFrame.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import type { CallPipeline, DrawPipeline, DrawRequest } from '#engine/gpu/frame.ts';
import { readBytes } from '#engine/gpu/readBack.ts';
import { decodeImage } from '#engine/gpu/resources/decodeImage.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import { createRandomFloats } from '#engine/gpu/resources/randomFloats.ts';
import type { LoadedData, ResourceData } from '#engine/gpu/resources/resourceData.ts';
import { fillResources, type RunResources } from '#engine/gpu/resources/resources.ts';
import {
  type CameraCode,
  createUniformWriter,
  provideCamera,
} from '#engine/gpu/resources/uniforms.ts';
import type { Size } from '#engine/gpu/screen.ts';
import type { Program } from './program.ts';
import type { ProgramData } from './programData.ts';

/** Code that only some programs need. */
export interface RuntimeParts {
  /** For programs that draw. */
  readonly createDrawPipeline?: (request: DrawRequest) => Promise<Result<DrawPipeline>>;
  /** For programs that follow the camera. */
  readonly camera?: CameraCode;
}

/**
 * Creates a program on a device. Rejects with a sentence if the device cannot allocate its
 * resources or rejects its code.
 *
 * @param size of the picture, in pixels
 */
export async function createProgramOf(
  device: GPUDevice,
  data: ProgramData,
  size: Size,
  parts: RuntimeParts = {},
): Promise<Program> {
  if (parts.camera) provideCamera(parts.camera);
  const [pipelines, contents] = await Promise.all([
    createProgramPipelines(device, data, parts),
    loadContents(data),
  ]);
  const refusal = catchRefusals(device);
  let resources: RunResources | null = null;
  let program: Program | null = null;
  let reason: string | null = null;
  try {
    resources = fillResources(device, data, contents, size);
    program = bindProgram(device, data, pipelines, resources);
  } catch (thrown) {
    reason = messageOf(thrown);
  } finally {
    releaseContents(contents);
  }
  const refused = await refusal();
  if (program && !refused) return program;
  resources?.destroy();
  throw new Error(reason ?? `The device refuses the program's resources: ${refused?.message}`);
}

/** Rejects with the browser's error messages. */
async function createProgramPipelines(
  device: GPUDevice,
  data: ProgramData,
  { createDrawPipeline: createDraw }: RuntimeParts,
): Promise<readonly CallPipeline[]> {
  const { callCommands, entryPoints, layout } = data;
  const moduleOf = await createModules(device, data);
  const groupsOf = createGroupLayouts(device, data);
  return Promise.all(
    callCommands.map(async (call): Promise<CallPipeline> => {
      const groups = groupsOf(call);
      const { entryPoint } = call;
      if (call.type === 'DRAW') {
        const drawn = await createDraw?.({ device, call, groups, layout, moduleOf });
        if (drawn?.ok) return drawn.value;
        throw new Error(drawn?.error ?? `The code that draws ${entryPoint} is missing.`);
      }
      const { module } = moduleOf(codeOf(data, entryPoint));
      const compute = { module, entryPoint: ownValue(entryPoints, entryPoint) ?? entryPoint };
      const pipeline = await createCallPipeline(device, entryPoint, compute, groups);
      return { call, groups, pipeline };
    }),
  );
}

/** The WGSL with a kernel: its own if the program draws. */
function codeOf({ shader: { code, stages = {} } }: ProgramData, entryPoint: string): string {
  return ownValue(stages, entryPoint) ?? code;
}

/** Creates the modules of all calls. Rejects with the browser's error messages. */
async function createModules(
  device: GPUDevice,
  data: ProgramData,
): Promise<DrawRequest['moduleOf']> {
  const texts = data.callCommands.flatMap((call) =>
    call.type === 'DRAW' ? Object.values(call.code) : codeOf(data, call.entryPoint),
  );
  const modules = new Map<string | null, GPUShaderModule>();
  for (const code of new Set(texts)) {
    if (code !== null) modules.set(code, device.createShaderModule({ label: data.name, code }));
  }
  for (const module of modules.values()) {
    const { messages } = await module.getCompilationInfo();
    const errors = messages.filter(({ type }) => type === 'error');
    if (errors.length > 0) {
      const lines = errors.map(({ lineNum, message }) => `line ${lineNum}: ${message}`);
      throw new Error(`The browser rejects the program's WGSL. ${lines.join('\n')}`);
    }
  }
  return (text) => {
    const module = modules.get(text);
    if (!module) throw new Error('No call has this code.');
    return { module };
  };
}

function bindProgram(
  device: GPUDevice,
  data: ProgramData,
  pipelines: readonly CallPipeline[],
  resources: RunResources,
): Program {
  const bind = () => bindCalls(device, data, pipelines, resources);
  let calls = bind();
  const types = new Map<string, string>(
    uniformComponents(data).map(({ name, type }) => [name, type]),
  );
  let values: UniformValues = data.camera ?? {};
  // Like a colour, they have three numbers.
  for (const name of Object.keys(values)) types.set(name, 'COLOR_PICK');
  const writeUniforms = createUniformWriter(device, data);
  const encode: Program['encode'] = (encoder, inputs) => {
    const isKeyDown = (name: string) => inputs.keys.has(name);
    writeUniforms(resources.uniformBuffers, { ...inputs, isKeyDown, values }, resources.screen);
    encodeFrame(encoder, calls, resources, inputs.frame);
  };
  return {
    setUniform(name, value) {
      const [wanted, type] =
        typeof value === 'number' ? ['slider', 'SLIDER'] : ['color', 'COLOR_PICK'];
      if (types.get(name) !== type) throw new Error(`There is no ${wanted} named ${name}.`);
      values = { ...values, [name]: value };
    },
    resize(width, height) {
      if (resources.resize({ width, height })) calls = bind();
    },
    encode,
    frame(inputs) {
      const encoder = device.createCommandEncoder({ label: `frame ${inputs.frame}` });
      encode(encoder, inputs);
      device.queue.submit([encoder.finish()]);
    },
    picture: () => pictureOf(resources),
    async printed() {
      const printed = resources.get(PRINT_BUFFER);
      if (printed?.kind !== 'buffer') return '';
      const words = new Uint32Array(await readBytes(device, printed.buffer));
      return readPrintRecords(words, data.shader.hashedStrings).text;
    },
    buffers: Object.fromEntries(
      [...resources.byName].flatMap(([name, each]) =>
        each.kind === 'buffer' ? [[name, each.buffer]] : [],
      ),
    ),
    textures: () =>
      Object.fromEntries(
        [...resources.byName].flatMap(([name, each]) =>
          each.kind === 'texture' ? [[name, each.texture]] : [],
        ),
      ),
    destroy: () => resources.destroy(),
  };
}

/** Decodes data and images, and generates random numbers. Rejects with the resource's name. */
export async function loadContents({
  resources,
  seed,
}: Pick<ProgramData, 'resources' | 'seed'>): Promise<LoadedData> {
  const loaded = await Promise.all(resources.map((resource) => loadContent(resource, seed)));
  return new Map(loaded.flatMap((each) => (each ? [each] : [])));
}

/** Frees decoded images after textures have copied them. */
function releaseContents(data: LoadedData): void {
  for (const each of data.values()) {
    if (each.kind === 'images') for (const image of each.images) image.close();
  }
}

async function loadContent(
  { resourceName: name, contents }: FilledResource,
  seed: number,
): Promise<readonly [name: string, data: ResourceData] | null> {
  if (contents.kind === 'image') {
    const images = await decoded(name, () => Promise.all(contents.urls.map(imageAt)));
    return [name, { kind: 'images', images: layersOf(name, images) }];
  }
  if (contents.kind !== 'bytes' || contents.from === 'mesh') return null;
  const bytes =
    contents.from === 'file'
      ? await decoded(name, async () => (await contentAt(contents.url)).arrayBuffer())
      : Float32Array.from({ length: contents.count }, createRandomFloats(seed, name)).buffer;
  return [name, { kind: 'bytes', bytes }];
}

function layersOf(
  name: string,
  [first, ...others]: readonly ImageBitmap[],
): readonly [ImageBitmap, ...ImageBitmap[]] {
  if (!first) throw new Error(`There is no image for ${name}.`);
  if (others.some(({ width, height }) => width !== first.width || height !== first.height)) {
    throw new Error(`The images of ${name} are layers, which must have one size.`);
  }
  return [first, ...others];
}

async function decoded<Value>(name: string, decode: () => Promise<Value>): Promise<Value> {
  try {
    return await decode();
  } catch (thrown) {
    throw new Error(`The content of ${name} cannot be decoded: ${messageOf(thrown)}`);
  }
}

async function imageAt(url: string): Promise<ImageBitmap> {
  return decodeImage(await contentAt(url));
}

const DATA_ADDRESS = /^data:([^,]*);base64,/;

async function contentAt(url: string): Promise<Blob> {
  const [start, type] = DATA_ADDRESS.exec(url) ?? [];
  if (start !== undefined && type !== undefined) {
    const bytes = decodeBase64(url.slice(start.length));
    if (!bytes.ok) throw new Error(bytes.error);
    // Not with `fetch`, which a page's security policy may forbid.
    return new Blob([bytes.value], { type });
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}`);
  return response.blob();
}
