import { useEffect, useId, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { Races } from '#tools/debugger/memory/Races.tsx';
import type { DebuggerCommands } from '#tools/debugger/session/debuggerSession.ts';
import type {
  AllThreadsSearch,
  DebuggerState,
  DebuggerWork,
  SearchResult,
} from '#tools/debugger/state.ts';
import { Button } from '#ui/Button.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { FINDINGS_NAME, findingText, NOTHING_FOUND } from './labels.ts';
import styles from './Sections.module.css';

const SEARCHES: readonly {
  readonly kind: AllThreadsSearch;
  readonly text: string;
  readonly hint: string;
}[] = [
  {
    kind: 'non-finite',
    text: 'Find non-finite values',
    hint: 'Find the lines at which any thread of this frame has a NaN or an infinity',
  },
  {
    kind: 'out-of-range',
    text: 'Find colours out of range',
    hint: 'Find the lines that store a colour below 0 or above 1',
  },
  {
    kind: 'cost',
    text: 'Heat map',
    hint: 'Show over the picture how many statements each thread executes',
  },
  {
    kind: 'races',
    text: 'Find races',
    hint: 'Find threads that access the same element at the same time, while one of them stores to it',
  },
];

export function Search({ store, commands }: DebuggerProps) {
  const isBusy = useLastingWork(store).kind !== 'idle';
  const result = useStore(store, (state) => state.search);
  const heading = useId();
  return (
    <section className={styles['section']} aria-labelledby={heading}>
      <h2 id={heading}>All threads</h2>
      <div className={styles['buttons']}>
        {SEARCHES.map(({ kind, text, hint }) => (
          <Button
            key={kind}
            kind="small"
            hint={isBusy ? 'Wait for the current request' : hint}
            disabled={isBusy}
            onClick={() => commands.search(kind)}
          >
            {text}
          </Button>
        ))}
      </div>
      {result && <Result result={result} commands={commands} />}
    </section>
  );
}

interface ResultProps {
  readonly result: SearchResult;
  readonly commands: DebuggerCommands;
}

function Result({ result, commands }: ResultProps) {
  if (result.kind === 'cost') {
    return (
      <p className={styles['note']} role="status">
        {result.heat.overdraw ? (
          <>
            The picture shows how many statements the fragments of each pixel executed, hidden ones
            included. Click a pixel to trace the one that is seen.
          </>
        ) : (
          <>
            The picture shows how many statements each thread of{' '}
            <code>{result.heat.entryPoints.join(', ')}</code> executed. Click a pixel to trace its
            thread.
          </>
        )}
      </p>
    );
  }
  if (result.kind === 'races') return <Races {...result} commands={commands} />;
  const { search, findings } = result;
  if (findings.length === 0) {
    return (
      <p className={styles['note']} role="status">
        {NOTHING_FOUND[search]}
      </p>
    );
  }
  return (
    <ul className={styles['list']} aria-label={FINDINGS_NAME[search]}>
      {findings.map((finding) => (
        <li key={`${finding.site} ${finding.what} ${finding.entryPoint}`}>
          <button
            type="button"
            className={styles['item']}
            title="Trace the first of these threads, and go to this step"
            onClick={() => commands.openFinding(finding)}
          >
            {findingText(finding)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** In milliseconds. Shorter work, as when following the pointer, would only flicker. */
const LASTING = 250;

/** What the debugger is doing, once it takes longer than `LASTING`. */
export function useLastingWork(store: StoreApi<DebuggerState>): DebuggerWork {
  const work = useStore(store, (state) => state.work);
  const [lasting, setLasting] = useState(work);
  useEffect(() => {
    if (work.kind === 'idle') {
      setLasting(work);
      return undefined;
    }
    const timer = setTimeout(() => setLasting(work), LASTING);
    return () => clearTimeout(timer);
  }, [work]);
  return work.kind === 'idle' ? work : lasting;
}
