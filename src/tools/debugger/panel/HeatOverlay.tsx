import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type Texel, texelAt } from '#core/data/pictureTexels.ts';
import type { HeatMap } from '#core/source/instrument/search.ts';
import styles from './Heat.module.css';
import { HeatLegend } from './HeatLegend.tsx';
import { drawHeat, rangeOf, withinPicture } from './heat.ts';

interface HeatOverlayProps {
  readonly heat: HeatMap;
  /** The picture's size in texels. */
  readonly width: number;
  readonly height: number;
  readonly onPick: (pixel: Texel) => void;
  readonly onHide: () => void;
}

/** What has an Escape of its own. */
const OTHERS = '[role="menu"], [role="dialog"], [role="application"]';

/**
 * The heat map over the picture, which fills the same element, and its legend. A click picks a pixel;
 * Escape hides the map.
 */
export function HeatOverlay({ heat: threads, width, height, onPick, onHide }: HeatOverlayProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const heat = useMemo(() => withinPicture(threads, width, height), [threads, width, height]);
  const range = useMemo(() => rangeOf(heat), [heat]);
  const [opacity, setOpacity] = useState(0.8);
  const [pointed, setPointed] = useState<Texel | null>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const image = context.createImageData(width, height);
    if (range && !range.isEven) drawHeat(heat, range, image);
    context.putImageData(image, 0, 0);
  }, [heat, range, width, height]);
  const leave = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(OTHERS)) return;
    event.preventDefault();
    onHide();
  });
  useEffect(() => {
    // Before the drawer, which Escape would close, and after the editor.
    const page = canvas.current?.closest('main');
    page?.addEventListener('keydown', leave);
    return () => page?.removeEventListener('keydown', leave);
  }, []);
  const texelOf = (event: { clientX: number; clientY: number; currentTarget: HTMLElement }) =>
    texelAt(event, event.currentTarget.getBoundingClientRect(), width, height);
  return (
    <>
      {/* The keyboard picks a pixel with Inspect pixel. */}
      <canvas
        ref={canvas}
        className={styles['overlay']}
        width={width}
        height={height}
        role="img"
        aria-label="Heat map"
        style={{ opacity }}
        onPointerMove={(event) => setPointed(texelOf(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => onPick(texelOf(event))}
      />
      <HeatLegend {...{ heat, range, pointed, opacity, onHide }} onOpacity={setOpacity} />
    </>
  );
}
