import { contentsOf } from '#core/plan/attributes/resources.ts';
import { knownBytes, texelSides } from '#core/plan/contents.ts';
import type { ParsedResourceCommand, ResourceCommand } from '#core/plan/runDescriptor.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText } from '#core/util/countText.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** Describes a resource's initial content for a comment. */
export function contentText(
  { parsedCommand }: ResourceCommand,
  { contents, seed }: Pick<ExportedProgram, 'contents' | 'seed'>,
): string {
  const fileText = (address: string) => {
    const file = contents.get(address);
    const shown = address.startsWith('data:') ? 'a data address' : address;
    return file ? `${shown} (${bytesText(file.size)})` : shown;
  };
  const held = contentsOf(parsedCommand);
  switch (held.kind) {
    case 'zeros':
      return held.of === 'elements'
        ? `zeros, ${held.count} elements of ${bytesText(held.elementSize)}`
        : `zeros, ${texelSides(held).join(' x ')} texels`;
    case 'screen':
      return `zeros, ${held.widthScale} x ${held.heightScale} of the picture's width and height`;
    case 'bytes':
      return held.from === 'random'
        ? `${held.count} random floats in [0, 1), seed ${seed}`
        : `bytes of ${fileText(held.url)}`;
    case 'image':
      return `${held.urls.length > 1 ? 'images, a layer each: ' : 'image '}${held.urls.map(fileText).join(', ')}`;
    case 'sampler':
      return 'linear, repeating';
    default:
      return assertNever(held);
  }
}

/**
 * Size in bytes of a buffer that a command fills; 0 for textures and samplers.
 *
 * @param stride of an element in the module, if known
 */
export function contentBytes(
  command: ParsedResourceCommand,
  { contents }: Pick<ExportedProgram, 'contents'>,
  stride = 0,
): number {
  const held = contentsOf(command);
  if (held.kind === 'zeros' && held.of === 'elements') {
    return held.count * Math.max(held.elementSize, stride);
  }
  if (held.kind === 'bytes' && held.from === 'file') {
    const size = contents.get(held.url)?.size ?? 0;
    return size - (size % held.elementSize);
  }
  return knownBytes(held) ?? 0;
}
