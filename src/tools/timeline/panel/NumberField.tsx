import { useRef, useState } from 'react';
import { type Notice, Tooltip } from '#ui/Tooltip.tsx';
import styles from './TimelineRow.module.css';
import { readWhole, type WholeRange } from './wholeNumber.ts';

interface NumberFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly hint: string;
  readonly placeholder?: string;
  /** What the field shows when nobody types; empty if left out. */
  readonly value?: number;
  readonly range: WholeRange;
  readonly disabled?: boolean;
  readonly onCommit: (value: number) => void;
}

/** A field for a whole number, which Enter confirms. */
export function NumberField(props: NumberFieldProps) {
  const { label, hint, placeholder, value, range, disabled, onCommit } = props;
  const field = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
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
        className={styles['number']}
        type="number"
        min={0}
        max={range.max}
        step={1}
        aria-label={label}
        title={hint}
        placeholder={placeholder}
        defaultValue={value}
        disabled={disabled}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(event.currentTarget);
          if (event.key === 'Escape') restore();
        }}
        onBlur={(event) => {
          if (value !== undefined) commit(event.currentTarget);
        }}
      />
      <Tooltip notice={notice} anchor={field} onHide={() => setNotice(null)} />
    </>
  );
}
