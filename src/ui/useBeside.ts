import { type RefObject, useLayoutEffect } from 'react';

/** CSS pixels between popup and anchor, and between popup and window edge. */
const GAP = 6;

/**
 * Shows an element with the `popover` attribute below its anchor, or above it if there is no space
 * below, within the window.
 *
 * @param content a change of it repositions the element
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
