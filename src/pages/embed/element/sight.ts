import { createStartQueue } from './startQueue.ts';

/** An element whose frame has its turn. */
interface Startable extends Element {
  startFrame(): void;
}

/** Frames are made a little before they are scrolled to. */
const MARGIN = '200px';

/** Of all elements of the document. */
const queue = createStartQueue<Startable>((element) => element.startFrame());

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      queue.see(target as Startable, isIntersecting);
  },
  { rootMargin: MARGIN },
);

/** Calls `startFrame` of the element once it is in sight and those before it have started. */
export function awaitTurn(element: Startable): void {
  queue.add(element);
  sight.observe(element);
}

/** The element has started, or cannot start. */
export function endTurn(element: Startable): void {
  queue.settle(element);
}

export function leaveQueue(element: Startable): void {
  sight.unobserve(element);
  queue.remove(element);
}
