import { useStore } from 'zustand';
import { useElapsedSeconds } from '#app/browser/useElapsedSeconds.ts';
import { useOverdue } from '#app/notices/useOverdue.ts';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './CompileActivity.module.css';

/** Compiles that are done sooner, in milliseconds, are not worth a flicker. */
const SHOW_AFTER = 300;

/**
 * In sight while a compile, or the compiler itself, takes longer than a moment. After a second it
 * tells how long it has taken, and can be cancelled.
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
          <Button
            kind="small"
            hint="Stop the compile that is running"
            onClick={workspace.cancelCompile}
          >
            Cancel
          </Button>
        </>
      )}
    </span>
  );
}
