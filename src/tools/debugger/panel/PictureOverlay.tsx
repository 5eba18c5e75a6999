import { useEffect } from 'react';
import { useStore } from 'zustand';
import { texelAt } from '#core/data/pictureTexels.ts';
import type { DebuggerProps } from './debuggerProps.ts';
import { HeatOverlay } from './HeatOverlay.tsx';
import { PixelPicker } from './PixelPicker.tsx';

interface PictureOverlayProps extends DebuggerProps {
  /** The picture, over which this lies. */
  readonly canvas: HTMLCanvasElement;
}

/** What the debugger puts over the picture: the crosshair while a pixel is picked, and the heat map. */
export function PictureOverlay({ store, commands, canvas }: PictureOverlayProps) {
  const isPicking = useStore(store, (state) => state.isPicking);
  const search = useStore(store, (state) => state.search);
  const { width, height } = useStore(store, (state) => state.picture) ?? canvas;
  usePointerFollowing({ store, commands, canvas });
  const heat = search?.kind === 'cost' ? search.heat : null;
  return (
    <>
      {heat && (
        <HeatOverlay
          {...{ heat, width, height }}
          onPick={commands.pickPixel}
          onHide={commands.clearSearch}
        />
      )}
      {isPicking && (
        <PixelPicker
          width={width}
          height={height}
          onPick={commands.pickPixel}
          onCancel={commands.togglePicking}
        />
      )}
    </>
  );
}

/** Tells which texel the pointer is over, while that is followed. The shader gets its mouse as ever. */
function usePointerFollowing({ store, commands, canvas }: PictureOverlayProps): void {
  const isFollowing = useStore(store, (state) => state.isFollowing);
  useEffect(() => {
    if (!isFollowing) return;
    const follow = (event: PointerEvent) => {
      const { width, height } = store.getState().picture ?? canvas;
      const box = canvas.getBoundingClientRect();
      commands.followPixel(texelAt(event, box, width, height));
    };
    // The heat map may lie over the canvas.
    const screen = canvas.parentElement ?? canvas;
    screen.addEventListener('pointermove', follow);
    return () => screen.removeEventListener('pointermove', follow);
  }, [isFollowing, store, commands, canvas]);
}
