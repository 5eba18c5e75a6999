import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import type { Page } from '@playwright/test';
import { hasCommand, installCommand, installPackages } from './systemPackages.ts';

/** Where Debian and other systems install Chromium. */
const CHROMIUM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Debian and other systems install Firefox. */
const FIREFOX_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Flags that make Chromium run WebGPU in software and show its canvas on an X display. */
export const WEBGPU_FLAGS = [
  '--enable-unsafe-webgpu',
  '--ozone-platform=x11',
  '--use-webgpu-adapter=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
];

const MOST_SLOWNESS = 6;

/** How many times longer than on an idle machine a wait may take, by programs per core. */
export const SLOWNESS = Math.min(
  Math.max((loadavg()[0] ?? 0) / availableParallelism() / 2, 1),
  MOST_SLOWNESS,
);

/** Flags for a browser without background work and network requests. */
export const BASE_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function findChromium(): string | undefined {
  return findProgram(process.env['CHROMIUM'], CHROMIUM_PATHS);
}

function findFirefox(): string | undefined {
  return findProgram(process.env['FIREFOX'], FIREFOX_PATHS);
}

function findProgram(named: string | undefined, paths: readonly string[]): string | undefined {
  return [...(named ? [named] : []), ...paths].find((file) => existsSync(file));
}

/**
 * Ensures that Chromium and Xvfb are installed; the second test worker needs Xvfb even with a real
 * screen. As root on Debian, installs the packages; otherwise throws with the command to install
 * them.
 */
export function ensureBrowser(): void {
  ensurePackages([
    ...(findChromium() ? [] : ['chromium']),
    ...(hasCommand('Xvfb') ? [] : ['xvfb']),
  ]);
}

/** Ensures, as {@link ensureBrowser} does, that Firefox is installed; returns its path. */
export function ensureFirefox(): string {
  ensurePackages(findFirefox() ? [] : ['firefox-esr']);
  return findFirefox() ?? '/usr/bin/firefox-esr';
}

function ensurePackages(missing: readonly string[]): void {
  if (!installPackages(missing)) {
    throw new Error(
      `The browser tests need ${missing.join(' and ')}. Run: ${installCommand(missing)}`,
    );
  }
}

/**
 * Call before opening a page. Turns off code assistance, which keeps both CPUs busy for seconds,
 * and the first visit's hint.
 */
export async function switchAssistanceOff(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // An empty page has no storage.
    if (location.protocol !== 'about:') {
      localStorage.setItem('playground:code-assistance', 'off');
      localStorage.setItem('playground:debugger-hint', 'shown');
    }
  });
}

export interface Display {
  /** The `DISPLAY` variable for programs that draw. */
  readonly name: string;
  stop(): void;
}

/** The existing X display, or a new virtual one that runs until `stop`. */
export function startDisplay(): Promise<Display> {
  const existing = process.env['DISPLAY'];
  return existing ? Promise.resolve({ name: existing, stop: () => {} }) : startVirtualDisplay();
}

/** A virtual X display with its own clipboard, which runs until `stop`. */
export function startVirtualDisplay(): Promise<Display> {
  const xvfb = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  return new Promise((resolve, reject) => {
    xvfb.once('error', reject);
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)));
    xvfb.stdio[3]?.once('data', (data: Buffer) => {
      resolve({ name: `:${data.toString().trim()}`, stop: () => xvfb.kill() });
    });
  });
}
