import { useLayoutEffect, useRef, useState } from 'react';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import styles from './Timeline.module.css';
import { readWhole, type WholeRange } from './wholeNumber.ts';

interface NumberFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  /** What the field shows when nobody types; empty if left out. */
  readonly value?: number;
  readonly range: WholeRange;
  /** It gets the focus once it is there. */
  readonly takesFocus?: boolean;
  readonly onCommit: (value: number) => void;
  /** Escape was pressed; without it, the field gets back its value. */
  readonly onEscape?: () => void;
  /** The focus went elsewhere. */
  readonly onLeave?: () => void;
}

/** A field for a whole number, which Enter confirms. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, placeholder, value, range, takesFocus, onCommit } = props;
  const { onEscape, onLeave } = props;
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const restore = () => {
    if (field.current) field.current.value = value === undefined ? '' : String(value);
  };
  const commit = (input: HTMLInputElement) => {
    if (input.value === String(value ?? '') && !input.validity.badInput) return;
    const read = readWhole(input.validity.badInput ? null : input.value, range);
    if (!read.ok) {
      setNotice({ text: read.error });
      return;
    }
    setNotice(null);
    onCommit(read.value);
    restore();
  };
  return (
    <>
      <input
        // A value from elsewhere takes the place of what was typed.
        key={value}
        ref={field}
        className={`field ${styles['number']}`}
        type="number"
        min={0}
        max={range.max}
        step={1}
        aria-label={label}
        title={hint}
        placeholder={placeholder}
        defaultValue={value}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget);
          else if (event.key === 'Escape') (onEscape ?? restore)();
          else return;
          // Neither does the key press what gets the focus, nor close a dialog.
          event.preventDefault();
        }}
        onBlur={(event) => {
          if (value !== undefined) commit(event.currentTarget);
          onLeave?.();
        }}
      />
      <Tooltip notice={notice} anchor={field} onHide={() => setNotice(null)} />
    </>
  );
}
