import type { ParsedResourceCommand, ResourceCommand } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/bytesText.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** What a resource holds at first, for a comment. */
export function contentText(
  { parsedCommand }: ResourceCommand,
  { contents, seed }: Pick<ExportedProgram, 'contents' | 'seed'>,
): string {
  const fileText = (address: string) => {
    const file = contents.get(address);
    const shown = address.startsWith('data:') ? 'a data address' : address;
    return file ? `${shown} (${bytesText(file.size)})` : shown;
  };
  switch (parsedCommand.type) {
    case 'ZEROS':
      return `zeros, ${parsedCommand.count} elements of ${bytesText(parsedCommand.elementSize)}`;
    case 'RAND':
      return `${parsedCommand.count} random floats in [0, 1), seed ${seed}`;
    case 'SAMPLER':
      return 'linear, repeating';
    case 'BLACK':
      return `zeros, ${parsedCommand.width} x ${parsedCommand.height} texels`;
    case 'BLACK_3D':
      return `zeros, ${parsedCommand.width} x ${parsedCommand.height} x ${parsedCommand.depth} texels`;
    case 'BLACK_SCREEN':
      return `zeros, ${parsedCommand.widthScale} x ${parsedCommand.heightScale} of the picture's width and height`;
    case 'URL':
      return `${parsedCommand.urls.length > 1 ? 'images, a layer each: ' : 'image '}${parsedCommand.urls.map(fileText).join(', ')}`;
    case 'DATA':
      return `bytes of ${fileText(parsedCommand.url)}`;
    default:
      return assertNever(parsedCommand);
  }
}

/**
 * Bytes of a buffer that a command fills; 0 for textures and samplers.
 *
 * @param stride of an element in the module, if it is known
 */
export function contentBytes(
  command: ParsedResourceCommand,
  { contents }: Pick<ExportedProgram, 'contents'>,
  stride = 0,
): number {
  switch (command.type) {
    case 'ZEROS':
      return command.count * Math.max(command.elementSize, stride);
    case 'RAND':
      return command.count * Float32Array.BYTES_PER_ELEMENT;
    case 'DATA': {
      const size = contents.get(command.url)?.size ?? 0;
      return size - (size % command.elementSize);
    }
    default:
      return 0;
  }
}
