import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { ensureFirefox, SLOWNESS } from '../../scripts/run/browser.ts';

const TIMEOUT = 60_000 * SLOWNESS;

/** Starts Firefox without a screen, and without WebGPU. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    headless: true,
    defaultViewport: { width: 1000, height: 700 },
    timeout: TIMEOUT,
    protocolTimeout: TIMEOUT,
    extraPrefsFirefox: {
      'dom.webgpu.enabled': false,
      // Scripts may use the clipboard, which a Firefox without a screen has for itself.
      'dom.events.testing.asyncClipboard': true,
    },
  });
}

/** Opens a tab. Console errors and exceptions of its page go to `problems`. */
export async function openTab(browser: Browser, problems: string[]): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(TIMEOUT);
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return page;
}

const REPORTS = path.resolve(import.meta.dirname, '../../reports/firefox');

/** Stores a picture of the page in `reports/firefox`. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(REPORTS, { recursive: true });
  const file = `${name.replaceAll(/\W+/g, '-')}.png`;
  await writeFile(path.join(REPORTS, file), await page.screenshot());
}

/** A selector for the elements with an accessible role and name. */
export const named = (role: string, name: string) => `::-p-aria([role="${role}"][name="${name}"])`;

export const SOURCE = named('textbox', 'Shader source');

/** The visible element, once there is one. */
export async function find(page: Page, selector: string): Promise<ElementHandle<HTMLElement>> {
  const found = await page.waitForSelector(selector, { visible: true });
  return found as ElementHandle<HTMLElement>;
}

export function click(page: Page, selector: string): Promise<void> {
  return page.locator(selector).click();
}

export async function exists(page: Page, selector: string): Promise<boolean> {
  return (await page.$(selector)) !== null;
}

export function untilGone(page: Page, selector: string): Promise<void> {
  return expect.poll(() => exists(page, selector)).toBe(false);
}

/** The text of the first such element, folded parts included; empty if there is none. */
export async function textOf(page: Page, selector: string): Promise<string> {
  const element = await page.$(selector);
  return (await element?.evaluate((each) => each.textContent)) ?? '';
}

export function untilText(page: Page, selector: string, text: string): Promise<void> {
  return expect.poll(() => textOf(page, selector)).toContain(text);
}

/** Waits until this element or one inside it has the focus. */
export function untilFocusIsIn(page: Page, selector: string): Promise<void> {
  return expect
    .poll(async () =>
      (await page.$(selector))?.evaluate((each) => each.contains(document.activeElement)),
    )
    .toBe(true);
}

/** Presses a key while the modifiers before it are held, as in `Control+Shift+p`. */
export async function press(page: Page, keys: string): Promise<void> {
  const modifiers = keys.split('+');
  const key = modifiers.pop();
  for (const modifier of modifiers) await page.keyboard.down(modifier as 'Control');
  await page.keyboard.press(key as 'Enter');
  for (const modifier of modifiers.reverse()) await page.keyboard.up(modifier as 'Control');
}

export async function waitForMark(page: Page, name: string): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, {}, name);
}

/** Waits until the compile that an action starts has finished. */
export async function untilCompiled(page: Page, start: () => Promise<void>): Promise<void> {
  const count = () =>
    page.evaluate(() => performance.getEntriesByName('playground:compile').length);
  const before = await count();
  await start();
  await expect.poll(count).toBeGreaterThan(before);
}

/** Replaces the whole source as a user would: select all, then paste. */
export async function pasteSource(page: Page, text: string): Promise<void> {
  await page.focus(SOURCE);
  await press(page, 'Control+a');
  await paste(page, text);
  await expect.poll(() => sourceText(page)).toBe(text);
}

export async function addAtStart(page: Page, line: string): Promise<void> {
  await page.focus(SOURCE);
  await press(page, 'Control+Home');
  await paste(page, `${line}\n`);
  await expect.poll(() => sourceText(page)).toMatch(new RegExp(`^${line}\n`));
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
  await press(page, 'Control+v');
}

/** The text in the editor, of sources that fit in its window. */
export async function sourceText(page: Page): Promise<string> {
  const editor = await page.$(SOURCE);
  const lines = await editor?.$$eval('.cm-line', (all) => all.map((line) => line.textContent));
  return lines?.join('\n') ?? '';
}

/** The text that an action copies; must not be empty. */
export async function copiedText(page: Page, copy: () => Promise<void>): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await copy();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe('');
  return copied();
}

export async function chooseFromMenu(page: Page, menu: string, item: string): Promise<void> {
  await click(page, named('button', menu));
  await click(page, named('menuitem', item));
}
