import { Dialog as Primitive } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import styles from './Dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  /** Its heading and accessible name. */
  readonly title: string;
  readonly open: boolean;
  /** Called when the close button, the backdrop or Escape closes the dialog. */
  readonly onClose: () => void;
  /** The element that opened the dialog and gets the focus back. */
  readonly opener: RefObject<HTMLElement | null>;
  /** Returns the element that gets the focus first; true for the close button. */
  readonly initialFocus?: () => HTMLElement | true;
  readonly children: ReactNode;
}

/**
 * A modal dialog in the middle of the page, or filling a small screen. It traps the focus; its
 * content scrolls under a fixed heading.
 */
export function Dialog({ title, open, onClose, opener, initialFocus, children }: DialogProps) {
  return (
    <Primitive.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop className={styles['backdrop']} />
        <Primitive.Popup
          className={styles['popup']}
          initialFocus={initialFocus ?? true}
          finalFocus={opener}
        >
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
