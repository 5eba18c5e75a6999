import { defineConfig } from 'vitest/config';
import { attributeDescriptions } from './scripts/build/attributeDescriptions.ts';
import { exportTexts } from './scripts/build/exportTexts.ts';
import { mutantPlugin } from './scripts/run/mutant.ts';

export default defineConfig({
  plugins: [mutantPlugin(), attributeDescriptions(), exportTexts()],
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['tests/support/prepareGenerated.ts'],
    setupFiles: ['tests/support/freshStorage.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Threads of one process: the compiler's machine code is made once for all of them.
    pool: 'threads',
    maxWorkers: 2,
  },
});
