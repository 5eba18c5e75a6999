import { useStore } from 'zustand';
import { useElapsedSeconds } from '#pages/playground/browser/useElapsedSeconds.ts';
import { useOverdue } from '#pages/playground/notices/useOverdue.ts';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './CompileActivity.module.css';

/** Milliseconds. Faster compiles show nothing, to avoid flicker. */
const SHOW_AFTER = 300;

/**
 * Shown while a slow compile, or the loading compiler, keeps the user waiting. After a second it
 * shows the elapsed time and a Cancel button.
 */
export function CompileActivity({ workspace }: { readonly workspace: Workspace }) {
  const compilation = useStore(workspace.store, (state) => state.compilation);
  const compiler = useStore(workspace.store, (state) => state.compiler.kind);
  const since = compilation.kind === 'compiling' ? compilation.since : null;
  const shown = useOverdue(since, SHOW_AFTER);
  const seconds = useElapsedSeconds(since);
  if (!shown) return null;
  return (
    <span className={styles['activity']}>
      <span className={styles['spinner']} />
      {compiler === 'loading' ? 'Waiting for the compiler…' : 'Compiling…'}
      {seconds > 0 && (
        <>
          <span className={styles['seconds']}>{seconds} s</span>
          <Button kind="small" hint="Stop this compile" onClick={workspace.cancelCompile}>
            Cancel
          </Button>
        </>
      )}
    </span>
  );
}
