/** How long after a key press the user still counts as typing, in milliseconds. */
const A_WHILE = 1000;

/** Watches key presses in editors; the returned function says whether the user is typing. */
export function watchWriting(): () => boolean {
  let lastKey = Number.NEGATIVE_INFINITY;
  const note = ({ target }: KeyboardEvent) => {
    if (target instanceof HTMLElement && target.isContentEditable) lastKey = performance.now();
  };
  addEventListener('keydown', note, { capture: true, passive: true });
  return () => performance.now() - lastKey < A_WHILE;
}
