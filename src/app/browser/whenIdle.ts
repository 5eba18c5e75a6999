/**
 * Calls back once the page is idle.
 *
 * @param patience after so many milliseconds a page that never becomes idle is taken for one
 */
export function whenIdle(callback: () => void, patience: number): void {
  // Safari has no such call yet.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: patience });
  else setTimeout(callback, patience);
}
