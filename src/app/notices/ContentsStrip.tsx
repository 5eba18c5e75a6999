import { useState } from 'react';
import { useStore } from 'zustand';
import type { LoadProgress } from '#program/loadProgress.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';
import { fractionOf, sizeText } from './progressText.ts';
import { useOverdue } from './useOverdue.ts';

/** Fetches that are done sooner, in milliseconds, are not worth a flicker. */
const SHOW_AFTER = 300;

/** In sight while a run waits for what its URL and DATA attributes name. */
export function ContentsStrip({ workspace }: { readonly workspace: Workspace }) {
  const contents = useStore(workspace.store, (state) => state.contents);
  return contents && <ContentsProgress progress={contents} />;
}

function ContentsProgress({ progress }: { readonly progress: LoadProgress }) {
  const [since] = useState(() => performance.now());
  if (!useOverdue(since, SHOW_AFTER)) return null;
  return (
    <section className={styles['strip']} data-state="loading" aria-label="Files of the shader">
      <span role="status">Loading the shader’s files… {sizeText(progress)}</span>
      <ProgressBar label="Loading the shader’s files" fraction={fractionOf(progress)} />
    </section>
  );
}
