import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PicturePanel.module.css';
import { PlaybackBar } from './PlaybackBar.tsx';
import { STALE_MARK_ID, StaleMark } from './StaleMark.tsx';
import { useFullScreen } from './useFullScreen.ts';

interface PicturePanelProps {
  readonly workspace: Workspace;
  /** The canvas that runs draw on. The panel moves it into its own element. */
  readonly canvas: HTMLCanvasElement;
  /** What tools put over the picture. */
  readonly overlay?: ReactNode;
}

/** The canvas with the playback bar below it. Full screen shows both. */
export function PicturePanel({ workspace, canvas, overlay }: PicturePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  const fullScreen = useFullScreen(panel);
  const stale = useStore(workspace.store, (state) => shownRun(state).stale);

  useLayoutEffect(() => {
    canvas.removeAttribute('style');
    screen.current?.prepend(canvas);
    return () => canvas.remove();
  }, [canvas]);
  useLayoutEffect(() => {
    if (stale) canvas.setAttribute('aria-describedby', STALE_MARK_ID);
    else canvas.removeAttribute('aria-describedby');
  }, [canvas, stale]);

  return (
    <div ref={panel} className={styles['picture']}>
      <div ref={screen} className={styles['screen']}>
        <StaleMark stale={stale} onWhy={() => workspace.selectTab('diagnostics')} />
        {overlay}
      </div>
      <PlaybackBar workspace={workspace} fullScreen={fullScreen} />
    </div>
  );
}
