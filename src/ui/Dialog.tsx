import { Dialog as Primitive } from '@base-ui/react/dialog';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import styles from './Dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  /** The heading and the accessible name. */
  readonly title: string;
  readonly open: boolean;
  /** Called when the close button, the backdrop or Escape closes the dialog. */
  readonly onClose: () => void;
  readonly opener: RefObject<HTMLElement | null>;
  /** Returns the element that gets the focus first; true for the close button. */
  readonly initialFocus?: () => HTMLElement | true;
  /** Makes the dialog as wide as its content. */
  readonly fitted?: boolean;
  /**
   * Shows the dialog beside the source, over the results, while the page stays usable. Ignored on a
   * small screen.
   */
  readonly beside?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog in the middle of the page; it fills a small screen. It traps the focus, unless it
 * is beside the source. Its content scrolls under a fixed heading.
 */
export function Dialog(props: DialogProps) {
  const { title, open, onClose, opener, initialFocus, fitted, beside, children } = props;
  const isPanel = beside === true && matchMedia('(width >= 768px)').matches;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Primitive.Root
      open={open}
      modal={!isPanel}
      disablePointerDismissal={isPanel}
      onOpenChange={(next, { reason }) => {
        // Escape pressed in the source is handled by the source.
        const isElsewhere = isPanel && !popup.current?.contains(document.activeElement);
        if (!next && !(reason === 'escape-key' && isElsewhere)) onClose();
      }}
    >
      <Primitive.Portal>
        {!isPanel && <Primitive.Backdrop className={styles['backdrop']} />}
        <Primitive.Popup
          ref={popup}
          className={styles['popup']}
          data-fitted={fitted}
          data-beside={isPanel}
          initialFocus={initialFocus ?? true}
          finalFocus={() => !isInOtherDialog(popup.current) && opener.current}
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

/** Whether the focus is in a dialog that has replaced this one. */
function isInOtherDialog(popup: HTMLElement | null): boolean {
  const dialog = document.activeElement?.closest('[role="dialog"]') ?? null;
  return dialog !== null && dialog !== popup;
}

/**
 * The actions of a dialog, the main one first. Its parent must have `--dialog-padding` left, right
 * and below.
 */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className={styles['foot']}>{children}</div>;
}

interface DialogCardProps extends ComponentProps<'button'> {
  /** The address of a picture of 320 × 180 pixels. */
  readonly picture: string | undefined;
  readonly name: string;
  readonly summary: string;
  /** Shown below the summary. */
  readonly children?: ReactNode;
}

export function DialogCard({ picture, name, summary, children, ...button }: DialogCardProps) {
  return (
    <button type="button" className={styles['card']} {...button}>
      <img src={picture} width="320" height="180" alt="" loading="lazy" decoding="async" />
      <span>
        <strong>{name}</strong>
        <span className={styles['summary']}>{summary}</span>
        {children}
      </span>
    </button>
  );
}
