import { useEffect, useRef } from 'react';
import { type Texel, texelAt } from '#core/data/pictureTexels.ts';
import type { HeatMap } from '#core/source/instrument/search.ts';
import styles from './Heat.module.css';
import { drawHeat, rangeOf } from './heat.ts';

interface HeatOverlayProps {
  readonly heat: HeatMap;
  /** The picture's size in texels. */
  readonly width: number;
  readonly height: number;
  readonly onPick: (pixel: Texel) => void;
}

/** The heat map over the picture, which fills the same element. A click picks a pixel. */
export function HeatOverlay({ heat, width, height, onPick }: HeatOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    const range = rangeOf(heat);
    if (range) drawHeat(heat, range, image);
    context.putImageData(image, 0, 0);
  }, [heat, width, height]);
  return (
    // The keyboard picks a pixel with Inspect pixel.
    <canvas
      ref={canvas}
      className={styles['overlay']}
      width={width}
      height={height}
      role="img"
      aria-label="Heat map"
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        onPick(texelAt(event, box, width, height));
      }}
    />
  );
}
