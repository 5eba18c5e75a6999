import type { ReactNode } from 'react';
import styles from './Setting.module.css';

interface SettingProps {
  /** Also the accessible name of the control. */
  readonly name: string;
  readonly children: ReactNode;
}

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
