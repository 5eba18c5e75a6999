import type { ThreadGroupSize } from '#program/compileResult.ts';

/** Everything that the run-time needs to execute a shader (specification, section 3). */
export interface RunDescriptor {
  /** What relative addresses in the shader resolve against. */
  readonly uri: string;
  readonly shader: RunShader;
  /** One for each resource in `layout`. */
  readonly resourceCommands: readonly ResourceCommand[];
  /** In the order in which the entry points are declared, which is the order of dispatch. */
  readonly callCommands: readonly CallCommand[];
  /** Loose uniforms, and the plain data of each `cbuffer`, `ConstantBuffer` and `ParameterBlock`. */
  readonly uniformBlocks: readonly UniformBlock[];
  /**
   * From a resource's name to where and how it is bound. Resources that neither the code uses nor
   * an attribute fills are left out.
   */
  readonly layout: Readonly<Record<string, ResourceBinding>>;
  readonly outputTypes: readonly OutputType[];
}

export interface RunShader {
  /** WGSL. */
  readonly code: string;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
  readonly hashedStrings: Readonly<Record<number, string>>;
  /** What each entry point that is called uses, itself or through functions. */
  readonly slots: Readonly<Record<string, readonly BindingSlot[]>>;
}

/** A place in a bind group. */
export interface BindingSlot {
  /** The bind group's index. */
  readonly group: number;
  readonly binding: number;
}

/** A buffer of plain data that the playground writes and shaders read. */
export interface UniformBlock {
  /** Of what declares it, such as `settings`; the loose uniforms are `uniforms`. */
  readonly name: string;
  /** Null if no called code uses it: then there is nothing to bind. */
  readonly slot: BindingSlot | null;
  /** In bytes, a multiple of 16. */
  readonly size: number;
  /** What is written into it in each frame; all else in it stays zero. */
  readonly components: readonly UniformComponent[];
}

export type OutputType = 'image' | 'printing';

export type ResourceBinding = BindingSlot &
  (
    | { readonly kind: 'buffer'; readonly access: 'storage' | 'read-only-storage' }
    | {
        readonly kind: 'storageTexture';
        readonly access: GPUStorageTextureAccess;
        readonly format: GPUTextureFormat;
        /** `2d-array` is a texture of dimension `2d` with as many layers as its command's depth. */
        readonly viewDimension: '2d' | '2d-array' | '3d';
      }
    | {
        readonly kind: 'texture';
        readonly sampleType: 'float';
        /** `2d-array` has as many layers as its command has addresses. */
        readonly viewDimension: '2d' | '2d-array' | '3d';
      }
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
  /** Images from `urls`, relative to the descriptor's uri: the layers of a texture of `format`. */
  | { readonly type: 'URL'; readonly urls: readonly string[]; readonly format: GPUTextureFormat }
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
 * What is written into a uniform block in each frame, `offset` bytes from its start. `name` is
 * the parameter's, or its path where it lies in a struct or an array, such as `brush.sizes[2]`.
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

/** What is written in each frame, in the order of declaration as far as blocks allow. */
export function uniformComponents({
  uniformBlocks,
}: Pick<RunDescriptor, 'uniformBlocks'>): UniformComponent[] {
  return uniformBlocks.flatMap(({ components }) => components);
}

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
