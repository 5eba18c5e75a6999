import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { conditionProblem } from '#tools/debugger/trace/condition/conditionProblem.ts';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { ExpressionField } from './ExpressionField.tsx';
import styles from './Sections.module.css';

export function Breakpoints({ store, commands }: DebuggerProps) {
  const breakpoints = useStore(store, (state) => state.breakpoints);
  const heading = useId();
  const sorted = [...breakpoints].sort((one, other) => one.line - other.line);
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Breakpoints</h2>
      {sorted.length === 0 && (
        <p className={styles['note']}>
          Click a line number, or press F9 in the editor, to set one.
        </p>
      )}
      {sorted.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {sorted.map((breakpoint) => (
            <li key={breakpoint.line}>
              <BreakpointRow
                breakpoint={breakpoint}
                problemOf={(condition) => conditionProblem(condition, store.getState().shown)}
                onChange={commands.setBreakpoint}
                onRemove={commands.removeBreakpoint}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface BreakpointRowProps {
  readonly breakpoint: Breakpoint;
  /** Returns what is wrong, as a sentence. */
  readonly problemOf: (condition: string) => string | null;
  readonly onChange: (breakpoint: Breakpoint) => void;
  readonly onRemove: (line: number) => void;
}

/** The condition takes effect on Enter or when the field loses focus. */
function BreakpointRow({ breakpoint, problemOf, onChange, onRemove }: BreakpointRowProps) {
  const { line } = breakpoint;
  /** Discarded when the breakpoint gets another condition. */
  const [draft, setDraft] = useState({ of: breakpoint, text: breakpoint.condition ?? '' });
  const text = draft.of === breakpoint ? draft.text : (breakpoint.condition ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const commit = () => {
    const condition = text.trim() === '' ? null : text.trim();
    const wrong = condition === null ? null : problemOf(condition);
    if (wrong !== null) setProblem(wrong);
    else if (condition !== breakpoint.condition) onChange({ line, condition });
  };
  return (
    <ExpressionField
      className={styles['watch']}
      label={`Condition on line ${line}`}
      placeholder="no condition"
      text={text}
      problem={problem}
      onText={(typed) => {
        setDraft({ of: breakpoint, text: typed });
        setProblem(null);
      }}
      onEnter={commit}
      onLeave={commit}
      before={<span>{`Line ${line}`}</span>}
      button={
        <Button
          kind="icon"
          label={`Remove the breakpoint on line ${line}`}
          hint="Remove"
          onClick={() => onRemove(line)}
        >
          <CloseIcon />
        </Button>
      }
    />
  );
}
