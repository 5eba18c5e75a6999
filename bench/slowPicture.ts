import type { Browser, Page } from '@playwright/test';
import { countOf, openPage, run, untilMore } from './page.ts';
import { print } from './report.ts';
import { BENCH_SIZES, benchSource } from './sources.ts';
import { median } from './statistics.ts';

const EDITS = 7;
/** Unmeasured edits, during which V8 still compiles the compiler's code. */
const WARM_UP = 2;
/** Typed key by key before each compile. */
const TYPED = '// wider';
/** The pause between two keys in milliseconds. */
const KEY_INTERVAL = 120;
/** The pause between two edits in milliseconds, for frames, lints and the language server. */
const UNDISTURBED = 4000;

/**
 * Playback pauses automatically when a frame takes over two seconds; once resumed, it continues.
 */
async function setPlaying(page: Page, plays: boolean): Promise<void> {
  const button = page.getByRole('button', { name: plays ? 'Resume' : 'Pause', exact: true });
  if ((await button.count()) > 0) await button.dispatchEvent('click');
}

/** Types at the end of the source and compiles; returns the milliseconds from key press to code. */
async function editAndCompile(page: Page): Promise<number> {
  await page.waitForTimeout(UNDISTURBED);
  await page.getByRole('textbox', { name: 'Shader source' }).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(TYPED, { delay: KEY_INTERVAL });
  const before = await countOf(page, 'playground:compile');
  await page.keyboard.press('ControlOrMeta+B');
  await untilMore(page, 'playground:compile', before);
  return page.evaluate(
    () => performance.getEntriesByName('playground:compile').at(-1)?.duration ?? Number.NaN,
  );
}

/**
 * Measures a compile after an edit, with code assistance: alternately while the same shader's
 * frames take seconds, and while playback is paused.
 */
export async function benchSlowPicture(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url, {
    viewport: { width: 800, height: 500 },
    assistance: true,
    until: ['playground:language-server-start'],
  });
  // With all 64 steps, a frame takes ten seconds in software.
  const source = benchSource(BENCH_SIZES.large).replace('step < 64', 'step < 24');
  await run(page, source);
  const playing: number[] = [];
  const paused: number[] = [];
  let frameTime = Number.NaN;
  await untilMore(page, 'playground:first-frame', 0);
  await page.waitForTimeout(UNDISTURBED);
  for (let edit = 0; edit < WARM_UP + EDITS; edit += 1) {
    await setPlaying(page, true);
    const whilePlaying = await editAndCompile(page);
    await page.waitForTimeout(UNDISTURBED);
    frameTime = Number.parseFloat((await page.getByLabel('Frame time').textContent()) ?? '');
    await setPlaying(page, false);
    const whilePaused = await editAndCompile(page);
    if (edit < WARM_UP) continue;
    playing.push(whilePlaying);
    paused.push(whilePaused);
  }
  print('a frame of the large shader in software', frameTime, 'ms');
  const name = `a compile after an edit, ${BENCH_SIZES.large} lines`;
  print(`${name}, picture at rest`, median(paused), 'ms');
  print(`${name}, picture playing`, median(playing), 'ms');
  print(`${name}, picture playing, slowest`, Math.max(...playing), 'ms');
  console.log(
    `playing divided by at rest: ${(median(playing) / median(paused)).toFixed(2)} (goal 1.5)`,
  );
  await page.context().close();
}
