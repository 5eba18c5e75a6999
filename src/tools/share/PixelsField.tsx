import styles from './ShareDialog.module.css';

interface PixelsFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A number of pixels, as a text, so that a message can give what was typed. */
export function PixelsField({ label, hint, value, onChange }: PixelsFieldProps) {
  return (
    <label className={styles['field']} title={hint}>
      {label}
      <input
        className={`field ${styles['pixels']}`}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">px</span>
    </label>
  );
}
