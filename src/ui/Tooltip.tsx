import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import styles from './Tooltip.module.css';
import { useBeside } from './useBeside.ts';

/** How long it is shown, in milliseconds (specification, section 9). */
const DURATION = 3000;

/** An object of its own each time: the same words again are shown for the whole time again. */
export interface Notice {
  readonly text: string;
}

interface TooltipProps {
  /** Null hides it. */
  readonly notice: Notice | null;
  /** What it is shown beside. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Its time is up. */
  readonly onHide: () => void;
}

/** Says what became of an action, beside the control that was pressed, for a short time. */
export function Tooltip({ notice, anchor, onHide }: TooltipProps) {
  const popup = useRef<HTMLDivElement>(null);
  useBeside(popup, anchor, notice);
  const hide = useEffectEvent(onHide);
  useEffect(() => {
    if (!notice) return undefined;
    const timer = setTimeout(() => hide(), DURATION);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    // Was there before the message, so that screen readers speak what is put into it.
    <span aria-live="polite">
      {notice && (
        <div ref={popup} className={styles['tooltip']} popover="manual" role="tooltip">
          {notice.text}
        </div>
      )}
    </span>
  );
}
