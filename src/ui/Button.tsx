import type { ReactNode, Ref } from 'react';
import styles from './Button.module.css';

interface ButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  /** The accessible name, if it differs from the visible content. */
  readonly label?: string;
  /** Tooltip: what the button does and its shortcut, or why it is disabled. */
  readonly hint?: string;
  /**
   * `icon` is a borderless square for an icon without text and needs a label. `switch` clearly
   * shows whether it is pressed.
   */
  readonly kind?: 'plain' | 'primary' | 'small' | 'icon' | 'switch';
  readonly pressed?: boolean;
  /** Whether the element that the button controls is visible. */
  readonly expanded?: boolean;
  /** Id of the element that the button shows and hides. */
  readonly controls?: string;
  readonly opens?: 'dialog';
  /** A disabled button can still be focused, and its hint says why it is disabled. */
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
      // The attribute `disabled` would keep keyboard users from reaching the button to learn why it
      // is disabled.
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      {children}
    </button>
  );
}
