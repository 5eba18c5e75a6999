/** The source of the runtime; see `scripts/build/exportTexts.ts`. */
declare module 'virtual:export-runtime' {
  /** With types. Exports `createProgramOf`, `requestGpuDevice` and their types; has no imports. */
  export const typescript: string;
  /** Exports `createDrawPipeline`, for programs that draw; needs the rest. */
  export const drawingTypescript: string;
  /** Exports `cameraOf` and `cameraNumbers`, for programs that follow the camera. */
  export const cameraTypescript: string;
}

/** The source of an exported page's script, including the runtime. */
declare module 'virtual:export-page' {
  /** Needs the parts below that the program uses, before it. */
  export const javascript: string;
  export const printingJavascript: string;
  export const drawingJavascript: string;
  export const cameraJavascript: string;
}

/** The source of an exported page's browser code: canvas, mouse, keys and controls. */
declare module 'virtual:export-browser' {
  export const typescript: string;
  /** Exports `orbitCamera`, for programs that follow the camera. */
  export const cameraTypescript: string;
}

/** The source of `halfBits` and `halfFromBits`. */
declare module 'virtual:export-half' {
  export const typescript: string;
}

/** Versions of this repository's development dependencies, by name. */
declare module 'virtual:export-versions' {
  export const versions: Readonly<Record<string, string>>;
}
