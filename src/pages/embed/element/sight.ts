import { createStartQueue } from './startQueue.ts';

interface Startable extends Element {
  startFrame(): void;
}

/** Frames start slightly before they scroll into view. */
const MARGIN = '200px';

/** Shared by all elements of the document. */
const queue = createStartQueue<Startable>((element) => element.startFrame());

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      queue.see(target as Startable, isIntersecting);
  },
  { rootMargin: MARGIN },
);

/** Calls the element's `startFrame` once it is visible and those before it have started. */
export function awaitTurn(element: Startable): void {
  queue.add(element);
  sight.observe(element);
}

/** Call when the element has started or cannot start. */
export function endTurn(element: Startable): void {
  queue.settle(element);
}

export function leaveQueue(element: Startable): void {
  sight.unobserve(element);
  queue.remove(element);
}
