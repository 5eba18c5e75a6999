import { useLayoutEffect, useRef } from 'react';
import type { Pixels } from '#engine/gpu/replay/pictureReader.ts';
import styles from './PictureDialog.module.css';

/** The frame in sight, small. */
export function Preview({ pixels }: { readonly pixels: Pixels }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, bytes } = pixels;
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    context?.putImageData(new ImageData(bytes, width, height), 0, 0);
  }, [bytes, width, height]);
  return (
    <canvas
      ref={canvas}
      className={styles['preview']}
      role="img"
      aria-label="The frame in sight"
      width={width}
      height={height}
    />
  );
}
