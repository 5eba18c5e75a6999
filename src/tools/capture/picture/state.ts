import { assertNever } from '#core/util/assertNever.ts';
import type { Pixels } from '#engine/gpu/replay/pictureReader.ts';
import type { SizeLimits } from '#tools/capture/frames/pictureSize.ts';
import type { PictureChoices } from './choices.ts';

/** Progress of one frame. */
export type PictureProgress =
  /** The resources' initial contents are being created. */
  | { readonly kind: 'preparing' }
  /** Frames before the wanted one are being played. */
  | { readonly kind: 'playing'; readonly frame: number; readonly wanted: number }
  | { readonly kind: 'writing'; readonly rows: number; readonly of: number };

export type PictureActivity =
  | { readonly kind: 'choosing' }
  | { readonly kind: 'working'; readonly progress: PictureProgress; readonly frames: FrameCount }
  /** A sequence ended early. The finished frames can be saved. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly frames: FrameCount }
  | { readonly kind: 'saved'; readonly text: string };

export interface FrameCount {
  readonly done: number;
  readonly of: number;
}

export interface PictureState {
  readonly isOpen: boolean;
  readonly choices: PictureChoices;
  /** Null if no shader is running that draws a picture. */
  readonly limits: SizeLimits | null;
  readonly preview: Pixels | null;
  /** Why saving failed, as a sentence. */
  readonly problem: string | null;
  readonly activity: PictureActivity;
}

export const FIRST_CHOICES: PictureChoices = {
  frames: 'one',
  frame: '0',
  from: '0',
  to: '59',
  every: '1',
  size: { kind: 'canvas' },
  keepsAlpha: false,
  includesProject: true,
  name: 'shader',
};

export const INITIAL_PICTURE_STATE: PictureState = {
  isOpen: false,
  choices: FIRST_CHOICES,
  limits: null,
  preview: null,
  problem: null,
  activity: { kind: 'choosing' },
};

/** Overall progress from 0 to 1. */
export function fractionOf(progress: PictureProgress, { done, of }: FrameCount): number {
  return (done + fractionOfFrame(progress)) / of;
}

function fractionOfFrame(progress: PictureProgress): number {
  switch (progress.kind) {
    case 'preparing':
      return 0;
    case 'playing':
      return (PLAYING_SHARE * progress.frame) / progress.wanted;
    case 'writing':
      return PLAYING_SHARE + ((1 - PLAYING_SHARE) * progress.rows) / progress.of;
    default:
      return assertNever(progress);
  }
}

/** Estimated share of a frame's time that is spent on playing earlier frames. */
const PLAYING_SHARE = 0.5;

export function progressText(progress: PictureProgress, { done, of }: FrameCount): string {
  const which = of === 1 ? '' : `Frame ${done + 1} of ${of}: `;
  switch (progress.kind) {
    case 'preparing':
      return `${which}preparing…`;
    case 'playing':
      return `${which}playing frame ${progress.frame} of ${progress.wanted}…`;
    case 'writing':
      return `${which}writing…`;
    default:
      return assertNever(progress);
  }
}
