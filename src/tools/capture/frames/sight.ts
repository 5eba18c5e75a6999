import type { FrameObservers, ObservedFrame } from '#engine/gpu/frameObserver.ts';
import { pictureOf } from '#engine/gpu/resources/pictureOf.ts';
import type { Size } from '#engine/gpu/screen.ts';

export interface Sight {
  readonly device: GPUDevice;
  /** Owned by the run, whose next frame overwrites it. */
  readonly picture: GPUTexture;
  readonly frame: number;
  /** The value of `TIME` in this frame. */
  readonly time: number;
  /** Size of the canvas. */
  readonly size: Size;
}

/** Null if no shader is running that draws a picture. */
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
