import { type KeyboardEvent, useEffect, useRef } from 'react';
import styles from './DataGrid.module.css';

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onSubmit: (text: string) => void;
  readonly onCancel: () => void;
}

/** A field in place of a cell. Enter applies the value; Escape or leaving the field discards it. */
export function CellEditor({ label, text, onSubmit, onCancel }: CellEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = field.current;
    const grid = input?.closest<HTMLElement>('[role="grid"]');
    input?.focus({ preventScroll: true });
    input?.select();
    // Removing a focused field would lose the keyboard focus.
    return () => {
      if (document.activeElement === input || document.activeElement === document.body) {
        grid?.focus({ preventScroll: true });
      }
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onSubmit(event.currentTarget.value);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={field}
      className={styles['editor']}
      aria-label={label}
      defaultValue={text}
      spellCheck={false}
      autoComplete="off"
      onKeyDown={onKeyDown}
      onBlur={onCancel}
    />
  );
}
