import { useStore } from 'zustand';
import { Button } from '#ui/Button.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './CompileActivity.module.css';
import { useOverdue } from './useOverdue.ts';

/** Compiles that are done sooner, in milliseconds, are not worth a flicker. */
const SHOW_AFTER = 300;

/** A compile that takes longer than this, in milliseconds, can be cancelled. */
const CANCEL_AFTER = 1000;

/** In sight while a compile, or the compiler itself, takes longer than a moment. */
export function CompileActivity({ workspace }: { readonly workspace: Workspace }) {
  const compilation = useStore(workspace.store, (state) => state.compilation);
  const compiler = useStore(workspace.store, (state) => state.compiler.kind);
  const since = compilation.kind === 'compiling' ? compilation.since : null;
  const shown = useOverdue(since, SHOW_AFTER);
  const cancellable = useOverdue(since, CANCEL_AFTER);
  if (!shown) return null;
  return (
    <span className={styles['activity']}>
      <span className={styles['spinner']} />
      {compiler === 'loading' ? 'Waiting for the compiler…' : 'Compiling…'}
      {cancellable && (
        <Button
          kind="small"
          hint="Stop the compile that is running"
          onClick={workspace.cancelCompile}
        >
          Cancel
        </Button>
      )}
    </span>
  );
}
