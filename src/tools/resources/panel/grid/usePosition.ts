import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  clampPosition,
  isScaled,
  positionAt,
  positionShowing,
  type RowSpace,
  scrollTopAt,
} from './rowSpace.ts';

interface Position {
  readonly space: RowSpace;
  /** The first visible row, with its hidden part as a fraction. */
  readonly position: number;
  /** CSS pixels that are scrolled to the right, and the visible width. */
  readonly left: number;
  readonly width: number;
  readonly onScroll: () => void;
  readonly show: (row: number) => void;
}

/**
 * Scrolls rows of equal height. The position is exact where the scroll bar is not: there, a pixel of
 * it may be thousands of rows.
 */
export function usePosition(
  scroller: RefObject<HTMLElement | null>,
  rows: { readonly count: number; readonly rowHeight: number; readonly headHeight: number },
): Position {
  const [view, setView] = useState({ width: 0, height: 0 });
  const [at, setAt] = useState({ position: 0, left: 0 });
  const ownTop = useRef(0);
  const { count, rowHeight, headHeight } = rows;
  const space = { count, rowHeight, viewHeight: Math.max(0, view.height - headHeight) };
  const position = clampPosition(space, at.position);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = () => setView({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const moveTo = (next: number) => {
    const element = scroller.current;
    if (!element) return;
    const clamped = clampPosition(space, next);
    element.scrollTop = scrollTopAt(space, clamped);
    ownTop.current = element.scrollTop;
    setAt({ position: clamped, left: element.scrollLeft });
  };
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!isScaled(space) || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    moveTo(
      position + event.deltaY / (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? rowHeight : 1),
    );
  });
  useEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent) => turnWheel(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [scroller]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const isOwn = Math.abs(element.scrollTop - ownTop.current) < 1;
    ownTop.current = element.scrollTop;
    // A move of its own may still wait to be rendered.
    setAt((before) => ({
      position: isOwn ? before.position : positionAt(space, element.scrollTop),
      left: element.scrollLeft,
    }));
  };
  const show = (row: number) => {
    const next = positionShowing(space, position, row);
    if (next !== position) moveTo(next);
  };
  return { space, position, left: at.left, width: view.width, onScroll, show };
}
