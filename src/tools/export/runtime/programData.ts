import type { UniformScalarType } from '#core/plan/runDescriptor.ts';

/**
 * What the run-time of an export needs of a program, as JSON. It is made of a run descriptor, and says
 * the same in the terms of WebGPU.
 */
export interface ProgramData {
  readonly name: string;
  /** WGSL. */
  readonly code: string;
  /** In the order of dispatch. */
  readonly calls: readonly CallData[];
  readonly resources: readonly ResourceData[];
  readonly uniformBlocks: readonly UniformBlockData[];
  /** The name of the texture that is shown; null if none is. */
  readonly picture: string | null;
  /** How printed text is read; null if nothing prints. */
  readonly printing: PrintingData | null;
}

export interface SlotData {
  readonly group: number;
  readonly binding: number;
}

export interface CallData {
  /** Of the entry point in the Slang source. */
  readonly name: string;
  /** Its name in {@link ProgramData.code}, which WGSL accepts. */
  readonly entryPoint: string;
  /** Only in the first frame. */
  readonly once: boolean;
  readonly groupSize: readonly [x: number, y: number, z: number];
  /** What it uses: all that is bound for it. */
  readonly slots: readonly SlotData[];
  readonly threads: /** Along x, y and z. */
    | { readonly kind: 'fixed'; readonly size: readonly [number, number, number] }
    /** One for each texel of a texture, or for each so many bytes of a buffer. */
    | { readonly kind: 'resource'; readonly name: string; readonly elementSize: number | null }
    /** The counts of groups are in a buffer, so many bytes from its start. */
    | { readonly kind: 'indirect'; readonly buffer: string; readonly offset: number };
}

export type ResourceData = { readonly name: string; readonly slot: SlotData | null } & (
  | {
      readonly kind: 'buffer';
      readonly access: 'storage' | 'read-only-storage';
      readonly content: BufferContent;
    }
  | {
      readonly kind: 'texture';
      /** How shaders see it. */
      readonly use:
        | { readonly kind: 'storage'; readonly access: GPUStorageTextureAccess }
        | { readonly kind: 'sampled' };
      readonly format: GPUTextureFormat;
      readonly viewDimension: '2d' | '2d-array' | '3d';
      readonly content: TextureContent;
    }
  | { readonly kind: 'sampler' }
);

export type BufferContent =
  | { readonly kind: 'zeros'; readonly bytes: number }
  /** So many 32-bit floats in [0, 1), which the seed and the resource's name decide. */
  | { readonly kind: 'random'; readonly count: number; readonly seed: number }
  /** Base64. */
  | { readonly kind: 'bytes'; readonly base64: string };

export type TextureContent =
  | {
      readonly kind: 'empty';
      readonly width: number;
      readonly height: number;
      readonly depth: number;
    }
  /** Empty, and so many times as large as the picture; made anew when that changes its size. */
  | { readonly kind: 'screen'; readonly widthScale: number; readonly heightScale: number }
  /** The layers: the addresses of encoded images, such as `data:` addresses. */
  | { readonly kind: 'images'; readonly urls: readonly string[] };

export interface UniformBlockData {
  readonly name: string;
  readonly slot: SlotData | null;
  /** Bytes, a multiple of 16. */
  readonly size: number;
  readonly fields: readonly UniformFieldData[];
}

export type UniformFieldData = { readonly name: string; readonly offset: number } & (
  | { readonly kind: 'time' | 'frame' | 'mouse'; readonly type: UniformScalarType }
  | { readonly kind: 'key'; readonly key: string; readonly type: UniformScalarType }
  | {
      readonly kind: 'slider';
      readonly default: number;
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'color';
      readonly default: readonly [red: number, green: number, blue: number];
      readonly elements: 3 | 4;
    }
);

export interface PrintingData {
  readonly buffer: string;
  /** Maps a string literal's hash to its text. */
  readonly strings: Readonly<Record<number, string>>;
}
