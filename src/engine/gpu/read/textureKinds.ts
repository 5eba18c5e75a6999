import type { ResourceBinding } from '#core/plan/runDescriptor.ts';
import type { TextureSource } from './reductionCode.ts';

/** The type that a shader gets when it loads texels of this format. */
export function sampleOf(format: GPUTextureFormat): TextureSource['sample'] {
  if (format.endsWith('uint')) return 'u32';
  return format.endsWith('sint') ? 'i32' : 'f32';
}

export function channelsOf(format: GPUTextureFormat): number {
  return /^(?:rgba|bgra|rgb|rg|r)/.exec(format)?.[0].length ?? 4;
}

/** The dimension with which the run's shader declares the texture. */
export function dimensionOf(binding: ResourceBinding | undefined): TextureSource['dimension'] {
  return binding && 'viewDimension' in binding ? binding.viewDimension : '2d';
}
