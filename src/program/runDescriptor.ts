import type { ThreadGroupSize } from './compileResult.ts';

/** Everything that the run-time needs to execute a shader (specification, section 3). */
export interface RunDescriptor {
  /** What relative addresses in the shader resolve against. */
  readonly uri: string;
  readonly shader: RunShader;
  /** One for each resource in `layout`. */
  readonly resourceCommands: readonly ResourceCommand[];
  /** In the order in which the entry points are declared, which is the order of dispatch. */
  readonly callCommands: readonly CallCommand[];
  /** Bytes of the uniform block, a multiple of 16; 0 if there is none. */
  readonly uniformSize: number;
  /**
   * The uniform block's binding in bind group 0: 0, unless the shader puts something else there
   * itself. Null if no code uses a uniform: then there is nothing to bind.
   */
  readonly uniformBinding: number | null;
  readonly uniformComponents: readonly UniformComponent[];
  /**
   * From a resource's name to its binding in bind group 0. Resources that neither the code uses
   * nor an attribute fills are left out.
   */
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
      /** `2d-array` is a texture of dimension `2d` with as many layers as its command's depth. */
      readonly viewDimension: '2d' | '2d-array' | '3d';
    }
  | { readonly kind: 'texture'; readonly sampleType: 'float'; readonly viewDimension: '2d' }
  /** One that filters. */
  | { readonly kind: 'sampler' }
);

/** What fills a resource when the shader starts. */
export interface ResourceCommand {
  readonly resourceName: string;
  readonly parsedCommand: ParsedResourceCommand;
}

/** Sizes are whole numbers of at least 1, of elements or texels; `elementSize` is in bytes. */
export type ParsedResourceCommand =
  /** A storage buffer, or a uniform buffer (of one element) that no attribute fills. */
  | { readonly type: 'ZEROS'; readonly count: number; readonly elementSize: number }
  /** The default sampler: linear, repeating. */
  | { readonly type: 'SAMPLER' }
  | { readonly type: 'BLACK'; readonly width: number; readonly height: number }
  | {
      readonly type: 'BLACK_3D';
      readonly width: number;
      readonly height: number;
      readonly depth: number;
    }
  | { readonly type: 'BLACK_SCREEN'; readonly widthScale: number; readonly heightScale: number }
  /** An image from `url`, relative to the descriptor's uri, in a texture of `format`. */
  | { readonly type: 'URL'; readonly url: string; readonly format: GPUTextureFormat }
  /** Bytes from `url`, relative to the descriptor's uri, cut to whole elements. */
  | { readonly type: 'DATA'; readonly url: string; readonly elementSize: number }
  /** 32-bit floats in [0, 1). */
  | { readonly type: 'RAND'; readonly count: number };

/** The types of number that the run-time writes into the uniform block. */
export type UniformScalarType =
  | 'float32'
  | 'float64'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'uint8'
  | 'uint16'
  | 'uint32';

/**
 * What is written into the uniform block in each frame, `offset` bytes from its start. `name` is
 * the parameter's, or its path where it lies in a struct, such as `brush.size`.
 */
export type UniformComponent = { readonly name: string; readonly offset: number } & (
  | { readonly type: 'TIME' | 'FRAME_ID'; readonly scalarType: UniformScalarType }
  | { readonly type: 'KEY'; readonly key: string; readonly scalarType: UniformScalarType }
  /** Four numbers after each other; the vector's further elements are zero. */
  | { readonly type: 'MOUSE_POSITION'; readonly scalarType: UniformScalarType }
  /** A float32; `min` < `max`, and `default` is between them. */
  | {
      readonly type: 'SLIDER';
      readonly elementSize: 4;
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  /** A vector of float32; `default` is from 0 to 1. A fourth element is opacity: 1. */
  | {
      readonly type: 'COLOR_PICK';
      readonly elementSize: 4;
      readonly elementCount: 3 | 4;
      readonly default: readonly [red: number, green: number, blue: number];
    }
);

/** The components that a person sets. */
export type SliderComponent = Extract<UniformComponent, { readonly type: 'SLIDER' }>;
export type ColorPickComponent = Extract<UniformComponent, { readonly type: 'COLOR_PICK' }>;

/** How an entry point is dispatched in each frame, or in the first only if `callOnce`. */
export type CallCommand = {
  readonly fnName: string;
  readonly callOnce: boolean;
} /** Threads along x, y and z: one to three whole numbers of at least 1. */ & (
  | { readonly type: 'FIXED_SIZE'; readonly size: readonly number[] }
  /** A thread for each texel of a texture, or each `elementSize` bytes of a buffer. */
  | {
      readonly type: 'RESOURCE_BASED';
      readonly resourceName: string;
      readonly elementSize?: number;
    }
  /**
   * As many groups as three 32-bit numbers in a buffer say, `offset` bytes (a multiple of 4) from
   * its start. The entry point does not use the buffer itself: leave `bufferName` out of the layout
   * and the bind group that it is dispatched with, since WebGPU forbids both uses at once.
   */
  | { readonly type: 'INDIRECT'; readonly bufferName: string; readonly offset: number }
);

/** The resource that is shown, and the one that printed text is read from. */
export const OUTPUT_TEXTURE = 'outputTexture';
export const PRINT_BUFFER = 'g_printedBuffer';
