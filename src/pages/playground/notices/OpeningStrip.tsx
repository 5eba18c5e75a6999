import { useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';
import { useOverdue } from './useOverdue.ts';

/** In milliseconds. Faster sources show nothing, to avoid flicker. */
const SHOW_AFTER = 500;

/** Visible while a source takes long to load: its address, and a button that stops loading. */
export function OpeningStrip({ workspace }: { readonly workspace: Workspace }) {
  const address = useStore(workspace.store, (state) => state.fetchedSource);
  if (address === null) return null;
  return <Fetching key={address} address={address} onStop={workspace.cancelOpening} />;
}

interface FetchingProps {
  readonly address: string;
  readonly onStop: () => void;
}

function Fetching({ address, onStop }: FetchingProps) {
  const [since] = useState(() => performance.now());
  if (!useOverdue(since, SHOW_AFTER)) return null;
  return (
    <section className={styles['strip']} data-state="opening" aria-label="Source">
      <p role="status" className={styles['question']}>
        Loading {address}…
      </p>
      <Button onClick={onStop}>Stop loading</Button>
    </section>
  );
}
