import { type RefObject, useEffect, useEffectEvent } from 'react';
import { untilDisposed } from '#core/util/newest.ts';

/** What a pointer, two fingers or the wheel did. In CSS pixels of the element. */
export interface Gesture {
  readonly by: readonly [x: number, y: number];
  readonly factor: number;
  /** What the zooming is around. */
  readonly at: readonly [x: number, y: number];
}

/** A notch of a wheel is about 100 pixels. */
const PER_PIXEL = 0.0025;
const PER_LINE = 0.05;

/** Tells drags, pinches and turns of the wheel over an element. */
export function useGestures(
  element: RefObject<HTMLElement | null>,
  onGesture: (gesture: Gesture) => void,
): void {
  const tell = useEffectEvent(onGesture);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const pointers = new Map<number, readonly [x: number, y: number]>();
    const placeOf = ({ clientX, clientY }: MouseEvent) => {
      const { left, top } = target.getBoundingClientRect();
      return [clientX - left, clientY - top] as const;
    };
    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      target.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, placeOf(event));
    };
    const onMove = (event: PointerEvent) => {
      if (!pointers.has(event.pointerId)) return;
      const before = [...pointers.values()];
      pointers.set(event.pointerId, placeOf(event));
      tell(gestureBetween(before, [...pointers.values()]));
    };
    const onUp = (event: PointerEvent) => pointers.delete(event.pointerId);
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const each = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? PER_PIXEL : PER_LINE;
      tell({ by: [0, 0], factor: Math.exp(-event.deltaY * each), at: placeOf(event) });
    };
    return untilDisposed((signal) => {
      target.addEventListener('pointerdown', onDown, { signal });
      target.addEventListener('pointermove', onMove, { signal });
      target.addEventListener('pointerup', onUp, { signal });
      target.addEventListener('pointercancel', onUp, { signal });
      target.addEventListener('wheel', onWheel, { signal, passive: false });
    });
  }, [element]);
}

type Points = readonly (readonly [x: number, y: number])[];

/** From where the pointers were to where they are: a drag of one, a pinch of two. */
export function gestureBetween(before: Points, after: Points): Gesture {
  const from = middleOf(before);
  const at = middleOf(after);
  const spread = spreadOf(before);
  return {
    by: [at[0] - from[0], at[1] - from[1]],
    factor: spread > 0 ? spreadOf(after) / spread : 1,
    at,
  };
}

function middleOf(points: Points): readonly [x: number, y: number] {
  const count = Math.max(1, points.length);
  const sum = (axis: 0 | 1) => points.reduce((all, point) => all + point[axis], 0);
  return [sum(0) / count, sum(1) / count];
}

function spreadOf([first, second]: Points): number {
  return first && second ? Math.hypot(first[0] - second[0], first[1] - second[1]) : 0;
}
