import type { ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  /** The accessible name, where the visible content is shorter or longer. */
  readonly label?: string;
  /** Shown when the pointer rests on it: what it does, its key, or why it cannot be used. */
  readonly hint?: string;
  /**
   * `icon` is a square without a border, for an icon alone: it needs a label. `switch` shows plainly
   * whether it is pressed.
   */
  readonly kind?: 'plain' | 'primary' | 'small' | 'icon' | 'switch';
  /** For a button that switches something on and off: whether it is on. */
  readonly pressed?: boolean;
  /** What it opens, if not something in its place. */
  readonly opens?: 'dialog';
  /** It keeps the focus and its hint, which then says why it cannot be used. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { ref, label, hint, kind = 'plain', pressed, opens, disabled, onClick, children } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={kind === 'plain' ? styles['button'] : `${styles['button']} ${styles[kind]}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-haspopup={opens}
      title={hint}
      // Not the attribute `disabled`: the keyboard has to get here to learn why.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
