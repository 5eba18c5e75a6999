import { type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { useBeside } from '#ui/useBeside.ts';
import styles from './LinkPopover.module.css';

interface LinkPopoverProps {
  readonly link: string;
  /** The popover appears beside it, and returns the focus to it. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly popup: RefObject<HTMLDivElement | null>;
  /** Called when Escape, a press elsewhere or the Close button closes it. */
  readonly onClose: () => void;
}

/** Shows a link in a focused field, selected, so that the user can copy it. */
export function LinkPopover({ link, anchor, popup, onClose }: LinkPopoverProps) {
  const title = useId();
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  useBeside(popup, anchor, link);
  useEffect(() => {
    if (link) field.current?.focus();
  }, [link]);
  return (
    <div
      ref={popup}
      className={styles['popup']}
      popover="auto"
      role="dialog"
      aria-labelledby={title}
      onToggle={({ newState }) => {
        if (newState === 'open') return;
        if (
          popup.current?.contains(document.activeElement) ||
          document.activeElement === document.body
        )
          anchor.current?.focus();
        onClose();
      }}
    >
      <strong id={title}>Copy the link yourself</strong>
      <input
        ref={field}
        className={styles['field']}
        aria-label="Link"
        aria-describedby={hint}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles['foot']}>
        <span id={hint} className={styles['hint']}>
          {copyHint()}
        </span>
        <Button onClick={() => popup.current?.hidePopover()}>Close</Button>
      </div>
    </div>
  );
}

function copyHint(): string {
  if (matchMedia('(pointer: coarse)').matches) return 'Touch and hold the link, then choose Copy.';
  return `Press ${/^(Mac|iP)/.test(navigator.platform) ? 'Cmd' : 'Ctrl'}+C to copy it.`;
}
