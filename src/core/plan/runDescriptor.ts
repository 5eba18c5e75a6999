import type { ThreadGroupSize } from '#core/output/compileResult.ts';
import type { Asset } from '#core/project/project.ts';
import { ownValue } from '#core/util/ownValue.ts';

/** What a run binds and dispatches, in the playground and in exports. Serializable as JSON. */
export interface RunProgram {
  readonly shader: RunShader;
  /** In the order of dispatch, in which the source declares the entry points. */
  readonly callCommands: readonly CallCommand[];
  /**
   * The loose uniforms, and the plain data of each `cbuffer`, `ConstantBuffer` and
   * `ParameterBlock`.
   */
  readonly uniformBlocks: readonly UniformBlock[];
  /**
   * Maps a resource's name to its binding. Omits resources that neither the code uses nor an
   * attribute fills.
   */
  readonly layout: Readonly<Record<string, ResourceBinding>>;
}

/** Everything that the run-time needs to execute a shader (specification, section 3). */
export interface RunDescriptor extends RunProgram {
  /** The base of relative addresses in the shader. */
  readonly uri: string;
  /** One per resource in `layout`. */
  readonly resourceCommands: readonly ResourceCommand[];
  /** The project's images and data that commands name, by address. Everything else is fetched. */
  readonly assets: Readonly<Record<string, Asset>>;
  readonly outputTypes: readonly OutputType[];
}

export interface RunShader {
  /** WGSL. */
  readonly code: string;
  readonly threadGroupSizes: Readonly<Record<string, ThreadGroupSize>>;
  readonly hashedStrings: Readonly<Record<number, string>>;
  /**
   * The WGSL of each entry point on its own, if the program draws: `code` is then not valid as a
   * whole.
   */
  readonly stages?: Readonly<Record<string, string>>;
  /** The slots that each called entry point uses, directly or through functions. */
  readonly slots: Readonly<Record<string, readonly BindingSlot[]>>;
}

export interface BindingSlot {
  readonly group: number;
  readonly binding: number;
}

/** A unique key for the slot within a program. */
export function slotKey({ group, binding }: BindingSlot): string {
  return `${group}:${binding}`;
}

export function isSameSlot(one: BindingSlot, other: BindingSlot): boolean {
  return one.group === other.group && one.binding === other.binding;
}

/** A buffer of plain data that the playground writes and shaders read. */
export interface UniformBlock {
  /** The declaration's name, such as `settings`; `uniforms` for the loose uniforms. */
  readonly name: string;
  /** Null if no called code uses the block, which then needs no binding. */
  readonly slot: BindingSlot | null;
  /** In bytes, a multiple of 16. */
  readonly size: number;
  /** The components that each frame writes. All other bytes stay zero. */
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
        /**
         * `2d-array` is a texture of dimension `2d`; its command's depth is the number of layers.
         */
        readonly viewDimension: '2d' | '2d-array' | '3d';
        readonly target?: TargetUse;
      }
    | {
        readonly kind: 'texture';
        readonly sampleType: 'float' | 'unfilterable-float';
        /** `2d-array` has one layer per address in its command. */
        readonly viewDimension: '2d' | '2d-array' | '3d';
        readonly target?: TargetUse;
      }
    /** A texture that draws write and no code reads. It has {@link NO_SLOT}. */
    | { readonly kind: 'target'; readonly viewDimension: '2d'; readonly target: TargetUse }
    /** A mesh's vertices or indices. They have {@link NO_SLOT} too. */
    | { readonly kind: 'vertices' }
    /** A filtering sampler. */
    | { readonly kind: 'sampler' }
  );

/** The slot of a resource that no code uses. */
export const NO_SLOT: BindingSlot = { group: -1, binding: -1 };

/** How draws use a texture. */
export interface TargetUse {
  readonly format: GPUTextureFormat;
  /** Samples per texel while it is drawn: 1 or 4. */
  readonly samples: number;
  /** Whether it has depth of its own. */
  readonly hasDepth: boolean;
}

export interface ResourceCommand {
  readonly resourceName: string;
  readonly parsedCommand: ParsedResourceCommand;
}

/** An attribute's plan for a resource: `type` is the attribute's name, the rest its own data. */
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
  | { readonly type: 'SAMPLER' }
  /** A mesh's vertices by semantic, such as `NORMAL`, or its `indices`. */
  | { readonly type: 'MESH'; readonly mesh: string; readonly part: string };

/** The number types that the run-time writes into uniform blocks. */
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
 * A value that each frame writes into a uniform block, `offset` bytes from its start. `type` names
 * the value's source for the run-time; several attributes may share one. `name` is the parameter's
 * name, or its path in a struct or array, such as `brush.sizes[2]`.
 */
export type UniformComponent = { readonly name: string; readonly offset: number } & (
  | { readonly type: 'TIME' | 'FRAME_ID'; readonly scalarType: UniformScalarType }
  | { readonly type: 'KEY'; readonly key: string; readonly scalarType: UniformScalarType }
  /** Four numbers in a row. Further elements of the vector are zero. */
  | { readonly type: 'MOUSE_POSITION'; readonly scalarType: UniformScalarType }
  /** Of the camera: 32-bit floats, matrices row by row. */
  | { readonly type: 'CAMERA'; readonly part: CameraPart }
  /** A float32, with `min` < `max` and `default` between them. */
  | {
      readonly type: 'SLIDER';
      readonly elementSize: 4;
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  /** A vector of float32, with `default` from 0 to 1. A fourth element is the opacity, 1. */
  | {
      readonly type: 'COLOR_PICK';
      readonly elementSize: 4;
      readonly elementCount: 3 | 4;
      readonly default: readonly [red: number, green: number, blue: number];
    }
);

export type CameraPart = 'VIEW' | 'PROJECTION' | 'VIEW_PROJECTION' | 'CAMERA_POSITION';

/**
 * The names of the user's values that hold the camera: the point that it looks at, and its yaw and
 * pitch in radians and its distance. No uniform can have them.
 */
export const CAMERA_TARGET = 'camera target';
export const CAMERA_ORBIT = 'camera orbit';
export const CAMERA_VALUES: readonly string[] = [CAMERA_TARGET, CAMERA_ORBIT];

/** The values that each frame writes, in declaration order within each block. */
export function uniformComponents({ uniformBlocks }: RunProgram): UniformComponent[] {
  return uniformBlocks.flatMap(({ components }) => components);
}

export type SliderComponent = Extract<UniformComponent, { readonly type: 'SLIDER' }>;
export type CameraComponent = Extract<UniformComponent, { readonly type: 'CAMERA' }>;
export type ColorPickComponent = Extract<UniformComponent, { readonly type: 'COLOR_PICK' }>;

/** What each frame executes; the first frame only if `callOnce`. */
export type CallCommand = DispatchCommand | DrawCommand;

/** How each frame dispatches a compute entry point. */
export type DispatchCommand = {
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
   * its start. The entry point does not use the buffer itself: omit `bufferName` from the
   * dispatch's layout and bind group, because WebGPU forbids both uses at once.
   */
  | { readonly type: 'INDIRECT'; readonly bufferName: string; readonly offset: number }
);

/** How each frame draws with a vertex and a fragment entry point. */
export interface DrawCommand {
  readonly type: 'DRAW';
  /** The vertex entry point, or the fragment entry point of a draw that fills its targets. */
  readonly entryPoint: string;
  readonly callOnce: boolean;
  /** Null if one triangle fills the targets. */
  readonly vertex: string | null;
  /** Null if the draw writes depth only. */
  readonly fragment: string | null;
  /** The WGSL of both stages; null for a fragment stage that is left out. */
  readonly code: { readonly vertex: string; readonly fragment: string | null };
  readonly vertices:
    | { readonly kind: 'count'; readonly count: number }
    | { readonly kind: 'mesh'; readonly mesh: string };
  readonly instanceCount: number;
  /**
   * Four 32-bit numbers in a buffer, `offset` bytes from its start: the numbers of vertices and
   * instances, the first vertex and the first instance. Of a mesh, only the number of instances
   * counts.
   */
  readonly indirect: { readonly bufferName: string; readonly offset: number } | null;
  readonly inputs: readonly VertexInput[];
  /** The stages that use each slot, by its key, and how, if that differs from its binding. */
  readonly visibility: Readonly<Record<string, DrawVisibility>>;
  /** The names of the textures of `SV_Target0`, `SV_Target1` and so on. */
  readonly targets: readonly string[];
  /** The indexes of the targets that the fragment entry point has a value for. */
  readonly written: readonly number[];
  /** The name of the texture that holds the depth; null for that of the first target, if any. */
  readonly depthTexture: string | null;
  readonly topology: GPUPrimitiveTopology;
  readonly cull: GPUCullMode;
  readonly blend: GPUBlendState | null;
  /** Null if the draw neither tests nor writes depth. */
  readonly depth: { readonly compare: GPUCompareFunction; readonly write: boolean } | null;
  /** What the targets hold before the draw: red, green, blue and alpha, or what is in them. */
  readonly clear: readonly number[] | null;
  /** From 0 to 1; null to keep the depth. */
  readonly clearDepth: number | null;
}

interface DrawVisibility {
  /** `GPUShaderStage`'s bits. */
  readonly visibility: number;
  /** Of a buffer that kernels write and the draw only reads. */
  readonly buffer?: { readonly type: 'read-only-storage' };
}

/** An input of a vertex entry point that a mesh feeds. */
export interface VertexInput {
  readonly location: number;
  /** Such as `POSITION` or `TEXCOORD0`. */
  readonly semantic: string;
}

/** The entry points that a call executes. */
export function entryPointsOf(call: CallCommand): readonly string[] {
  return call.type === 'DRAW'
    ? [call.vertex, call.fragment].filter((name) => name !== null)
    : [call.entryPoint];
}

/** The resource that the page shows. `PRINT_BUFFER` is the one with the printed text. */
export const OUTPUT_TEXTURE = 'outputTexture';
export const PRINT_BUFFER = 'g_printedBuffer';

/** What a run keeps when the next version of its program replaces the current one. */
export interface RunChange {
  /** Whether both versions execute the same, as after an edit of a comment. */
  readonly isNone: boolean;
  /** The resources that keep their content. All others of the new version are created. */
  readonly kept: ReadonlySet<string>;
  readonly keepsUniformBlocks: boolean;
  /** Whether code, bindings and calls are the same; only their inputs differ. */
  readonly keepsPipelines: boolean;
  /** Entry points whose code is unchanged, with everything it refers to and all bindings. */
  readonly sameEntryPoints: ReadonlySet<string>;
  readonly keepsLayout: boolean;
  readonly again: ReadonlySet<string>;
  /** Whether called code no longer prints, which makes the printed text outdated. */
  readonly silences: boolean;
}

export function resourcesOf(
  call: CallCommand,
  { layout, shader }: RunDescriptor,
): ReadonlySet<string> {
  const used = entryPointsOf(call).flatMap((name) => ownValue(shader.slots, name) ?? []);
  const names = Object.entries(layout)
    .filter(([, bound]) => used.some((slot) => isSameSlot(slot, bound)))
    .map(([name]) => name);
  return new Set([...names, ...namedResources(call)]);
}

/** The resources that the command itself names. */
export function namedResources(call: CallCommand): readonly string[] {
  switch (call.type) {
    case 'FIXED_SIZE':
      return [];
    case 'RESOURCE_BASED':
      return [call.resourceName];
    case 'INDIRECT':
      return [call.bufferName];
    default:
      return [
        ...call.targets,
        ...(call.depthTexture === null ? [] : [call.depthTexture]),
        ...(call.indirect ? [call.indirect.bufferName] : []),
      ];
  }
}

/** Whether any called code prints. Importing the module does not count. */
export function canPrint(version: RunDescriptor): boolean {
  return version.callCommands.some((call) => resourcesOf(call, version).has(PRINT_BUFFER));
}
