import styles from './dialog.module.css';

interface TextFieldProps {
  readonly label: string;
  /** Tooltip; defaults to the label. */
  readonly hint?: string;
  readonly value: string;
  /** Kind of input; a whole number by default. */
  readonly kind?: 'number' | 'decimal' | 'text';
  readonly onChange: (value: string) => void;
}

const MODES = { number: 'numeric', decimal: 'decimal', text: 'text' } as const;

/** Numbers are kept as text, so that a message can quote what the user typed. */
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
