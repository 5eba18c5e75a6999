import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { LoadProgress } from '#core/output/compilerState.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { useOverdue } from '#pages/playground/browser/useElapsed.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrips.module.css';

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

/** In milliseconds. Faster sources show nothing, to avoid flicker. */
const SHOW_SOURCE_AFTER = 500;

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
  if (!useOverdue(since, SHOW_SOURCE_AFTER)) return null;
  return (
    <section className={styles['strip']} data-state="opening" aria-label="Source">
      <p role="status" className={styles['question']}>
        Loading {address}…
      </p>
      <Button onClick={onStop}>Stop loading</Button>
    </section>
  );
}

/** In milliseconds. Faster fetches show nothing, to avoid flicker. */
const SHOW_FILES_AFTER = 300;

/** Visible while a run fetches the files of its URL and DATA attributes. */
export function ShaderFilesStrip({ workspace }: { readonly workspace: Workspace }) {
  const progress = useStore(workspace.store, (state) => state.resourceLoading);
  return progress && <ShaderFilesProgress progress={progress} />;
}

function ShaderFilesProgress({ progress }: { readonly progress: LoadProgress }) {
  const [since] = useState(() => performance.now());
  if (!useOverdue(since, SHOW_FILES_AFTER)) return null;
  return (
    <section className={styles['strip']} data-state="loading" aria-label="Files of the shader">
      <span role="status">Loading the shader’s files… {sizeText(progress)}</span>
      <ProgressBar label="Loading the shader’s files" fraction={fractionOf(progress)} />
    </section>
  );
}

const BYTES_PER_MEGABYTE = 1e6;

/** From 0 to 1; null while the total is unknown. */
function fractionOf({ received, total }: LoadProgress): number | null {
  if (received === 0) return 0;
  return total === null || total === 0 ? null : received / total;
}

/** Such as `1.2 of 4.0 MB`. */
function sizeText({ received, total }: LoadProgress): string {
  const megabytes = (bytes: number) => (bytes / BYTES_PER_MEGABYTE).toFixed(1);
  return total === null
    ? `${megabytes(received)} MB`
    : `${megabytes(received)} of ${megabytes(total)} MB`;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
