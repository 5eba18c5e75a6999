import type { ResourceBinding } from '#core/plan/runDescriptor.ts';
import type { TextureSource } from './reductionCode.ts';

/** What a shader gets that loads texels of a format. */
export function sampleOf(format: GPUTextureFormat): TextureSource['sample'] {
  if (format.endsWith('uint')) return 'u32';
  return format.endsWith('sint') ? 'i32' : 'f32';
}

export function channelsOf(format: GPUTextureFormat): number {
  return /^(?:rgba|bgra|rgb|rg|r)/.exec(format)?.[0].length ?? 4;
}

/** How a texture of the run is seen by its shader. */
export function dimensionOf(binding: ResourceBinding | undefined): TextureSource['dimension'] {
  return binding && 'viewDimension' in binding ? binding.viewDimension : '2d';
}
