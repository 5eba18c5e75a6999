/** How long after a key somebody still counts as writing, in milliseconds. */
const A_WHILE = 1000;

/** Watches the keys that go to an editor; the returned function tells whether somebody is writing. */
export function watchWriting(): () => boolean {
  let lastKey = Number.NEGATIVE_INFINITY;
  const note = ({ target }: KeyboardEvent) => {
    if (target instanceof HTMLElement && target.isContentEditable) lastKey = performance.now();
  };
  addEventListener('keydown', note, { capture: true, passive: true });
  return () => performance.now() - lastKey < A_WHILE;
}
