import type { ReactNode } from 'react';
import styles from './PanelBar.module.css';

interface PanelBarProps {
  /** Short description of the panel's content; not part of the panel's text content. */
  readonly info?: string;
  readonly children: ReactNode;
}

/** The bar above a panel's content: a description on the left, fields and buttons on the right. */
export function PanelBar({ info, children }: PanelBarProps) {
  return (
    <div className={styles['bar']}>
      <span className={styles['info']} data-info={info} />
      {children}
    </div>
  );
}
