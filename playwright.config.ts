import { defineConfig } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from './scripts/browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'reports/browser',
  // Software WebGPU fills the machine: tests in parallel would only wait for each other.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    headless: false,
    viewport: { width: 1400, height: 900 },
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
    },
    // It answers requests before a test's routes see them; offline.spec.ts allows it.
    serviceWorkers: 'block',
    trace: 'off',
  },
});
