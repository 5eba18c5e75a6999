import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PicturePanel.module.css';
import { PlaybackBar } from './PlaybackBar.tsx';
import { STALE_MARK_ID, StaleMark } from './StaleMark.tsx';
import { useFullScreen } from './useFullScreen.ts';

/** The canvas that runs draw on, and the control bar under it; full screen takes both. */
export function PicturePanel({ workspace }: { readonly workspace: Workspace }) {
  const panel = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const fullScreen = useFullScreen(panel);
  const stale = useStore(workspace.store, (state) => state.stale);

  useEffect(() => {
    return canvas.current ? workspace.attachCanvas(canvas.current) : undefined;
  }, [workspace]);

  return (
    <div ref={panel} className={styles['picture']}>
      <div className={styles['screen']}>
        <canvas
          ref={canvas}
          className={styles['canvas']}
          tabIndex={0}
          aria-label="Render output"
          aria-describedby={stale ? STALE_MARK_ID : undefined}
        />
        <StaleMark stale={stale} onWhy={() => workspace.selectTab('diagnostics')} />
      </div>
      <PlaybackBar workspace={workspace} fullScreen={fullScreen} />
    </div>
  );
}
