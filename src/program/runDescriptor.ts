import type { ThreadGroupSize } from './compileResult.ts';

/** Everything that the run-time needs to execute a shader (specification, section 3). */
export interface RunDescriptor {
  /** What relative addresses in the shader resolve against. */
  readonly uri: string;
  readonly shader: RunShader;
  readonly resourceCommands: readonly ResourceCommand[];
  /** In the order in which the entry points are declared, which is the order of dispatch. */
  readonly callCommands: readonly CallCommand[];
  /** Bytes of the uniform block, a multiple of 16; 0 if there is none. */
  readonly uniformSize: number;
  readonly uniformComponents: readonly UniformComponent[];
  /** From a resource's name to its binding in bind group 0. */
  readonly layout: Readonly<Record<string, ResourceBinding>>;
  readonly outputTypes: readonly OutputType[];
}

export interface RunShader {
  /** WGSL. */
  readonly code: string;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
  readonly hashedStrings: Readonly<Record<number, string>>;
}

export type OutputType = 'image' | 'printing';

export type ResourceBinding = { readonly binding: number } & (
  | { readonly kind: 'buffer'; readonly access: 'uniform' | 'storage' | 'read-only-storage' }
  | {
      readonly kind: 'storageTexture';
      readonly access: GPUStorageTextureAccess;
      readonly format: GPUTextureFormat;
      readonly viewDimension: GPUTextureViewDimension;
    }
  | {
      readonly kind: 'texture';
      readonly sampleType: GPUTextureSampleType;
      readonly viewDimension: GPUTextureViewDimension;
    }
  | { readonly kind: 'sampler' }
);

/** What fills a resource when the shader starts. */
export interface ResourceCommand {
  readonly resourceName: string;
  readonly parsedCommand: ParsedResourceCommand;
}

export type ParsedResourceCommand =
  | { readonly type: 'BLACK'; readonly width: number; readonly height: number }
  | { readonly type: 'BLACK_SCREEN'; readonly widthScale: number; readonly heightScale: number };

/** What is written into the uniform block in each frame, `offset` bytes from its start. */
export type UniformComponent = { readonly name: string; readonly offset: number } & (
  | { readonly type: 'TIME'; readonly scalarType: string }
  | { readonly type: 'FRAME_ID'; readonly scalarType: string }
);

/** How an entry point is dispatched in each frame. */
export type CallCommand = { readonly fnName: string; readonly callOnce: boolean } & (
  | { readonly type: 'FIXED_SIZE'; readonly size: readonly number[] }
  | {
      readonly type: 'RESOURCE_BASED';
      readonly resourceName: string;
      readonly elementSize?: number;
    }
);

/** The resource that is shown, and the one that printed text is read from. */
export const OUTPUT_TEXTURE = 'outputTexture';
export const PRINT_BUFFER = 'g_printedBuffer';
