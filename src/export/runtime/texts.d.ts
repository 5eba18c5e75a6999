/** The source of the run-time; see `scripts/build/exportTexts.ts`. */
declare module 'virtual:export-runtime' {
  /** With types. It exports `createProgramOf`, `requestGpuDevice` and their types, and imports nothing. */
  export const typescript: string;
  export const javascript: string;
  /** What it declares, types too: other names are free. */
  export const names: readonly string[];
}

/** The source of the script of an exported page, with the run-time. */
declare module 'virtual:export-page' {
  export const javascript: string;
}
