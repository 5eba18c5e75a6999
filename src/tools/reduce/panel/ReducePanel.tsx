import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ReduceSession } from '#tools/reduce/session/reduceSession.ts';
import { isAtWork } from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { ReducedDialog } from './ReducedDialog.tsx';
import styles from './ReducePanel.module.css';
import { statusText } from './texts.ts';

interface ReducePanelProps {
  readonly session: ReduceSession;
}

/** How far Reduce is, and what came of it; the small source itself is in a dialog. */
export function ReducePanel({ session }: ReducePanelProps) {
  const state = useStore(session.store);
  const opener = useRef<HTMLButtonElement>(null);
  const works = isAtWork(state);
  const now = useSeconds(works);
  if (state.kind === 'idle') return null;
  return (
    <section className={styles['panel']} aria-label="Reduced source">
      <p
        role={state.kind === 'failed' ? 'alert' : 'status'}
        // Each step would be too much to announce; the end is announced.
        aria-live={works ? 'off' : undefined}
        className={styles['status']}
      >
        {statusText(state, now)}
      </p>
      {works && (
        <Button kind="small" hint="Keep the smallest source so far" onClick={session.cancel}>
          Cancel
        </Button>
      )}
      {state.kind === 'reduced' && (
        <>
          <Button
            ref={opener}
            kind="small"
            label="Show the reduced source"
            opens="dialog"
            onClick={() => session.show(true)}
          >
            Show
          </Button>
          <Part name="The reduced source" onClose={() => session.show(false)}>
            <ReducedDialog {...{ session, state, opener }} />
          </Part>
        </>
      )}
    </section>
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
