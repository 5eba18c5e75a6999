import { type RefObject, useLayoutEffect } from 'react';

/** An element, or a point of the window. */
export type Anchor = Pick<Element, 'getBoundingClientRect'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Gap in CSS pixels between popup and anchor, and between popup and window edge. */
const GAP = 6;

/**
 * Shows an element with the `popover` attribute beside its anchor, within the window.
 *
 * @param content a change repositions the element
 */
export function useBeside(
  popup: RefObject<HTMLElement | null>,
  anchor: RefObject<Anchor | null>,
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
  const size = { width: element.offsetWidth, height: element.offsetHeight };
  const [left, top] = placeOf(size, anchor, { width: innerWidth, height: innerHeight });
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

/**
 * Positions a popup below the middle of the anchor, or to the right of a point. If there is no
 * space below, it goes above; if there is none above either, over the anchor.
 *
 * @returns the left and top edges in CSS pixels
 */
export function placeOf(
  popup: Size,
  anchor: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width' | 'height'>,
  page: Size,
): readonly [left: number, top: number] {
  const isPoint = anchor.width === 0 && anchor.height === 0;
  const gap = isPoint ? 0 : GAP;
  const start = isPoint ? anchor.left : anchor.left + (anchor.width - popup.width) / 2;
  const below = anchor.bottom + gap;
  const above = anchor.top - gap - popup.height;
  const left = Math.max(Math.min(start, page.width - popup.width - GAP), GAP);
  if (below + popup.height <= page.height) return [left, below];
  return [left, above >= 0 ? above : Math.max(page.height - popup.height - GAP, GAP)];
}
