import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { notice } from '../support/controls.ts';
import { expectColor } from '../support/frames.ts';
import { flatColor } from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  diagnostics,
  expect,
  openPlayground,
  runSource,
  serveBuiltSite,
  testInOwnWindow,
  waitForMark,
} from '../support/site.ts';

/** A browser that keeps its profile when killed. */
interface MortalBrowser {
  readonly page: Page;
  /** Kills the browser without notifying its pages, as a phone does. Their stored data remains. */
  kill(): Promise<void>;
}

async function startBrowser(profile: string, options: LaunchOptions): Promise<MortalBrowser> {
  await rm(path.join(profile, 'DevToolsActivePort'), { force: true });
  const own = [`--user-data-dir=${profile}`, '--remote-debugging-port=0', '--no-startup-window'];
  const child = spawn(options.executablePath ?? '', [...(options.args ?? []), ...own], {
    stdio: 'ignore',
    env: { ...process.env, ...options.env },
  });
  const browser = await connect(profile);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  await page.setViewportSize({ width: 900, height: 500 });
  return {
    page,
    async kill() {
      const isGone = new Promise((resolve) => child.once('exit', resolve));
      const session = await browser.newBrowserCDPSession();
      await session.send('Browser.close');
      await isGone;
    },
  };
}

async function connect(profile: string): Promise<Browser> {
  let address = '';
  await expect(async () => {
    const file = await readFile(path.join(profile, 'DevToolsActivePort'), 'utf8');
    const [, port, route] = /^(\d+)\n(\/.+)/.exec(file) ?? [];
    expect(route).toBeDefined();
    address = `ws://127.0.0.1:${port}${route}`;
  }).toPass();
  return chromium.connectOverCDP(address);
}

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');
const MINE = `// my own\n${GREEN}`;

const heldRun = (page: Page) => page.getByRole('region', { name: 'Held run' });

/** Whether the profile records that an unknown source did not finish starting. */
async function remembersUnfinished(page: Page, url: string): Promise<boolean> {
  // This file of the site runs no scripts.
  await page.goto(`${url}sw.js`);
  return page.evaluate(() =>
    Object.keys(localStorage).some((key) => key.startsWith('playground:run-begun:')),
  );
}

async function expectDrawn(page: Page): Promise<void> {
  await waitForMark(page, 'playground:first-frame');
  await expect(heldRun(page)).toBeHidden();
}

/** Expects a picture, or a neutral question if the browser stored that the start did not finish. */
async function expectAskedIf(unfinished: boolean, page: Page): Promise<void> {
  if (unfinished) {
    await expect(heldRun(page)).toContainText('This shader didn’t finish starting last time.');
    await heldRun(page).getByRole('button', { name: 'Run anyway' }).click();
  }
  await expectColor(page, [0, 255, 0]);
  await expect(heldRun(page)).toBeHidden();
}

interface Source {
  start(page: Page, url: string): Promise<void>;
  expectBack(page: Page, url: string): Promise<void>;
}

const SOURCES: Readonly<Record<string, Source>> = {
  'the default demo draws': {
    start: openPlayground,
    async expectBack(page, url) {
      await page.goto(url);
      await expectDrawn(page);
    },
  },
  'a draft is restored, and asks first if it had not finished starting': {
    async start(page, url) {
      await openPlayground(page, url);
      await runSource(page, MINE);
    },
    async expectBack(page, url) {
      const unfinished = await remembersUnfinished(page, url);
      await openPlayground(page, url);
      await notice(page).getByRole('button', { name: 'Restore source' }).click();
      await expectAskedIf(unfinished, page);
    },
  },
  'a link draws, or asks first if it had not finished starting': {
    start: (page, url) => openPlayground(page, `${url}#code=${codeOf(GREEN)}`),
    async expectBack(page, url) {
      const unfinished = await remembersUnfinished(page, url);
      await page.goto(`${url}#code=${codeOf(GREEN)}`);
      await expectAskedIf(unfinished, page);
    },
  },
};

// These tests spend most of their time waiting.
testInOwnWindow.describe.configure({ mode: 'parallel' });

for (const [name, { start, expectBack }] of Object.entries(SOURCES)) {
  testInOwnWindow(`after the browser is killed, ${name}`, async ({ launchOptions }) => {
    const server = await serveBuiltSite();
    // Milliseconds after the first frame, both before and after a run counts as stable.
    for (const life of [500, 4000]) {
      const profile = await mkdtemp(path.join(tmpdir(), 'killed-'));
      const first = await startBrowser(profile, launchOptions);
      await start(first.page, server.url);
      await first.page.waitForTimeout(life);
      await first.kill();
      const second = await startBrowser(profile, launchOptions);
      await expectBack(second.page, server.url);
      await expect(diagnostics(second.page)).toBeHidden();
      await second.kill();
      await rm(profile, { recursive: true, force: true });
    }
    await server.close();
  });
}
