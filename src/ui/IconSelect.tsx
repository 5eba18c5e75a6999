import type { ReactNode } from 'react';
import styles from './IconSelect.module.css';
import type { SelectOption } from './Select.tsx';

interface IconSelectProps {
  /** The accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
}

/** A native select that shows an icon instead of its value. */
export function IconSelect({ label, icon, value, options, onChange }: IconSelectProps) {
  return (
    <span className={styles['root']}>
      {icon}
      <select
        className={styles['select']}
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </span>
  );
}
