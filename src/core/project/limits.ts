/** What a project may hold. Each message that refuses more gives the limit. */
export const LIMITS = {
  /** Text files, with the main file. */
  files: 200,
  /** Of all texts together, as UTF-8. */
  textBytes: 4 * 1024 * 1024,
  /** Of one image or data file. */
  assetBytes: 32 * 1024 * 1024,
  /** Of all images and data together. */
  assetsBytes: 100 * 1024 * 1024,
  /** Characters of a file's path. */
  pathLength: 100,
} as const;
