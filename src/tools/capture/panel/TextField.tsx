import styles from './dialog.module.css';

interface TextFieldProps {
  /** The accessible name. */
  readonly label: string;
  /** Tooltip; the label if left out. */
  readonly hint?: string;
  readonly value: string;
  /** What is typed; a whole number if left out. */
  readonly kind?: 'number' | 'decimal' | 'text';
  readonly onChange: (value: string) => void;
}

const MODES = { number: 'numeric', decimal: 'decimal', text: 'text' } as const;

/** Numbers are texts too, so that a message can give what was typed. */
export function TextField({
  label,
  hint = label,
  value,
  kind = 'number',
  onChange,
}: TextFieldProps) {
  return (
    <input
      className={`field ${styles[kind === 'text' ? 'text' : 'number']}`}
      type="text"
      inputMode={MODES[kind]}
      aria-label={label}
      title={hint}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
