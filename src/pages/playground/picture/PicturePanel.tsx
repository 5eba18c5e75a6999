import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { interfaceGate } from '#pages/playground/start/gates.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { WarningIcon } from '#ui/icons.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import { shownRun } from '#workspace/runState.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './PicturePanel.module.css';
import { PlaybackBar, useFullScreen } from './PlaybackBar.tsx';

const PictureMenu = lazyPanel(
  'The picture’s menu',
  async () =>
    (await interfaceGate.behind(() => import('#pages/playground/layout/contextMenus.tsx')))
      .PictureMenu,
);

interface PicturePanelProps {
  readonly workspace: Workspace;
  /** The canvas that runs draw on. The panel moves it into its own element. */
  readonly canvas: HTMLCanvasElement;
  readonly overlay?: ReactNode;
}

/** The canvas with the playback bar below it. Full screen shows both. */
export function PicturePanel({ workspace, canvas, overlay }: PicturePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<HTMLElement | null>(null);
  const fullScreen = useFullScreen(panel);
  const stale = useStore(workspace.store, (state) => shownRun(state).stale);

  useLayoutEffect(() => {
    canvas.removeAttribute('style');
    screen?.prepend(canvas);
    return () => canvas.remove();
  }, [canvas, screen]);
  useLayoutEffect(() => {
    if (stale) canvas.setAttribute('aria-describedby', STALE_MARK_ID);
    else canvas.removeAttribute('aria-describedby');
  }, [canvas, stale]);

  return (
    <div ref={panel} className={styles['picture']}>
      <div ref={setScreen} className={styles['screen']}>
        <StaleMark stale={stale} onWhy={() => workspace.selectTab('diagnostics')} />
        {overlay}
        {screen && (
          <Part name="The picture’s menu">
            <PictureMenu canvas={canvas} screen={screen} />
          </Part>
        )}
      </div>
      <PlaybackBar workspace={workspace} fullScreen={fullScreen} />
    </div>
  );
}

/** Id of the element that describes why the picture is stale. */
const STALE_MARK_ID = 'stale-mark';

interface StaleMarkProps {
  readonly stale: boolean;
  readonly onWhy: () => void;
}

/** Marks a stale picture: it comes from an earlier source, because the newest one does not run. */
function StaleMark({ stale, onWhy }: StaleMarkProps) {
  return (
    <div className={styles['place']} aria-live="polite">
      {stale && (
        <div className={styles['mark']}>
          <WarningIcon />
          <span id={STALE_MARK_ID}>Showing the last working shader</span>
          <Button kind="small" hint="Open the diagnostics" onClick={onWhy}>
            Show why
          </Button>
        </div>
      )}
    </div>
  );
}

/** A demo's stored picture, for browsers that can't draw it. */
export function DemoStill({ workspace }: { readonly workspace: Workspace }) {
  const demo = useStore(workspace.store, (state) => state.demo);
  const [missing, setMissing] = useState<string | null>(null);
  if (demo === null || demo === missing) return null;
  return (
    <figure className={styles['still']}>
      <img src={`demos/thumbnails/${demo}.webp`} alt="" onError={() => setMissing(demo)} />
      <figcaption>
        This is a stored picture of the demo: this browser has no WebGPU to run it.
      </figcaption>
    </figure>
  );
}
