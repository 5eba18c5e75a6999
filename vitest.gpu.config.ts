import { defineConfig } from 'vitest/config';
import { attributeDescriptions } from './scripts/build/attributeDescriptions.ts';
import { SLOWNESS } from './scripts/run/browser.ts';

/** Tests with a real WebGPU in Node. `scripts/run/withGpu.ts` finds its driver. */
export default defineConfig({
  plugins: [attributeDescriptions()],
  test: {
    include: ['tests/gpu/**/*.test.ts'],
    globalSetup: ['tests/support/prepareGenerated.ts'],
    testTimeout: 120_000 * SLOWNESS,
    hookTimeout: 120_000 * SLOWNESS,
    // A driver that ends its process ends only one file.
    pool: 'forks',
    maxWorkers: 2,
  },
});
