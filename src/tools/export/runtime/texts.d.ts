/** The source of the run-time; see `scripts/build/exportTexts.ts`. */
declare module 'virtual:export-runtime' {
  /** With types. It exports `createProgramOf`, `requestGpuDevice` and their types, and imports nothing. */
  export const typescript: string;
}

/** The source of the script of an exported page, with the run-time. */
declare module 'virtual:export-page' {
  export const required: string;
  /** What only pages of programs that print need, before the rest. */
  export const optional: string;
}

/** The source of the parts of an exported page that need a browser: canvas, mouse, keys, controls. */
declare module 'virtual:export-browser' {
  export const typescript: string;
}

/** The source of `halfBits` and `halfFromBits`. */
declare module 'virtual:export-half' {
  export const typescript: string;
}

/** The versions of the libraries that this repository is developed with, by their names. */
declare module 'virtual:export-versions' {
  export const versions: Readonly<Record<string, string>>;
}
