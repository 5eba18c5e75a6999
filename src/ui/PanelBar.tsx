import type { ReactNode } from 'react';
import styles from './PanelBar.module.css';

interface PanelBarProps {
  /** What the panel shows, in a few words. It is no part of the panel's text content. */
  readonly info?: string;
  /** Fields and buttons. */
  readonly children: ReactNode;
}

/** The line above a panel's content: what it is on the left, what can be done with it on the right. */
export function PanelBar({ info, children }: PanelBarProps) {
  return (
    <div className={styles['bar']}>
      <span className={styles['info']} data-info={info} />
      {children}
    </div>
  );
}
