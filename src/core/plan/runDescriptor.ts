import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { Asset } from '#core/project/project.ts';

/** What a run binds and dispatches, in the playground and in exports. It is JSON. */
export interface RunProgram {
  readonly shader: RunShader;
  /** In the order in which the entry points are declared, which is the order of dispatch. */
  readonly callCommands: readonly CallCommand[];
  /** Loose uniforms, and the plain data of each `cbuffer`, `ConstantBuffer` and `ParameterBlock`. */
  readonly uniformBlocks: readonly UniformBlock[];
  /**
   * Maps a resource's name to its binding. Omits resources that neither the code uses nor
   * an attribute fills.
   */
  readonly layout: Readonly<Record<string, ResourceBinding>>;
}

/** Everything that the run-time needs to execute a shader (specification, section 3). */
export interface RunDescriptor extends RunProgram {
  /** The base of relative addresses in the shader. */
  readonly uri: string;
  /** One per resource in `layout`. */
  readonly resourceCommands: readonly ResourceCommand[];
  /** The project's images and data that commands name, by address. All else is fetched. */
  readonly assets: Readonly<Record<string, Asset>>;
  readonly outputTypes: readonly OutputType[];
}

export interface RunShader {
  /** WGSL. */
  readonly code: string;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
  readonly hashedStrings: Readonly<Record<number, string>>;
  /** What each called entry point uses, directly or through functions. */
  readonly slots: Readonly<Record<string, readonly BindingSlot[]>>;
}

/** A place in a bind group. */
export interface BindingSlot {
  /** The bind group's index. */
  readonly group: number;
  readonly binding: number;
}

/** Names a slot among all of a program. */
export function slotKey({ group, binding }: BindingSlot): string {
  return `${group}:${binding}`;
}

export function isSameSlot(one: BindingSlot, other: BindingSlot): boolean {
  return one.group === other.group && one.binding === other.binding;
}

/** A buffer of plain data that the playground writes and shaders read. */
export interface UniformBlock {
  /** The name of its declaration, such as `settings`; `uniforms` for the loose uniforms. */
  readonly name: string;
  /** Null if no called code uses it. Then there is nothing to bind. */
  readonly slot: BindingSlot | null;
  /** In bytes, a multiple of 16. */
  readonly size: number;
  /** The components that each frame writes; all other bytes stay zero. */
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
        /** `2d-array` is a texture of dimension `2d`; its command's depth is the number of layers. */
        readonly viewDimension: '2d' | '2d-array' | '3d';
      }
    | {
        readonly kind: 'texture';
        readonly sampleType: 'float';
        /** `2d-array` has one layer per address of its command. */
        readonly viewDimension: '2d' | '2d-array' | '3d';
      }
    /** A filtering sampler. */
    | { readonly kind: 'sampler' }
  );

/** The initial content of a resource. */
export interface ResourceCommand {
  readonly resourceName: string;
  readonly parsedCommand: ParsedResourceCommand;
}

/** What an attribute gives to a resource: `type` is its name, and the rest what its table entry plans. */
export type ParsedResourceCommand =
  | { readonly type: 'ZEROS'; readonly count: number; readonly elementSize: number }
  | { readonly type: 'RAND'; readonly count: number }
  | { readonly type: 'DATA'; readonly url: string; readonly elementSize: number }
  | { readonly type: 'BLACK'; readonly width: number; readonly height: number }
  | {
      readonly type: 'BLACK_3D';
      readonly width: number;
      readonly height: number;
      readonly depth: number;
    }
  | { readonly type: 'BLACK_SCREEN'; readonly widthScale: number; readonly heightScale: number }
  | { readonly type: 'URL'; readonly urls: readonly string[]; readonly format: GPUTextureFormat }
  | { readonly type: 'SAMPLER' };

/** The number types that the run-time writes into the uniform block. */
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
 * A value that each frame writes into a uniform block, `offset` bytes from its start. `type` is its
 * source, which the run-time knows; attributes may share one. `name` is the parameter's, or its path
 * in a struct or an array, such as `brush.sizes[2]`.
 */
export type UniformComponent = { readonly name: string; readonly offset: number } & (
  | { readonly type: 'TIME' | 'FRAME_ID'; readonly scalarType: UniformScalarType }
  | { readonly type: 'KEY'; readonly key: string; readonly scalarType: UniformScalarType }
  /** Four numbers in a row; further elements of the vector are zero. */
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

/** The values that each frame writes, in declaration order within each block. */
export function uniformComponents({ uniformBlocks }: RunProgram): UniformComponent[] {
  return uniformBlocks.flatMap(({ components }) => components);
}

/** The components that the user sets. */
export type SliderComponent = Extract<UniformComponent, { readonly type: 'SLIDER' }>;
export type ColorPickComponent = Extract<UniformComponent, { readonly type: 'COLOR_PICK' }>;

/** How each frame dispatches an entry point; only the first frame if `callOnce`. */
export type CallCommand = {
  readonly entryPoint: string;
  readonly callOnce: boolean;
} /** Threads along x, y and z: one to three whole numbers of at least 1. */ & (
  | { readonly type: 'FIXED_SIZE'; readonly size: readonly number[] }
  /** One thread per texel of a texture, or per `elementSize` bytes of a buffer. */
  | {
      readonly type: 'RESOURCE_BASED';
      readonly resourceName: string;
      readonly elementSize?: number;
    }
  /**
   * The group counts are three 32-bit numbers in a buffer, `offset` bytes (a multiple of 4) from
   * its start. The entry point does not use the buffer itself: omit `bufferName` from the layout
   * and the bind group of the dispatch, because WebGPU forbids both uses at once.
   */
  | { readonly type: 'INDIRECT'; readonly bufferName: string; readonly offset: number }
);

/** The resource that the page shows, and the one that it reads printed text from. */
export const OUTPUT_TEXTURE = 'outputTexture';
export const PRINT_BUFFER = 'g_printedBuffer';

/** What a run keeps when the next version of its program replaces the current one. */
export interface RunChange {
  /** Both versions execute the same, as after an edit of a comment. */
  readonly isNone: boolean;
  /** Resources that stay with their content; all others of the new version are created. */
  readonly kept: ReadonlySet<string>;
  /** The uniform blocks have the same sizes. */
  readonly keepsUniformBlocks: boolean;
  /** Code, bindings and calls are the same; only their inputs differ. */
  readonly keepsPipelines: boolean;
  /** Entry points whose code, with all that it refers to, has the same text and bindings. */
  readonly sameEntryPoints: ReadonlySet<string>;
  /** Bind groups have the same shape as before. */
  readonly keepsLayout: boolean;
  /** Once-only entry points that must run again. */
  readonly again: ReadonlySet<string>;
  /** Called code no longer prints, so the printed text is outdated. */
  readonly silences: boolean;
}
