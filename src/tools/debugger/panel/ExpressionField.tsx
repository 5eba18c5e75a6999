import { type ReactNode, useId } from 'react';
import styles from './Sections.module.css';

interface ExpressionFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  /** What is wrong with the text, as a sentence. */
  readonly problem: string | null;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  readonly onLeave?: () => void;
  readonly className: string | undefined;
  readonly before?: ReactNode;
  readonly button: ReactNode;
}

/** A field for code, with the code's problem below. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, placeholder, text, problem, onText, onEnter, onLeave } = props;
  const problemId = useId();
  return (
    <>
      <div className={props.className}>
        {props.before}
        <input
          className={`field ${styles['input']}`}
          type="text"
          aria-label={label}
          aria-describedby={problem ? problemId : undefined}
          aria-invalid={problem !== null || undefined}
          placeholder={placeholder}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onBlur={onLeave}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onEnter();
          }}
        />
        {props.button}
      </div>
      {problem && (
        <p id={problemId} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
