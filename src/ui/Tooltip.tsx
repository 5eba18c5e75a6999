import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import styles from './Tooltip.module.css';
import { useBeside } from './useBeside.ts';

/** Milliseconds (specification, section 9). */
const DURATION = 3000;

/** Use a new object for each notice, so that an equal text restarts the timer. */
export interface Notice {
  readonly text: string;
}

interface TooltipProps {
  /** Null hides it. */
  readonly notice: Notice | null;
  readonly anchor: RefObject<HTMLElement | null>;
  /** Called when the notice has been shown long enough. */
  readonly onHide: () => void;
}

/** Briefly shows the result of an action beside the control that was pressed. */
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
    // Always in the document, so that screen readers announce changes to its content.
    <span aria-live="polite">
      {notice && (
        <div ref={popup} className={styles['tooltip']} popover="manual" role="tooltip">
          {notice.text}
        </div>
      )}
    </span>
  );
}
