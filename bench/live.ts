import type { Browser, Page } from '@playwright/test';
import { countOf, openPage, paste, untilMore } from './page.ts';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { median } from './statistics.ts';

const EDITS = 6;
/** Unmeasured edits, during which V8 still optimizes the compiler's code. */
const WARM_UP = 9;
/** Frames are held back while the user types; after this many milliseconds they run freely. */
const UNDISTURBED = 3000;
/** The mark for the first finished frame of a new version. */
const UPDATE = 'playground:update-drawn';

interface Edit {
  /** From the key press to the first finished frame of the new version, in milliseconds. */
  readonly picture: number;
  /** From the key press to the compile result. */
  readonly compiled: number;
  /** From the pause in typing until the new version is built, checked and in place. */
  readonly built: number;
}

/**
 * Presses a key, then waits for the new picture and until the previous version's frames have ended.
 */
async function press(page: Page, key: string): Promise<void> {
  const before = await countOf(page, UPDATE);
  await page.keyboard.press(key);
  await untilMore(page, UPDATE, before);
  await page.waitForTimeout(400);
}

/** Replaces one digit in the shader and waits for the new picture. */
async function edit(page: Page, digit: number): Promise<Edit> {
  await press(page, 'Backspace');
  const drawn = await countOf(page, UPDATE);
  await press(page, String(digit));
  return page.evaluate((index) => {
    const key = (globalThis as unknown as { benchKey: number }).benchKey;
    const picture = performance.getEntriesByName('playground:update-drawn')[index]?.startTime;
    const compiled = performance
      .getEntriesByName('playground:compile')
      .map(({ startTime, duration }) => startTime + duration)
      .find((end) => end > key);
    const built = performance.getEntriesByName('playground:live-setup').at(-1)?.duration;
    return {
      picture: (picture ?? Number.NaN) - key,
      compiled: (compiled ?? Number.NaN) - key,
      built: built ?? Number.NaN,
    };
  }, drawn);
}

/** The frame time while no one types, in milliseconds. */
async function frameTime(page: Page): Promise<number> {
  await page.waitForTimeout(UNDISTURBED);
  return Number.parseFloat((await page.getByLabel('Frame time').textContent()) ?? '');
}

async function startLive(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (location.protocol === 'about:') return;
    localStorage.setItem('playground:live', 'on');
    addEventListener('keydown', () => Object.assign(globalThis, { benchKey: performance.now() }), {
      capture: true,
    });
  });
}

/** Measures from a key press to the resulting picture in live mode. */
export async function benchLive(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url, {
    // A small picture: this measures the path to the picture, not how fast software draws.
    viewport: { width: 800, height: 400 },
    assistance: false,
    prepare: startLive,
    until: ['playground:first-frame'],
  });
  const [head = '', tail = ''] = benchSource(60).split('0.1)), 1.0);');
  const before = await countOf(page, UPDATE);
  await paste(page, `${head}0.15)), 1.0);${tail}`);
  await untilMore(page, UPDATE, before);
  await page.keyboard.press('ControlOrMeta+Home');
  const lines = `${head}0.15`.split('\n');
  for (let line = 1; line < lines.length; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const column = (lines.at(-1) ?? '').trimStart().length;
  for (let step = 0; step < column; step += 1) await page.keyboard.press('ArrowRight');
  const frame = await frameTime(page);
  // Every text must be new, or its compile result would come from the cache. After the warm-up, the
  // number is one digit longer.
  for (let digit = 1; digit <= WARM_UP; digit += 1) await edit(page, digit);
  await press(page, '0');
  const edits: Edit[] = [];
  for (let digit = 1; digit <= EDITS; digit += 1) edits.push(await edit(page, digit));
  const medianOf = (figure: keyof Edit) => median(edits.map((each) => each[figure]));
  print('live mode, key to the new picture, 60-line shader', medianOf('picture'), 'ms');
  print('live mode, key to the compiler’s answer', medianOf('compiled'), 'ms');
  print('live mode, pipelines built and in place, after both', medianOf('built'), 'ms');
  print('live mode, a frame of the shader in software', frame, 'ms');
  await page.context().close();
}
