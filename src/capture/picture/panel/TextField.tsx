import styles from './PictureDialog.module.css';

interface TextFieldProps {
  /** The accessible name. */
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** For texts other than numbers. */
  readonly isWide?: boolean;
  readonly onChange: (value: string) => void;
}

/** Numbers are texts too, so that a message can give what was typed. */
export function TextField({ label, hint = label, value, isWide, onChange }: TextFieldProps) {
  return (
    <input
      className={isWide ? styles['text'] : styles['number']}
      type="text"
      inputMode={isWide ? 'text' : 'numeric'}
      aria-label={label}
      title={hint}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
