import { useEffect, useRef, useState } from 'react';
import { clampTexel, type Texel, texelAt } from '#core/data/pictureTexels.ts';
import { untilDisposed } from '#core/util/newest.ts';
import { ownValue } from '#core/util/ownValue.ts';
import type { ResourcesProps } from '#tools/resources/kinds/kind.ts';
import type { ResourcesViews, TexelReading } from '#tools/resources/state.ts';
import styles from './PixelReadout.module.css';
import { texelText } from './texture/texelText.ts';

interface PixelReadoutProps extends ResourcesProps {
  readonly canvas: HTMLCanvasElement;
}

/** Milliseconds between readings while the pointer is still. */
const INTERVAL = 100;

/** CSS pixels per magnified texel; there are 11 in a row. */
const MAGNIFIED = 14;

/**
 * Shows the texel under the pointer in the picture's own format. Alt magnifies it. While the
 * picture has the focus, Alt with the arrow keys moves to other texels.
 */
export function PixelReadout({ canvas, session }: PixelReadoutProps) {
  const { texel, isMagnified } = useTexel(canvas);
  const reading = useReading(session, texel);
  const corner = texel && isNearTopLeft(texel, canvas) ? 'right' : 'left';
  return (
    <div className={styles['readout']} data-corner={corner}>
      <output
        className={styles['text']}
        aria-label="Pixel under the pointer"
        // Otherwise, each pixel along the way would be announced.
        aria-live="off"
      >
        {texel && reading ? texelText(reading, false) : ''}
      </output>
      {texel && isMagnified && <Magnifier session={session} texel={texel} reading={reading} />}
    </div>
  );
}

/** The texel selected by pointer or keys; null while neither is in use. */
function useTexel(canvas: HTMLCanvasElement) {
  const [texel, setTexel] = useState<Texel | null>(null);
  const [isMagnified, setIsMagnified] = useState(false);
  useEffect(() => {
    const point = (event: PointerEvent) => {
      const { width, height } = canvas;
      setTexel(texelAt(event, canvas.getBoundingClientRect(), width, height));
      setIsMagnified(event.altKey);
    };
    const leave = () => {
      setTexel(null);
      setIsMagnified(false);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Alt') setIsMagnified(true);
      const by =
        event.altKey && document.activeElement === canvas ? ownValue(ARROWS, event.key) : undefined;
      if (!by) return;
      event.preventDefault();
      setTexel((at) => moved(at, by, canvas));
    };
    const release = (event: KeyboardEvent) => {
      if (event.key === 'Alt') setIsMagnified(false);
    };
    return untilDisposed((signal) => {
      canvas.addEventListener('pointermove', point, { signal });
      canvas.addEventListener('pointerleave', leave, { signal });
      canvas.addEventListener('blur', leave, { signal });
      window.addEventListener('keydown', press, { signal });
      window.addEventListener('keyup', release, { signal });
    });
  }, [canvas]);
  return { texel, isMagnified };
}

const ARROWS: Readonly<Record<string, Texel>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Starts in the centre if no texel is selected yet. */
function moved(at: Texel | null, by: Texel, canvas: HTMLCanvasElement): Texel {
  if (!at) return [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
  return clampTexel([at[0] + by[0], at[1] + by[1]], canvas.width, canvas.height);
}

/** Whether the pointer is near the readout, which is at the top left. */
function isNearTopLeft([x, y]: Texel, { width, height }: HTMLCanvasElement): boolean {
  return x < width / 2 && y > height / 2;
}

/** The newest reading. Reads repeatedly, since frames may change the texel. */
function useReading(session: ResourcesViews, texel: Texel | null): TexelReading | null {
  const [reading, setReading] = useState<TexelReading | null>(null);
  const [x, y] = texel ?? [null, null];
  useEffect(() => {
    if (x === null || y === null) return undefined;
    let isOver = false;
    const read = async () => {
      const next = await session.readPicture(x, y);
      if (next && !isOver) setReading(next);
    };
    void read();
    const timer = setInterval(() => void read(), INTERVAL);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [session, x, y]);
  return reading;
}

interface MagnifierProps {
  readonly session: ResourcesViews;
  readonly texel: Texel;
  /** Each new reading redraws the magnifier. */
  readonly reading: TexelReading | null;
}

function Magnifier({ session, texel: [x, y], reading }: MagnifierProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading may be of another frame
  useEffect(() => {
    if (canvas.current) session.drawMagnifier(canvas.current, x, y);
  }, [session, x, y, reading]);
  const size = 11 * MAGNIFIED;
  return (
    <span className={styles['magnifier']}>
      <canvas
        ref={canvas}
        width={size}
        height={size}
        role="img"
        aria-label={`Texels around x ${x}, y ${y}`}
      />
    </span>
  );
}
