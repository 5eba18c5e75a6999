import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CompareSession, CompareState } from '#tools/capture/compare/state.ts';
import styles from './CompareOverlay.module.css';
import { CompareStrip } from './CompareStrip.tsx';
import { WipeDivider } from './WipeDivider.tsx';

interface CompareOverlayProps {
  readonly session: CompareSession;
}

/** What the comparison puts over the picture, which keeps the pointer everywhere else. */
export function CompareOverlay({ session }: CompareOverlayProps) {
  const state = useStore(session.store);
  if (!state.isOn) return null;
  const { commands } = session;
  return (
    <div className={styles['overlay']}>
      {state.pin && (
        <>
          {state.view !== 'difference' && (
            <PinnedPicture pin={state.pin} shown={shownPart(state)} />
          )}
          {state.view === 'difference' && (
            <DifferencePicture
              session={session}
              // Then there is none.
              hidden={state.comparison.kind === 'sizes differ'}
            />
          )}
          {state.view === 'wipe' && (
            <WipeDivider percent={state.wipe} onChange={commands.setWipe} />
          )}
        </>
      )}
      <CompareStrip state={state} commands={commands} />
    </div>
  );
}

/** Percent of its width, from the left. */
function shownPart({ view, wipe }: CompareState): number {
  return view === 'wipe' ? wipe : 100;
}

interface PinnedPictureProps {
  readonly pin: NonNullable<CompareState['pin']>;
  readonly shown: number;
}

/** Drawn once; the wipe only clips it. */
function PinnedPicture({ pin: { pixels }, shown }: PinnedPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = pixels;
  useEffect(() => {
    const image = new ImageData(pixels.bytes, pixels.width, pixels.height);
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [pixels]);
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      role="img"
      aria-label="Pinned picture"
      style={{ clipPath: `inset(0 ${100 - shown}% 0 0)` }}
      {...{ width, height }}
    />
  );
}

interface DifferencePictureProps {
  readonly session: CompareSession;
  readonly hidden: boolean;
}

function DifferencePicture({ session, hidden }: DifferencePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? session.attachCanvas(canvas.current) : undefined), [session]);
  return (
    <canvas
      ref={canvas}
      className={styles['picture']}
      role="img"
      aria-label="Difference from the pinned picture"
      hidden={hidden}
    />
  );
}
