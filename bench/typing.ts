import type { Browser, Page } from '@playwright/test';
import { benchFileSwitch } from './fileSwitch.ts';
import { openPage, paste } from './page.ts';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { percentile } from './statistics.ts';

const LINES = 2000;
const KEYS = 200;
/** The pause between two keys in milliseconds. */
const KEY_PAUSE = 60;
const SWITCHES = 5;

async function openSource(browser: Browser, url: string, source: string): Promise<Page> {
  const page = await openPage(browser, url, { assistance: true, until: ['playground:compile'] });
  await paste(page, source);
  return page;
}

/**
 * Measures how long a key press blocks the page in the middle of a long shader, from its event
 * until its handlers and their layout are done.
 */
async function benchKeys(browser: Browser, url: string): Promise<void> {
  const page = await openSource(browser, url, benchSource(LINES));
  await page.keyboard.press('ControlOrMeta+Home');
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('PageDown');
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(globalThis, { benchKeys: durations });
    addEventListener(
      'keydown',
      () => {
        const started = performance.now();
        // The message arrives after the key's own task.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          document.body.getBoundingClientRect();
          durations.push(performance.now() - started);
        };
        port2.postMessage(null);
      },
      { capture: true },
    );
  });
  // A pause between keys: queued input would count as one long key press.
  const text = 'float value = 1.0; '.repeat(Math.ceil(KEYS / 19)).slice(0, KEYS);
  await page.keyboard.type(text, { delay: KEY_PAUSE });
  const durations = await page.evaluate(
    () => (globalThis as unknown as { benchKeys: number[] }).benchKeys,
  );
  print(`a key in a shader of ${LINES} lines, 95th percentile`, percentile(durations, 0.95), 'ms');
  await page.context().close();
}

/** Measures from the compile result until a large CUDA text is visible. */
async function benchLargeResult(browser: Browser, url: string): Promise<void> {
  const page = await openSource(browser, url, benchSource(1000));
  await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
  await page
    .getByRole('combobox', { name: 'Entrypoint' })
    .getByRole('option', { name: 'draw' })
    .waitFor({ state: 'attached' });
  const shown: number[] = [];
  let characters = 0;
  for (let run = 0; run < SWITCHES; run += 1) {
    await page.getByRole('combobox', { name: 'Target' }).selectOption('WGSL');
    await compile(page);
    await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
    const found = await compile(page);
    shown.push(found.milliseconds);
    characters = found.characters;
  }
  print(
    `a CUDA text of ${Math.round(characters / 1000)} KB shown after its compile, slowest of ${SWITCHES}`,
    Math.max(...shown),
    'ms',
  );
  await page.context().close();
}

/** Compiles, and measures the time from the compile result to a frame with the new text. */
async function compile(page: Page): Promise<{ milliseconds: number; characters: number }> {
  await page.evaluate(() => {
    const outcome = new Promise((resolve) => {
      new PerformanceObserver((list, observer) => {
        const answered = list
          .getEntriesByName('playground:compile')
          .map(({ startTime, duration }) => startTime + duration)[0];
        if (answered === undefined) return;
        observer.disconnect();
        requestAnimationFrame(() =>
          requestAnimationFrame((now) => resolve({ milliseconds: now - answered })),
        );
      }).observe({ type: 'measure' });
    });
    Object.assign(globalThis, { benchShown: outcome });
  });
  await page.keyboard.press('ControlOrMeta+B');
  const { milliseconds } = await page.evaluate(
    () => (globalThis as unknown as { benchShown: Promise<{ milliseconds: number }> }).benchShown,
  );
  await page.getByRole('button', { name: 'Copy target code' }).click();
  const characters = await page.evaluate(async () => (await navigator.clipboard.readText()).length);
  return { milliseconds, characters };
}

/** Measures typing and large results in a page that draws nothing. */
export async function benchTyping(browser: Browser, url: string): Promise<void> {
  await benchKeys(browser, url);
  await benchFileSwitch(browser, url);
  await benchLargeResult(browser, url);
}
