import styles from './FilmPanel.module.css';

interface TextFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly value: string;
  readonly isDecimal?: boolean;
  readonly onChange: (value: string) => void;
}

/** A number as text, so that a message can give what was typed. */
export function TextField({ label, value, isDecimal = false, onChange }: TextFieldProps) {
  return (
    <input
      className={styles['number']}
      type="text"
      inputMode={isDecimal ? 'decimal' : 'numeric'}
      aria-label={label}
      title={label}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
