import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { LoadProgress } from '#core/output/compilerState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { useOnline } from '#pages/playground/browser/useOnline.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';
import { fractionOf, sizeText } from './progressText.ts';

/** Visible until the compiler is ready: the loading progress, or the reason for a failure. */
export function LoadingStrip({ workspace }: { readonly workspace: Workspace }) {
  const compiler = useStore(workspace.store, (state) => state.compiler);
  switch (compiler.kind) {
    case 'ready':
    case 'restarting':
      return null;
    case 'loading':
      return (
        <section className={styles['strip']} data-state="loading" aria-label="Compiler">
          <span role="status">{describeProgress(compiler.progress)}</span>
          <ProgressBar label="Loading compiler" fraction={fractionOf(compiler.progress)} />
        </section>
      );
    case 'failed':
      return <LoadingFailure message={compiler.message} onRetry={workspace.retryCompiler} />;
    default:
      return assertNever(compiler);
  }
}

interface LoadingFailureProps {
  readonly message: string;
  readonly onRetry: () => void;
}

/** Retries when the browser is back online. */
function LoadingFailure({ message, onRetry }: LoadingFailureProps) {
  const online = useOnline();
  const wasOffline = useRef(!online);
  useEffect(() => {
    if (online && wasOffline.current) onRetry();
    wasOffline.current = !online;
  }, [online, onRetry]);
  return (
    <section className={styles['strip']} data-state="failed" aria-label="Compiler">
      <div className={styles['failure']}>
        <strong role="status">Failed to initialize Slang Compiler.</strong>
        <span className={styles['reason']}>
          {online ? message : 'You’re offline. The compiler loads when you reconnect.'}
        </span>
      </div>
      <Button onClick={onRetry}>Try again</Button>
    </section>
  );
}

function describeProgress(progress: LoadProgress): string {
  const { received, total } = progress;
  if (received === 0) return 'Loading compiler…';
  if (total !== null && received >= total) return 'Starting compiler…';
  return `Loading compiler… ${sizeText(progress)}`;
}
