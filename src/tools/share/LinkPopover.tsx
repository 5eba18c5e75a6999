import { useEffect, useId, useRef } from 'react';
import { Button } from '#ui/Button.tsx';
import { Popover, type PopoverProps } from '#ui/Popover.tsx';
import styles from './LinkPopover.module.css';

interface LinkPopoverProps extends Pick<PopoverProps, 'anchor' | 'popup' | 'onClose'> {
  readonly link: string;
}

/** Shows a link in a focused field, selected for copying. */
export function LinkPopover({ link, ...beside }: LinkPopoverProps) {
  const title = useId();
  const hint = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (link) field.current?.focus();
  }, [link]);
  return (
    <Popover {...beside} content={link} className={styles['popup']} aria-labelledby={title}>
      <strong id={title}>Copy the link yourself</strong>
      <input
        ref={field}
        className={`field ${styles['field']}`}
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
        <Button onClick={() => beside.popup.current?.hidePopover()}>Close</Button>
      </div>
    </Popover>
  );
}

function copyHint(): string {
  if (matchMedia('(pointer: coarse)').matches) return 'Touch and hold the link, then choose Copy.';
  return `Press ${/^(Mac|iP)/.test(navigator.platform) ? 'Cmd' : 'Ctrl'}+C to copy it.`;
}
