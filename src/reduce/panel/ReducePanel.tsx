import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ReduceSession } from '#reduce/session/reduceSession.ts';
import { isAtWork, type ReducedState, shownText } from '#reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { LongText } from '#ui/LongText.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import styles from './ReducePanel.module.css';
import { reducedMarkdown, statusText } from './texts.ts';

interface ReducePanelProps {
  readonly session: ReduceSession;
  /** Null as long as it is not known. */
  readonly compilerVersion: string | null;
}

/** The progress of Reduce, then the small source. */
export function ReducePanel({ session, compilerVersion }: ReducePanelProps) {
  const state = useStore(session.store);
  const now = useSeconds(isAtWork(state));
  if (state.kind === 'idle') return null;
  const isFailure = state.kind === 'failed';
  return (
    <section className={styles['panel']} aria-label="Reduced source">
      <div className={styles['bar']}>
        {/* Announced when it ends; each step would be too much. */}
        <p
          role={isFailure ? 'alert' : 'status'}
          aria-live={isAtWork(state) ? 'off' : undefined}
          className={styles['status']}
        >
          {statusText(state, now)}
        </p>
        {isAtWork(state) && (
          <Button kind="small" hint="Keep the smallest source so far" onClick={session.cancel}>
            Cancel
          </Button>
        )}
        {state.kind === 'reduced' && (
          <ResultButtons session={session} state={state} compilerVersion={compilerVersion} />
        )}
        {!isAtWork(state) && (
          <Button kind="small" label="Close the reduced source" onClick={session.close}>
            Close
          </Button>
        )}
      </div>
      {isAtWork(state) && <ProgressBar label="Reducing the source" fraction={null} />}
      {state.kind === 'reduced' && (
        <LongText text={shownText(state.files)} className={styles['source']} />
      )}
    </section>
  );
}

interface ResultButtonsProps extends ReducePanelProps {
  readonly state: ReducedState;
}

function ResultButtons({ session, state, compilerVersion }: ResultButtonsProps) {
  return (
    <>
      <Button
        kind="small"
        label="Open the reduced source"
        hint="Replaces your source; Undo brings it back"
        onClick={() => void session.open()}
      >
        Open
      </Button>
      <CopyButton label="Copy the reduced source" text={() => shownText(state.files)} />
      <MarkdownButton text={() => reducedMarkdown(state, compilerVersion)} />
    </>
  );
}

type CopyState = 'ready' | 'copied' | 'failed';

const TITLES: Readonly<Record<CopyState, string>> = {
  ready: 'Copy as Markdown',
  copied: 'Copied',
  failed: 'Your browser blocked the copy',
};

function MarkdownButton({ text }: { readonly text: () => string }) {
  const [state, setState] = useState<CopyState>('ready');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return (
    <Button
      kind="small"
      hint="For an issue: the source, its fault and the compiler’s version"
      onClick={() => void copy()}
    >
      {TITLES[state]}
    </Button>
  );
}

/** The time of `performance.now()`, once a second while it counts. */
function useSeconds(counts: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!counts) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [counts]);
  return now;
}
