import { type ReactNode, useSyncExternalStore } from 'react';
import { assertNever } from '#core/util/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import type { LanguageServerState, LanguageService } from '#ui/editor/languageService.ts';
import type { ProblemCounts } from '#ui/editor/problems.ts';
import type { Cursor } from '#ui/editor/sourceEditor.ts';
import { describeProblems } from './describeProblems.ts';
import styles from './SourceStatus.module.css';

interface SourceStatusProps {
  readonly language: LanguageService;
  readonly problems: ProblemCounts;
  /** Whether the source is empty or white space. */
  readonly isBlank: boolean;
  readonly cursor: Cursor;
  readonly extra?: ReactNode;
  readonly onNextProblem: () => void;
}

/** The left part of the status bar: problems, position, and the state of the code assistance. */
export function SourceStatus(props: SourceStatusProps) {
  const { language, problems, isBlank, cursor, extra, onNextProblem } = props;
  const state = useSyncExternalStore(language.subscribe, language.state);
  const isReady = state.kind === 'ready';
  const found = problems.errors + problems.warnings;
  return (
    <section className={styles['status']} aria-label="Source status">
      {isBlank && 'The source is empty. Write a shader or load a demo.'}
      {isReady && !isBlank && (
        <Button
          kind="small"
          hint={found > 0 ? 'Go to the next problem (F8)' : 'There are no problems to go to'}
          disabled={found === 0}
          onClick={onNextProblem}
        >
          <span className={problems.errors > 0 ? styles['errors'] : undefined}>
            {describeProblems(problems)}
          </span>
        </Button>
      )}
      {extra}
      <span className={styles['position']}>{`Line ${cursor.line}, column ${cursor.column}`}</span>
      <span className={styles['assistance']}>
        <AssistanceState state={state} onStart={language.start} />
      </span>
    </section>
  );
}

interface AssistanceStateProps {
  readonly state: LanguageServerState;
  readonly onStart: () => void;
}

function AssistanceState({ state, onStart }: AssistanceStateProps) {
  switch (state.kind) {
    case 'off':
      return (
        <Button
          kind="small"
          hint="Turn on completion, errors as you type, and definitions. Uses about 200 MB of memory"
          onClick={onStart}
        >
          Start code assistance
        </Button>
      );
    case 'starting':
      return 'Code assistance is starting…';
    case 'ready':
      return null;
    case 'restarting':
      return <span title={state.reason}>Code assistance is restarting…</span>;
    case 'failed':
      return (
        <>
          <span title={state.reason}>Code assistance has stopped.</span>
          <Button kind="small" hint={state.reason} onClick={onStart}>
            Restart code assistance
          </Button>
        </>
      );
    default:
      return assertNever(state);
  }
}
