import { type RefObject, useLayoutEffect } from 'react';

/** Between popup and anchor, and to the window's edge, in CSS pixels. */
const GAP = 6;

/**
 * Shows an element that has the `popover` attribute, as soon as it is there, below its anchor; above
 * where there is no room below. It stays within the window.
 *
 * @param content when it changes, the place is found anew
 */
export function useBeside(
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  content: unknown,
): void {
  useLayoutEffect(() => {
    const element = popup.current;
    const beside = anchor.current;
    if (content === null || !element || !beside) return undefined;
    const place = () => placeBeside(element, beside.getBoundingClientRect());
    element.showPopover();
    place();
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('resize', place);
      if (element.matches(':popover-open')) element.hidePopover();
    };
  }, [popup, anchor, content]);
}

function placeBeside(element: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const left = Math.min(anchor.left + (anchor.width - width) / 2, innerWidth - width - GAP);
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - height;
  const top = below + height > innerHeight && above >= 0 ? above : below;
  element.style.left = `${Math.max(left, GAP)}px`;
  element.style.top = `${top}px`;
}
