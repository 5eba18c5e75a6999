import type { ReactNode } from 'react';
import styles from './PictureDialog.module.css';

interface RowProps {
  /** What the fields beside it are about. */
  readonly name?: string;
  readonly children: ReactNode;
}

export function Row({ name, children }: RowProps) {
  return (
    <div className={styles['row']}>
      {name !== undefined && (
        <span className={styles['name']} aria-hidden="true">
          {name}
        </span>
      )}
      {children}
    </div>
  );
}
