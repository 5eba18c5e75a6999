import type { ReactNode } from 'react';
import dialog from '#tools/capture/panel/dialog.module.css';

interface RowProps {
  /** What the fields beside it are about. */
  readonly name?: string;
  readonly children: ReactNode;
}

export function Row({ name, children }: RowProps) {
  return (
    <div className={dialog['row']}>
      {name !== undefined && (
        <span className={dialog['name']} aria-hidden="true">
          {name}
        </span>
      )}
      {children}
    </div>
  );
}
