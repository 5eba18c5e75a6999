/** The specification's default sampler: linear filtering, repeating. */
export const DEFAULT_SAMPLER = {
  magFilter: 'linear',
  minFilter: 'linear',
  addressModeU: 'repeat',
  addressModeV: 'repeat',
  addressModeW: 'repeat',
} as const;
