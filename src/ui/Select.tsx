import styles from './Select.module.css';

export interface SelectOption {
  /** Differs from that of every other option. */
  readonly value: string;
  readonly text: string;
  /** Stands in the list, but cannot be chosen. */
  readonly disabled?: boolean;
}

/** A line between groups of options; `name` tells it from other lines. */
export function separator(name: string): SelectOption {
  return { value: `separator ${name}`, text: '─'.repeat(SEPARATOR_LENGTH), disabled: true };
}

/** In characters: about as long as the text of an option. */
const SEPARATOR_LENGTH = 16;

interface SelectProps {
  /** The accessible name. */
  readonly label: string;
  /** Shown while no option is chosen. */
  readonly placeholder?: string;
  /** Shown when the pointer rests on it. */
  readonly hint?: string;
  readonly value: string | null;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** The control got the focus: the moment to bring the options up to date. */
  readonly onFocus?: () => void;
}

/** A native select: it works with every keyboard, screen reader and phone. */
export function Select(props: SelectProps) {
  const { label, placeholder, hint, value, options, onChange, onFocus } = props;
  return (
    <select
      className={styles['select']}
      aria-label={label}
      title={hint}
      value={value ?? ''}
      onFocus={onFocus}
      onChange={(event) => onChange(event.target.value)}
    >
      {placeholder !== undefined && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
