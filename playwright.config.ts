import { defineConfig } from '@playwright/test';
import { BASE_FLAGS, findChromium, SLOWNESS, WEBGPU_FLAGS } from './scripts/run/browser.ts';

/**
 * Ten times what V8 takes: to optimize the compiler's code costs a page more processor time than
 * all the short compiles of a journey. What compiles for long is optimized still.
 */
const LATE_OPTIMIZATION = '--js-flags=--wasm-tiering-budget=130000000';

/** On a busy machine Chromium would take a slow software-rendered frame for a hang, and end it. */
const PATIENCE = '--disable-gpu-watchdog';

/**
 * Without a GPU, the processor draws text and boxes faster than it emulates a GPU that draws them: a
 * fifth of a journey's processor time. The compositor still shows WebGPU's canvas.
 */
const CPU_RASTER = '--disable-gpu-rasterization';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'reports/browser',
  // A journey waits for one thread most of the time: two fill two processors.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Only a journey that is stuck takes so long, however busy the machine becomes.
  timeout: 300_000 * SLOWNESS,
  expect: { timeout: 60_000 * SLOWNESS, toPass: { intervals: [50, 100, 200] } },
  reporter: [['list'], ['json', { outputFile: 'reports/browser.json' }]],
  use: {
    headless: false,
    // A small window: software draws each pixel.
    viewport: { width: 1000, height: 700 },
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      args: [...BASE_FLAGS, ...WEBGPU_FLAGS, LATE_OPTIMIZATION, PATIENCE, CPU_RASTER],
    },
    // It answers requests before a test's routes see them; offline.spec.ts allows it.
    serviceWorkers: 'block',
    trace: 'off',
  },
});
