import { Dialog as Primitive } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './Dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  /** Its heading and accessible name. */
  readonly title: string;
  readonly open: boolean;
  /** The close symbol, the backdrop or Escape was used. */
  readonly onClose: () => void;
  /** Gets the focus back: what opened the dialog. */
  readonly opener: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/**
 * A modal dialog in the middle of the page, or all over a small screen. It keeps the focus inside
 * and scrolls by itself; its heading stays in sight.
 */
export function Dialog({ title, open, onClose, opener, children }: DialogProps) {
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className={styles['backdrop']} />
        <Primitive.Popup className={styles['popup']} finalFocus={opener}>
          <div className={styles['scroller']}>
            <header className={styles['header']}>
              <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
              <Primitive.Close
                className={styles['close']}
                aria-label="Close"
                title="Close (Escape)"
              >
                <CloseIcon />
              </Primitive.Close>
            </header>
            {children}
          </div>
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
