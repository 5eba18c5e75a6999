import { readPrintRecords } from '#core/plan/printing/readPrintRecords.ts';
import { messageOf } from '#core/util/errors.ts';
import { catchRefusals } from '#engine/gpu/errorScopes.ts';
import { readBytes } from '#engine/gpu/readBack.ts';
import {
  bindingResource,
  destroyResource,
  type Resource,
  replaceResource,
} from '#engine/gpu/resources/resource.ts';
import type { Program } from './program.ts';
import {
  bindProgramCalls,
  createProgramCalls,
  encodeProgramCalls,
  isAt,
  type ProgramCall,
} from './programCalls.ts';
import { type LoadedContents, loadContents, releaseContents } from './programContents.ts';
import type { PrintingData, ProgramData, SlotData } from './programData.ts';
import { createProgramResource, type PictureSize } from './programResources.ts';
import { type ProgramValue, writeBlock } from './programUniforms.ts';

/**
 * Makes a program on a device. Rejects with a sentence if the device cannot have its resources, or
 * refuses its code.
 *
 * @param size of the picture, in pixels
 */
export async function createProgramOf(
  device: GPUDevice,
  data: ProgramData,
  size: PictureSize,
): Promise<Program> {
  const [calls, contents] = await Promise.all([
    createProgramCalls(device, data),
    loadContents(data.resources),
  ]);
  const refusal = catchRefusals(device);
  let program: Program | null = null;
  let reason: string | null = null;
  try {
    program = bindProgram(device, data, calls, createOwned(device, data, contents, size));
  } catch (thrown) {
    reason = messageOf(thrown);
  } finally {
    releaseContents(contents);
  }
  const refused = await refusal();
  if (program && !refused) return program;
  program?.destroy();
  throw new Error(reason ?? `The device refuses the program's resources: ${refused?.message}`);
}

/** What a program owns on its device. */
interface Owned {
  readonly resources: Map<string, Resource>;
  /** One for each block; null for those that nothing uses. */
  readonly uniforms: readonly (GPUBuffer | null)[];
  size: PictureSize;
}

function createOwned(
  device: GPUDevice,
  { resources, uniformBlocks }: ProgramData,
  contents: LoadedContents,
  size: PictureSize,
): Owned {
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const made = new Map<string, Resource>();
  try {
    for (const resource of resources) {
      made.set(resource.name, createProgramResource(device, resource, contents, size));
    }
  } catch (thrown) {
    for (const resource of made.values()) destroyResource(resource);
    throw thrown;
  }
  const uniforms = uniformBlocks.map(
    ({ name, slot, size }) => slot && device.createBuffer({ label: name, size, usage }),
  );
  return { resources: made, uniforms, size };
}

function bindProgram(
  device: GPUDevice,
  data: ProgramData,
  calls: readonly ProgramCall[],
  owned: Owned,
): Program {
  const { resources, uniforms } = owned;
  const resourceAt = createFinder(data, owned);
  const bind = () => bindProgramCalls(device, calls, resourceAt, resources);
  let bound = bind();
  const writeUniforms = createUniforms(device, data, uniforms);
  const printed = data.printing && resources.get(data.printing.buffer);
  const encode: Program['encode'] = (encoder, inputs) => {
    writeUniforms.write(inputs);
    if (printed?.kind === 'buffer') encoder.clearBuffer(printed.buffer);
    encodeProgramCalls(encoder, bound, inputs.frame === 0);
  };
  const textures = () =>
    Object.fromEntries(
      [...resources].flatMap(([name, each]) =>
        each.kind === 'texture' ? [[name, each.texture]] : [],
      ),
    );
  return {
    setUniform: writeUniforms.set,
    resize(width, height) {
      if (width === owned.size.width && height === owned.size.height) return;
      owned.size = { width, height };
      if (remakeScreens(device, data, owned)) bound = bind();
    },
    encode,
    frame(inputs) {
      const encoder = device.createCommandEncoder({ label: `frame ${inputs.frame}` });
      encode(encoder, inputs);
      device.queue.submit([encoder.finish()]);
    },
    picture() {
      const picture = data.picture === null ? null : resources.get(data.picture);
      return picture?.kind === 'texture' ? picture.texture : null;
    },
    async printed() {
      if (!data.printing || printed?.kind !== 'buffer') return '';
      return readPrinted(device, data.printing, printed.buffer);
    },
    buffers: Object.fromEntries(
      [...resources].flatMap(([name, each]) =>
        each.kind === 'buffer' ? [[name, each.buffer]] : [],
      ),
    ),
    textures,
    destroy() {
      for (const resource of resources.values()) destroyResource(resource);
      for (const buffer of uniforms) buffer?.destroy();
    },
  };
}

/** A function that gives what is bound at a slot. */
function createFinder(
  { resources, uniformBlocks }: ProgramData,
  owned: Owned,
): (slot: SlotData) => GPUBindingResource {
  return (slot) => {
    const block = owned.uniforms[uniformBlocks.findIndex((each) => isAt(each.slot, slot))];
    if (block) return { buffer: block };
    const name = resources.find((each) => isAt(each.slot, slot))?.name ?? '';
    const resource = owned.resources.get(name);
    if (resource) return bindingResource(resource);
    throw new Error(`Nothing is bound at binding ${slot.binding} of group ${slot.group}.`);
  };
}

/** Makes the textures of the picture's size anew. True if there are any. */
function remakeScreens(device: GPUDevice, data: ProgramData, owned: Owned): boolean {
  const screens = data.resources.filter(
    (each) => each.kind === 'texture' && each.content.kind === 'screen',
  );
  for (const resource of screens) {
    const old = owned.resources.get(resource.name);
    if (!old) continue;
    const made = createProgramResource(device, resource, new Map(), owned.size);
    replaceResource(device, old, made);
    owned.resources.set(resource.name, made);
  }
  return screens.length > 0;
}

/** Writes the uniform blocks of a frame, and knows what was set. */
function createUniforms(
  device: GPUDevice,
  { uniformBlocks }: ProgramData,
  buffers: readonly (GPUBuffer | null)[],
): { set: Program['setUniform']; write(inputs: Parameters<Program['frame']>[0]): void } {
  const values = new Map<string, ProgramValue>();
  const blocks = uniformBlocks.map((block, index) => ({
    block,
    buffer: buffers[index],
    view: new DataView(new ArrayBuffer(block.size)),
  }));
  const kinds = new Map(
    uniformBlocks.flatMap(({ fields }) => fields.map(({ name, kind }) => [name, kind] as const)),
  );
  return {
    set(name, value) {
      const wanted = typeof value === 'number' ? 'slider' : 'color';
      if (kinds.get(name) !== wanted) throw new Error(`There is no ${wanted} named ${name}.`);
      values.set(name, value);
    },
    write(inputs) {
      for (const { block, buffer, view } of blocks) {
        if (!buffer) continue;
        writeBlock(view, block, inputs, values);
        device.queue.writeBuffer(buffer, 0, view);
      }
    },
  };
}

/** What the last submitted frame has printed. */
async function readPrinted(
  device: GPUDevice,
  { strings }: PrintingData,
  buffer: GPUBuffer,
): Promise<string> {
  return readPrintRecords(new Uint32Array(await readBytes(device, buffer)), strings).text;
}
