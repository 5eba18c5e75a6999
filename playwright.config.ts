import { defineConfig } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from './scripts/browser.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'reports/browser',
  // Software WebGPU fills the machine: tests in parallel would only wait for each other.
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000,
  expect: { timeout: 30_000, toPass: { intervals: [50, 100, 200] } },
  reporter: [['list'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    headless: false,
    // A small window: software draws each pixel.
    viewport: { width: 1000, height: 700 },
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      args: [...BASE_FLAGS, ...WEBGPU_FLAGS],
    },
    // It answers requests before a test's routes see them; offline.spec.ts allows it.
    serviceWorkers: 'block',
    trace: 'off',
  },
});
