/** Calls `callback` once the page is idle, or after `timeout` milliseconds. */
export function whenIdle(callback: () => void, timeout: number): void {
  // Safari lacks requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout });
  else setTimeout(callback, timeout);
}
