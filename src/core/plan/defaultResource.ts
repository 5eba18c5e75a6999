import { PRINT_BUFFER_BYTES } from '#core/plan/printing/printBuffer.ts';
import type { BoundParameter } from './boundParameter.ts';
import { bufferElementSize, is2DTexture } from './resourceKinds.ts';
import { OUTPUT_TEXTURE, type ParsedResourceCommand, PRINT_BUFFER } from './runDescriptor.ts';

/**
 * The initial content of a resource without an attribute: the default sampler for samplers, and for the
 * two resources that the playground reads, what its modules declare (specification, section
 * 9). Undefined for all others: their size is unknown.
 */
export function defaultResource({ name, type }: BoundParameter): ParsedResourceCommand | undefined {
  if (type.kind === 'samplerState') return { type: 'SAMPLER' };
  if (name === OUTPUT_TEXTURE && is2DTexture(type) && type.access !== 'read') {
    return { type: 'BLACK_SCREEN', widthScale: 1, heightScale: 1 };
  }
  const size = name === PRINT_BUFFER ? bufferElementSize(type) : undefined;
  return size === undefined
    ? undefined
    : { type: 'ZEROS', count: Math.ceil(PRINT_BUFFER_BYTES / size), elementSize: size };
}
