import { useState } from 'react';
import { useStore } from 'zustand';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './DemoStill.module.css';

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
