import { useEffect, useRef } from 'react';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PicturePanel.module.css';

/** The canvas that runs draw on, and the frame counter under it. */
export function PicturePanel({ workspace }: { readonly workspace: Workspace }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const counter = useRef<HTMLOutputElement>(null);

  useEffect(() => {
    return canvas.current ? workspace.attachCanvas(canvas.current) : undefined;
  }, [workspace]);

  useEffect(
    () =>
      // Written past React: it changes in every frame.
      workspace.onFrame((frame) => {
        if (counter.current) counter.current.textContent = String(frame).padStart(5, '0');
      }),
    [workspace],
  );

  return (
    <div className={styles['picture']}>
      <div className={styles['screen']}>
        <canvas ref={canvas} className={styles['canvas']} aria-label="Render output" />
      </div>
      <div className={styles['bar']} role="toolbar" aria-label="Playback">
        <span className={styles['caption']}>Frame</span>
        <output ref={counter} className={styles['counter']} aria-label="Frame" aria-live="off">
          00000
        </output>
      </div>
    </div>
  );
}
