import type { ReactNode } from 'react';
import styles from './Button.module.css';

interface ButtonProps {
  /** The accessible name, where the visible content is shorter or longer. */
  readonly label?: string;
  /** Shown when the pointer rests on it: what it does, its key, or why it cannot be used. */
  readonly hint?: string;
  readonly kind?: 'plain' | 'primary';
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Button({ label, hint, kind = 'plain', disabled, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      className={kind === 'primary' ? `${styles['button']} ${styles['primary']}` : styles['button']}
      aria-label={label}
      title={hint}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
