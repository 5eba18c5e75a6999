import { ensureFirefox } from '../../scripts/run/browser.ts';

/** Vitest's global set-up: Firefox is installed before any test runs. */
export function setup(): void {
  ensureFirefox();
}
