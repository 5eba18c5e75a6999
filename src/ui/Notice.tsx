import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon } from './moreIcons.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  /** What happened, a paragraph each. */
  readonly texts: readonly string[];
  /** Without it, the notice has no button that closes it. */
  readonly onClose?: () => void;
  /** The button that does something about it. */
  readonly children?: ReactNode;
}

/**
 * What happened, and what the user can do about it: a box in the stack of notices over the page, a
 * strip elsewhere. What contains it announces it.
 */
export function Notice({ texts, onClose, children }: NoticeProps) {
  return (
    <div className={styles['notice']}>
      <div>
        {texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {children}
      {onClose && (
        <Button kind="icon" label="Close notice" hint="Close" onClick={onClose}>
          <CloseIcon />
        </Button>
      )}
    </div>
  );
}
