import { OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import type { BoundResources } from '#engine/gpu/frame.ts';

/** The texture that a program draws its picture into; null if it draws none. */
export function pictureOf(resources: BoundResources): GPUTexture | null {
  const picture = resources.get(OUTPUT_TEXTURE);
  return picture?.kind === 'texture' ? picture.texture : null;
}
