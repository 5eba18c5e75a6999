import type { Browser, Page } from '@playwright/test';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { percentile } from './statistics.ts';

const LINES = 250;
const SAMPLES = 40;
/** Milliseconds between two words: as long as people think, and enough for diagnostics between. */
const WORD_PAUSE = 400;
/** Of typing without a break. */
const SECONDS = 30;

/** What the page notes while it is measured. */
interface Notes {
  /** From a key to a frame with the list that it opened, in milliseconds. */
  benchWaits: number[];
  /** Tasks of the page over 50 ms. */
  benchTasks: number[];
}

/** Each of the steps becomes code of its own: the compiler is busy for seconds. */
const SLOW_TO_COMPILE = `
float slowToCompile(float x)
{
    [ForceUnroll] for (int i = 0; i < 200; ++i)
        [ForceUnroll] for (int k = 0; k < 60; ++k)
            x += sin(x * i + k);
    return x;
}

[shader("compute")]
[numthreads(1, 1, 1)]
void compileSlowly() { outputTexture.Store(uint2(0), float4(slowToCompile(time))); }
`;

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('playground:compile').length > 0);
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  const source = benchSource(LINES) + SLOW_TO_COMPILE;
  await page.evaluate((clip) => navigator.clipboard.writeText(clip), source);
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Outline' }).waitFor();
  return page;
}

async function takeNotes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: Notes = { benchWaits: [], benchTasks: [] };
    Object.assign(globalThis, notes);
    new PerformanceObserver((list) => {
      notes.benchTasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    let pressed = 0;
    addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key.length === 1) pressed = timeStamp;
      },
      { capture: true },
    );
    new MutationObserver(() => {
      if (pressed === 0 || !document.querySelector('.cm-tooltip-autocomplete li')) return;
      const from = pressed;
      pressed = 0;
      requestAnimationFrame((now) => notes.benchWaits.push(now - from));
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Begins words on a line of their own, and takes each back when its list was shown. */
async function typeWords(page: Page, whileCompiling: boolean): Promise<Notes> {
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 9; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    const notes = globalThis as unknown as Notes;
    notes.benchWaits.length = 0;
    notes.benchTasks.length = 0;
  });
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Of compiles that wait only the newest is kept: the compiler is never idle.
    if (whileCompiling) await page.keyboard.press('ControlOrMeta+B');
    await page.keyboard.type('stld'[sample % 4] ?? 's');
    await page.waitForFunction(
      (count) => (globalThis as unknown as Notes).benchWaits.length > count,
      sample,
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(WORD_PAUSE);
  }
  return page.evaluate(() => {
    const { benchWaits, benchTasks } = globalThis as unknown as Notes;
    return { benchWaits, benchTasks };
  });
}

/** The code assistance in a page that draws nothing. */
export async function benchLanguage(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, url);
  const start = await page.evaluate(
    () => performance.getEntriesByName('playground:language-server-start')[0]?.duration,
  );
  print('start of the language server', start ?? Number.NaN, 'ms');
  await takeNotes(page);
  for (const whileCompiling of [false, true]) {
    const { benchWaits, benchTasks } = await typeWords(page, whileCompiling);
    const when = whileCompiling ? ', compiling' : '';
    print(`key to completion list${when}, median`, percentile(benchWaits, 0.5), 'ms');
    print(`key to completion list${when}, 95th percentile`, percentile(benchWaits, 0.95), 'ms');
    print(`longest task meanwhile${when} (0: under 50)`, Math.max(0, ...benchTasks), 'ms');
  }
  const typed = await typeSteadily(page);
  print(
    `longest task of ${SECONDS} s of typing, 10 keys a second (0: under 50)`,
    Math.max(0, ...typed),
    'ms',
  );
  await page.context().close();
}

/** Types code without a break, lists and signatures coming and going; gives the tasks over 50 ms. */
async function typeSteadily(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    (globalThis as unknown as Notes).benchTasks.length = 0;
  });
  const line = 'float value = saturate(dot(float3(1.0), normalize(float3(2.0)))) + sin(time); ';
  const keys = SECONDS * 10;
  await page.keyboard.type(line.repeat(Math.ceil(keys / line.length)).slice(0, keys), {
    delay: 100,
  });
  return page.evaluate(() => (globalThis as unknown as Notes).benchTasks);
}
