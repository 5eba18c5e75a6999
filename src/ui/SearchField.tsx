import type { RefObject } from 'react';
import { SearchIcon } from './icons.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  readonly ref?: RefObject<HTMLInputElement | null>;
  /** The accessible name and placeholder. */
  readonly label: string;
  readonly value: string;
  /** Shown next to the query, such as the number of matches. */
  readonly outcome?: string;
  readonly onChange: (value: string) => void;
}

export function SearchField({ ref, label, value, outcome, onChange }: SearchFieldProps) {
  return (
    <label className={styles['field']}>
      <SearchIcon />
      <input
        ref={ref}
        type="search"
        className={styles['input']}
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {outcome && (
        <span className={styles['outcome']} aria-live="polite">
          {outcome}
        </span>
      )}
    </label>
  );
}
