import { useId, useState } from 'react';
import { useStore } from 'zustand';
import type { ShownTrace } from '#tools/debugger/state.ts';
import { parseWatch } from '#tools/debugger/trace/condition/parseCondition.ts';
import { fullText, shortText } from '#tools/debugger/trace/formatValue.ts';
import { Button } from '#ui/Button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import type { DebuggerProps } from './debuggerProps.ts';
import { ExpressionField } from './ExpressionField.tsx';
import styles from './Sections.module.css';

/** Names and members that stay visible in every function. */
export function Watches({ store, commands }: DebuggerProps) {
  const shown = useStore(store, (state) => state.shown);
  const watches = useStore(store, (state) => state.watches);
  const heading = useId();
  return (
    <section className={styles['section']}>
      <h2 id={heading}>Watches</h2>
      {watches.length > 0 && (
        <ul className={styles['list']} aria-labelledby={heading}>
          {watches.map((expression) => (
            <li key={expression} className={styles['watch']}>
              <span className={styles['code']}>{expression}</span>
              <WatchedValue shown={shown} expression={expression} />
              <Button
                kind="icon"
                label={`Remove the watch ${expression}`}
                hint="Remove"
                onClick={() => commands.removeWatch(expression)}
              >
                <CloseIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <WatchField watches={watches} onAdd={commands.addWatch} />
    </section>
  );
}

interface WatchedValueProps {
  readonly shown: ShownTrace | null;
  readonly expression: string;
}

function WatchedValue({ shown, expression }: WatchedValueProps) {
  const value =
    shown && shown.step >= 0 ? shown.replay.watch(shown.step, expression, shown.stackFrame) : null;
  if (!value) return <span className={styles['quiet']}>no value here</span>;
  return (
    <span className={styles['result']} title={fullText(value)}>
      {shortText(value)}
    </span>
  );
}

interface WatchFieldProps {
  readonly watches: readonly string[];
  readonly onAdd: (expression: string) => void;
}

function WatchField({ watches, onAdd }: WatchFieldProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const add = () => {
    const typed = typedWatch(text, watches);
    if (typed.kind === 'problem') return setProblem(typed.text);
    onAdd(typed.expression);
    setText('');
  };
  return (
    <ExpressionField
      className={styles['field']}
      label="Add a watch"
      placeholder="Add a watch"
      text={text}
      problem={problem}
      onText={(typed) => {
        setText(typed);
        setProblem(null);
      }}
      onEnter={add}
      button={
        <Button kind="small" onClick={add}>
          Add
        </Button>
      }
    />
  );
}

type TypedWatch =
  | { readonly kind: 'watch'; readonly expression: string }
  /** Why it cannot be watched, as a sentence. */
  | { readonly kind: 'problem'; readonly text: string };

/** Checks the text that the user typed as a watch. */
export function typedWatch(text: string, watches: readonly string[]): TypedWatch {
  const expression = text.replaceAll(/\s+/g, '');
  if (expression === '') return { kind: 'problem', text: 'Type the name of a variable.' };
  if (!parseWatch(expression).ok) {
    return {
      kind: 'problem',
      text: `“${text.trim()}” can’t be watched. Use a name or a member, such as ray.origin.x or lights[i].`,
    };
  }
  if (watches.includes(expression)) {
    return { kind: 'problem', text: `${expression} is on the list already.` };
  }
  return { kind: 'watch', expression };
}
