import { defineConfig } from 'vitest/config';
import { SLOWNESS } from './scripts/run/browser.ts';

/** Journeys through the built site in Firefox, without a screen. */
export default defineConfig({
  test: {
    include: ['tests/firefox/**/*.test.ts'],
    globalSetup: ['tests/support/prepareFirefox.ts'],
    testTimeout: 120_000 * SLOWNESS,
    hookTimeout: 120_000 * SLOWNESS,
    expect: { poll: { timeout: 60_000 * SLOWNESS, interval: 100 } },
  },
});
