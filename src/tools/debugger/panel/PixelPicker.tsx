import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { clampTexel, movedTexel, type Texel, texelAt } from '#core/data/pictureTexels.ts';
import styles from './PixelPicker.module.css';

interface PixelPickerProps {
  /** The picture's size in texels. */
  readonly width: number;
  readonly height: number;
  readonly onPick: (pixel: Texel) => void;
  readonly onCancel: () => void;
  readonly onMove?: (pixel: Texel) => void;
}

/**
 * A crosshair over the picture, in the same element. A click, a tap or Enter picks a pixel. The
 * arrow keys move by one texel, with Shift by ten. Escape cancels.
 */
export function PixelPicker({ width, height, onPick, onCancel, onMove }: PixelPickerProps) {
  const overlay = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const [chosen, setChosen] = useState<Texel>([Math.floor(width / 2), Math.floor(height / 2)]);
  // The picture may have shrunk.
  const texel = clampTexel(chosen, width, height);
  useLayoutEffect(() => borrowFocus(overlay.current), []);

  const moveTo = (next: Texel) => {
    if (next[0] === texel[0] && next[1] === texel[1]) return;
    setChosen(next);
    onMove?.(next);
  };
  const texelOf = (event: PointerEvent<HTMLElement>) =>
    texelAt(event, event.currentTarget.getBoundingClientRect(), width, height);
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!isPressed.current) return;
    isPressed.current = false;
    onPick(texelOf(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedTexel(texel, event.key, event.shiftKey);
    if (moved) moveTo(clampTexel(moved, width, height));
    else if (event.key === 'Enter' || event.key === ' ') onPick(texel);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The arrow keys work inside it, as in a drawing application.
    <div
      ref={overlay}
      className={styles['picker']}
      role="application"
      aria-label="Pick a pixel: arrow keys move, Enter picks, Escape ends"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        isPressed.current = event.isPrimary && event.button === 0;
        moveTo(texelOf(event));
      }}
      onPointerMove={(event) => {
        if (event.isPrimary) moveTo(texelOf(event));
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        isPressed.current = false;
      }}
    >
      <Crosshair texel={texel} width={width} height={height} />
    </div>
  );
}

/** Focuses the element. The returned function restores the focus, unless it has moved elsewhere. */
function borrowFocus(element: HTMLElement | null): () => void {
  const before = document.activeElement;
  element?.focus({ preventScroll: true });
  return () => {
    if (before instanceof HTMLElement && element?.contains(document.activeElement)) {
      before.focus({ preventScroll: true });
    }
  };
}

interface CrosshairProps {
  readonly texel: Texel;
  readonly width: number;
  readonly height: number;
}

function Crosshair({ texel: [x, y], width, height }: CrosshairProps) {
  const left = `${((x + 0.5) * 100) / width}%`;
  const top = `${((height - y - 0.5) * 100) / height}%`;
  // Towards the middle, so that the edges do not clip it.
  const across = x > width / 2 ? 'calc(-100% - 10px)' : '10px';
  const along = y > height / 2 ? '10px' : 'calc(-100% - 10px)';
  return (
    <>
      <div className={styles['vertical']} style={{ left }} />
      <div className={styles['horizontal']} style={{ top }} />
      <output
        className={styles['coordinates']}
        style={{ left, top, transform: `translate(${across}, ${along})` }}
        aria-live="polite"
      >
        {`${x}, ${y}`}
      </output>
    </>
  );
}
