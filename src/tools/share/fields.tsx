import styles from './ShareDialog.module.css';

interface CheckProps {
  readonly label: string;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, hint, checked, onChange }: CheckProps) {
  return (
    <label className={styles['check']} title={hint}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

interface PixelsProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text, so that a message can give what was typed. */
export function Pixels({ label, hint, value, onChange }: PixelsProps) {
  return (
    <label className={styles['check']} title={hint}>
      {label}
      <input
        className={styles['pixels']}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
