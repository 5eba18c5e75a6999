import { useState } from 'react';
import { useStore } from 'zustand';
import type { LoadProgress } from '#core/output/compilerState.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';
import { fractionOf, sizeText } from './progressText.ts';
import { useOverdue } from './useOverdue.ts';

/** In milliseconds. Faster fetches show nothing, to avoid flicker. */
const SHOW_AFTER = 300;

/** Visible while a run fetches the files of its URL and DATA attributes. */
export function ShaderFilesStrip({ workspace }: { readonly workspace: Workspace }) {
  const progress = useStore(workspace.store, (state) => state.resourceLoading);
  return progress && <ShaderFilesProgress progress={progress} />;
}

function ShaderFilesProgress({ progress }: { readonly progress: LoadProgress }) {
  const [since] = useState(() => performance.now());
  if (!useOverdue(since, SHOW_AFTER)) return null;
  return (
    <section className={styles['strip']} data-state="loading" aria-label="Files of the shader">
      <span role="status">Loading the shader’s files… {sizeText(progress)}</span>
      <ProgressBar label="Loading the shader’s files" fraction={fractionOf(progress)} />
    </section>
  );
}
