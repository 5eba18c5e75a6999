import type { ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  /** The accessible name, if it differs from the visible content. */
  readonly label?: string;
  /** Tooltip: what the button does and its key, or why it is disabled. */
  readonly hint?: string;
  /**
   * `icon` is a borderless square for an icon without text; it needs a label. `switch` clearly
   * shows whether it is pressed.
   */
  readonly kind?: 'plain' | 'primary' | 'small' | 'icon' | 'switch';
  /** Whether a toggle button is on. */
  readonly pressed?: boolean;
  /** Whether what the button shows and hides is shown. */
  readonly expanded?: boolean;
  /** The id of what it shows. */
  readonly controls?: string;
  /** What a press opens. */
  readonly opens?: 'dialog';
  /** The button keeps the focus and its hint, which then says why it is disabled. */
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function Button(props: ButtonProps) {
  const { ref, label, hint, kind = 'plain', pressed, disabled, onClick, children } = props;
  const { expanded, controls, opens } = props;
  return (
    <button
      ref={ref}
      type="button"
      className={kind === 'plain' ? styles['button'] : `${styles['button']} ${styles[kind]}`}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={controls}
      aria-haspopup={opens}
      title={hint}
      // Not the attribute `disabled`: keyboard users must reach the button to learn why it is
      // disabled.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
