import type { ReactNode } from 'react';
import styles from './Setting.module.css';

interface SettingProps {
  /** The accessible name of its control too. */
  readonly name: string;
  /** The control. */
  readonly children: ReactNode;
}

/** A row of a list of settings: name and control. */
export function Setting({ name, children }: SettingProps) {
  return (
    <div className={styles['row']}>
      <span aria-hidden="true">{name}</span>
      <span className={styles['control']}>{children}</span>
    </div>
  );
}

interface ToggleSettingProps {
  readonly name: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

/** A row that is one toggle button. */
export function ToggleSetting({ name, hint, isOn, onToggle }: ToggleSettingProps) {
  return (
    <button
      type="button"
      className={`${styles['row']} ${styles['toggle']}`}
      aria-pressed={isOn}
      title={hint}
      onClick={onToggle}
    >
      {name}
      <span className={styles['switch']} aria-hidden="true" />
    </button>
  );
}
