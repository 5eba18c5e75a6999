/** Limits of a project. Each error message about a limit states it. */
export const LIMITS = {
  /** Number of text files, including the main file. */
  files: 200,
  /** Total size of all texts in UTF-8. */
  textBytes: 4 * 1024 * 1024,
  /** Size of one image or data file. */
  assetBytes: 32 * 1024 * 1024,
  /** Total size of all images and data files. */
  assetsBytes: 100 * 1024 * 1024,
  /** Length of a file's path, in characters. */
  pathLength: 100,
} as const;
