import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import { LiveIcon } from '#ui/icons.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './ButtonText.module.css';

/** Switches live mode. */
export function LiveButton({ workspace }: { readonly workspace: Workspace }) {
  const live = useStore(workspace.store, (state) => state.live);
  return (
    <Button
      label="Live"
      kind="switch"
      hint={
        live
          ? 'What runs follows your typing; click to leave that to Run (Shift+F5)'
          : 'Let what runs follow your typing, at each pause, and go on from where it is (Shift+F5)'
      }
      pressed={live}
      onClick={() => workspace.setLive(!live)}
    >
      <LiveIcon />
      <span className={styles['text']}>Live</span>
    </Button>
  );
}
