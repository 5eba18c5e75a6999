import { configDefaults, defineConfig } from 'vitest/config';
import { attributeDescriptions } from './scripts/build/attributeDescriptions.ts';
import { exportTexts } from './scripts/build/exportTexts.ts';
import { mutantPlugin } from './scripts/run/mutant.ts';

/**
 * Tests of pure functions, which leave nothing behind. They share their worker's modules and the
 * compiler's compiled binary.
 */
const SHARING = [
  'src/core/!(util)/**/*.test.ts',
  'tests/unit/{codeChanges,demos,highlighting,inheritedNames,parameters,starters}.test.ts',
  'tests/unit/{lineMaps,lintNoise,lints,literalLinks,spirvText}.test.ts',
];

export default defineConfig({
  plugins: [mutantPlugin(), attributeDescriptions(), exportTexts()],
  test: {
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, isolate: false } },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['src/**/*.test.{ts,tsx}', 'tests/unit/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SHARING],
        },
      },
    ],
    globalSetup: ['tests/support/prepareGenerated.ts'],
    setupFiles: ['tests/support/freshStorage.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Threads of one process: the compiler's machine code is made once for all of them.
    pool: 'threads',
    maxWorkers: 2,
  },
});
