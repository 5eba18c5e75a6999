/** The source of the runtime; see `scripts/build/exportTexts.ts`. */
declare module 'virtual:export-runtime' {
  /** With types. Exports `createProgramOf`, `requestGpuDevice` and their types; has no imports. */
  export const typescript: string;
}

/** The source of an exported page's script, including the runtime. */
declare module 'virtual:export-page' {
  export const required: string;
  /** Needed only by pages of programs that print; goes before `required`. */
  export const optional: string;
}

/** The source of an exported page's browser code: canvas, mouse, keys and controls. */
declare module 'virtual:export-browser' {
  export const typescript: string;
}

/** The source of `halfBits` and `halfFromBits`. */
declare module 'virtual:export-half' {
  export const typescript: string;
}

/** Versions of this repository's development dependencies, by name. */
declare module 'virtual:export-versions' {
  export const versions: Readonly<Record<string, string>>;
}
