import type { ResourceCommand, RunDescriptor } from '#program/runDescriptor.ts';
import { assertNever } from '#shared/assertNever.ts';
import type { Size } from './screen.ts';

/** What a run binds: everything here lives and dies with its run. */
export interface RunResources {
  readonly uniformBuffer: GPUBuffer | null;
  readonly bindGroup: GPUBindGroup;
  /** Undefined if the shader has no such texture. */
  texture(name: string): GPUTexture | undefined;
  /**
   * Makes textures that are sized to the screen anew, with the old content where the sizes
   * overlap. Does nothing if the size is as before.
   */
  resize(screen: Size): void;
  destroy(): void;
}

/** Throws `Cannot create bind-group. …` if a resource has nothing that makes it. */
export function createResources(
  device: GPUDevice,
  bindGroupLayout: GPUBindGroupLayout,
  descriptor: RunDescriptor,
  screen: Size,
): RunResources {
  const { layout, resourceCommands, uniformSize } = descriptor;
  const textures = new Map<string, GPUTexture>();
  for (const command of resourceCommands) {
    textures.set(command.resourceName, createTexture(device, command, layout, screen));
  }
  const uniformBuffer =
    uniformSize > 0
      ? device.createBuffer({
          label: 'uniforms',
          size: uniformSize,
          usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
        })
      : null;
  const bind = () => createBindGroup(device, bindGroupLayout, descriptor, textures, uniformBuffer);
  let bindGroup = bind();
  let size = screen;
  return {
    uniformBuffer,
    get bindGroup() {
      return bindGroup;
    },
    texture: (name) => textures.get(name),
    resize(next) {
      if (next.width === size.width && next.height === size.height) return;
      size = next;
      for (const command of resourceCommands) {
        if (command.parsedCommand.type !== 'BLACK_SCREEN') continue;
        const old = textures.get(command.resourceName);
        const grown = createTexture(device, command, layout, next);
        if (old) copyOverlap(device, old, grown);
        textures.set(command.resourceName, grown);
      }
      bindGroup = bind();
    },
    destroy() {
      uniformBuffer?.destroy();
      for (const texture of textures.values()) texture.destroy();
    },
  };
}

function copyOverlap(device: GPUDevice, from: GPUTexture, to: GPUTexture): void {
  const encoder = device.createCommandEncoder({ label: 'keep the picture through a resize' });
  encoder.copyTextureToTexture({ texture: from }, { texture: to }, [
    Math.min(from.width, to.width),
    Math.min(from.height, to.height),
  ]);
  device.queue.submit([encoder.finish()]);
  from.destroy();
}

function createTexture(
  device: GPUDevice,
  { resourceName, parsedCommand }: ResourceCommand,
  layout: RunDescriptor['layout'],
  screen: Size,
): GPUTexture {
  const binding = layout[resourceName];
  if (binding?.kind !== 'storageTexture') {
    throw new Error(
      `Failed to create texture ${resourceName}: ${parsedCommand.type} needs a storage texture such as WTexture2D.`,
    );
  }
  return device.createTexture({
    label: resourceName,
    size: textureSize(parsedCommand, screen),
    format: binding.format,
    usage:
      GPUTextureUsage.STORAGE_BINDING |
      GPUTextureUsage.TEXTURE_BINDING |
      GPUTextureUsage.COPY_SRC |
      GPUTextureUsage.COPY_DST,
  });
}

function textureSize(command: ResourceCommand['parsedCommand'], screen: Size): GPUExtent3D {
  switch (command.type) {
    case 'BLACK':
      return [command.width, command.height];
    case 'BLACK_SCREEN':
      return [
        Math.max(1, Math.round(screen.width * command.widthScale)),
        Math.max(1, Math.round(screen.height * command.heightScale)),
      ];
    case 'ZEROS':
    case 'SAMPLER':
    case 'BLACK_3D':
    case 'URL':
    case 'DATA':
    case 'RAND':
      throw new Error(`Failed to create a resource: this runner cannot do ${command.type} yet.`);
    default:
      return assertNever(command);
  }
}

function createBindGroup(
  device: GPUDevice,
  bindGroupLayout: GPUBindGroupLayout,
  { layout, uniformBinding }: RunDescriptor,
  textures: ReadonlyMap<string, GPUTexture>,
  uniformBuffer: GPUBuffer | null,
): GPUBindGroup {
  const unbound = Object.keys(layout).filter((name) => !textures.has(name));
  if (unbound.length > 0) {
    throw new Error(
      `Cannot create bind-group. The following resources are not bound: ${unbound.join(', ')}`,
    );
  }
  const entries: GPUBindGroupEntry[] = [...textures].flatMap(([name, texture]) => {
    const binding = layout[name];
    return binding ? [{ binding: binding.binding, resource: texture.createView() }] : [];
  });
  if (uniformBuffer && uniformBinding !== null) {
    entries.push({ binding: uniformBinding, resource: { buffer: uniformBuffer } });
  }
  return device.createBindGroup({ label: 'bind group 0', layout: bindGroupLayout, entries });
}
