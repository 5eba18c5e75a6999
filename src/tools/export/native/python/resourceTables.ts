import type {
  ParsedResourceCommand,
  ResourceBinding,
  ResourceCommand,
} from '#core/plan/runDescriptor.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { DataFile } from '#tools/export/program/dataFiles.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { PythonValue } from './pythonText.ts';

export interface ResourceTables {
  readonly buffers: ReadonlyMap<string, PythonValue>;
  readonly textures: ReadonlyMap<string, PythonValue>;
  readonly samplers: readonly string[];
}

/** What the script makes of each resource. */
export function resourceTables(
  { descriptor }: ExportedProgram,
  files: ReadonlyMap<string, DataFile>,
): ResourceTables {
  const buffers = new Map<string, PythonValue>();
  const textures = new Map<string, PythonValue>();
  const samplers: string[] = [];
  for (const { resourceName, parsedCommand } of descriptor.resourceCommands) {
    const binding = ownValue(descriptor.layout, resourceName);
    const buffer = bufferRow(parsedCommand, files);
    const texture = textureRow(parsedCommand, binding, files);
    if (buffer) buffers.set(resourceName, buffer);
    if (texture) textures.set(resourceName, texture);
    if (parsedCommand.type === 'SAMPLER') samplers.push(resourceName);
  }
  return { buffers, textures, samplers };
}

function bufferRow(
  command: ParsedResourceCommand,
  files: ReadonlyMap<string, DataFile>,
): PythonValue {
  switch (command.type) {
    case 'ZEROS': {
      const { count, elementSize } = command;
      return { kind: 'zeros', bytes: count * elementSize, element: elementSize };
    }
    case 'RAND':
      return { kind: 'random', count: command.count, element: Float32Array.BYTES_PER_ELEMENT };
    case 'DATA': {
      const path = files.get(command.url)?.path ?? '';
      return { kind: 'file', path, element: command.elementSize };
    }
    default:
      return null;
  }
}

function textureRow(
  command: ParsedResourceCommand,
  binding: ResourceBinding | undefined,
  files: ReadonlyMap<string, DataFile>,
): PythonValue {
  const view = binding && 'viewDimension' in binding ? binding.viewDimension : '2d';
  const type = `texture_${view.replace('-', '_')}`;
  const format = binding?.kind === 'storageTexture' ? binding.format : 'rgba8unorm';
  const empty = { type, format: pythonFormat(format), files: [], of_picture: false };
  switch (command.type) {
    case 'BLACK':
      return { ...empty, width: command.width, height: command.height, depth: 1 };
    case 'BLACK_3D':
      return { ...empty, width: command.width, height: command.height, depth: command.depth };
    case 'BLACK_SCREEN': {
      const { widthScale, heightScale } = command;
      return { ...empty, of_picture: true, width: widthScale, height: heightScale, depth: 1 };
    }
    case 'URL':
      return {
        ...{ ...empty, format: pythonFormat(command.format), depth: 1 },
        files: command.urls.map((url) => files.get(url)?.path ?? ''),
      };
    default:
      return null;
  }
}

/** Such as `rgba8_unorm` for `rgba8unorm`. */
export function pythonFormat(format: GPUTextureFormat): string {
  return format.replace(/(?<=\d)(?=(?:unorm|snorm|uint|sint|float)$)/, '_');
}

/** The resources whose images the script cannot convert. */
export function unreadableImages(commands: readonly ResourceCommand[]): readonly ResourceCommand[] {
  return commands.filter(
    ({ parsedCommand }) =>
      parsedCommand.type === 'URL' &&
      !/^(?:rgba|rg|r)(?:8_unorm|16_float|32_float)$/.test(pythonFormat(parsedCommand.format)),
  );
}
