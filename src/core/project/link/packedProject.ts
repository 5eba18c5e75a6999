import type { UniformAnimations } from '#core/plan/animation/uniformAnimation.ts';
import type { InputChange } from '#core/plan/inputChange.ts';
import type { Resolution, UniformValues } from '#core/plan/runControls.ts';
import type { ProjectFile } from '#core/project/project.ts';
import type { PausedFrame } from '#core/project/runView.ts';

/**
 * What `project` in a link holds: this as JSON, in UTF-8, deflated, in URL-safe base64. Links stay
 * readable forever: a change that this version could not read counts `version` up.
 */
export interface PackedProject {
  readonly version: typeof LINK_VERSION;
  /** All files, the main file among them. */
  readonly files: readonly ProjectFile[];
  /** The path of the main file. */
  readonly main: string;
  readonly target: string;
  readonly entryPoint: string | null;
  readonly assets: readonly PackedAsset[];
  // The view: all three or none.
  readonly uniforms?: UniformValues;
  readonly resolution?: Resolution;
  readonly frame?: PackedFrame | null;
  // Left out if it is the default, or if there are none.
  readonly seed?: number;
  readonly animations?: UniformAnimations;
}

export interface PackedFrame extends Omit<PausedFrame, 'inputs'> {
  readonly inputs?: readonly PackedInput[];
}

/** A change of mouse and keys: frames since the one before (the first: since frame 0), mouse, keys. */
export type PackedInput = readonly [frames: number, ...InputChange['mouse'], ...keys: string[]];

export interface PackedAsset {
  /** Its extension gives the type. */
  readonly path: string;
  /** For other tools. */
  readonly type: string;
  /** The content in base64. */
  readonly data: string;
}

export const LINK_VERSION = 1;

/** How many changes of mouse and keys a link carries. */
export const MAX_LINKED_INPUTS = 20_000;

/** Characters of these changes, packed by themselves. */
export const MAX_PACKED_INPUTS = 64_000;

/** How many bytes of images and data a link carries; in the link they are a third more characters. */
export const MAX_LINKED_ASSET_BYTES = 192_000;

/** How many images and data files a link carries. */
export const MAX_LINKED_ASSETS = 200;

/** Bytes of the JSON: escapes make it longer than its texts. */
export const MAX_JSON_BYTES = 12 * 2 ** 20;
