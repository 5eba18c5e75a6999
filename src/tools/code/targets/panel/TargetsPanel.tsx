import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import {
  canDownload,
  NOTHING_TO_DOWNLOAD,
  progressOf,
  type TargetsState,
} from '#tools/code/targets/state.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { OutputTable } from './OutputTable.tsx';
import { statusText } from './statusText.ts';
import styles from './TargetsPanel.module.css';
import type { TargetsProps } from './targetsProps.ts';

/** The Targets tab. It compiles while it is in sight. */
export function TargetsPanel({ session }: TargetsProps) {
  const { store, commands } = session;
  const panel = useRef<HTMLDivElement>(null);
  const hasRows = useStore(store, ({ entryPoints }) => entryPoints.length > 0);
  const problem = useStore(store, (state) => state.problem);
  useEffect(() => {
    if (!panel.current) return;
    // A small screen keeps the panel while it shows the source.
    const observer = new IntersectionObserver((entries) =>
      entries.at(-1)?.isIntersecting ? commands.open() : commands.close(),
    );
    observer.observe(panel.current);
    return () => {
      observer.disconnect();
      commands.close();
    };
  }, [commands]);
  return (
    <div className={styles['panel']} ref={panel}>
      {problem !== '' && <p role="alert">{problem}</p>}
      {hasRows ? <OutputTable session={session} /> : <NoEntryPoints session={session} />}
    </div>
  );
}

/** Above the table: what is compiled, and the download of it. */
export function TargetsToolbar({ session }: TargetsProps) {
  const { store, commands, context } = session;
  const compiler = useStore(context.workspace.store, (state) => state.compiler.kind);
  const state = useStore(store);
  const text = statusText(state, compiler);
  const isUnderWay = state.phase === 'typing' || state.phase === 'compiling';
  const hasCode = canDownload(state);
  return (
    <div className={styles['bar']}>
      <p className={styles['status']} role="status">
        {[text, state.downloaded].filter((part) => part !== '').join(' ')}
      </p>
      {isUnderWay && text === '' && <Progress state={state} />}
      <Button
        kind="small"
        hint={hasCode ? 'Download the outputs that compiled, in a zip' : NOTHING_TO_DOWNLOAD}
        disabled={!hasCode}
        onClick={() => void commands.download()}
      >
        Download all
      </Button>
    </div>
  );
}

function Progress({ state }: { readonly state: TargetsState }) {
  const { done, total } = progressOf(state);
  return (
    <div className={styles['progress']}>
      <span>{total > 0 && `${done} of ${total}`}</span>
      <ProgressBar label="Outputs compiled" fraction={total === 0 ? null : done / total} />
    </div>
  );
}

/** In place of the table: the compiler says why there is nothing to compile. */
function NoEntryPoints({ session }: TargetsProps) {
  const { store, commands } = session;
  const reason = useStore(store, firstReason);
  const phase = useStore(store, (state) => state.phase);
  if (phase !== 'done') return null;
  return (
    <div className={styles['empty']}>
      <p>{reason ?? 'The compiler finds no entry point in the source.'}</p>
      {reason !== null && (
        <Button
          kind="small"
          hint="Compile to WGSL and open the diagnostics"
          onClick={() => void commands.show({ target: 'WGSL', entryPoint: null })}
        >
          Show diagnostics
        </Button>
      )}
    </div>
  );
}

function firstReason({ results }: TargetsState): string | null {
  for (const { result } of results.values()) if (result.kind === 'failed') return result.reason;
  return null;
}
