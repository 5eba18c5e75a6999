import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';

/** The frame that the canvas shows. */
export interface Sight {
  readonly device: GPUDevice;
  /** Belongs to the run, whose next frame draws over it. */
  readonly picture: GPUTexture;
  readonly frame: number;
  /** The value of `TIME` in it. */
  readonly time: number;
  /** Of the canvas. */
  readonly size: Size;
}

/** Null if no shader with a picture runs. */
export function frameInSight({ newest }: Pick<FrameObservers, 'newest'>): Sight | null {
  const shown: ObservedFrame | null = newest();
  const picture = shown && pictureOf(shown.resources);
  if (!picture) return null;
  const { device, inputs, screen } = shown;
  return {
    ...{ device, picture, frame: inputs.frame, time: inputs.time },
    size: screen,
  };
}
