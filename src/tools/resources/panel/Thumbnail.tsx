import { useEffect, useRef } from 'react';
import type { ResourcesViews } from '#tools/resources/state.ts';
import styles from './ResourceList.module.css';

interface ThumbnailProps {
  /** Of a texture. */
  readonly name: string;
  readonly size: readonly number[];
  readonly session: ResourcesViews;
}

/** Pixels of the longer side: twice what is shown, for dense screens. */
const PIXELS = 80;

/** A small live picture of a texture. The option's text says what it is. */
export function Thumbnail({ name, size, session }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? session.attachThumbnail(name, canvas.current) : undefined),
    [name, session],
  );
  const [width = 1, height = 1] = size;
  const scale = PIXELS / Math.max(width, height, 1);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tab index
    <canvas
      ref={canvas}
      className={styles['thumbnail']}
      width={Math.max(1, Math.round(width * scale))}
      height={Math.max(1, Math.round(height * scale))}
      aria-hidden="true"
    />
  );
}
