import type { Browser, Page } from '@playwright/test';
import { openPage, paste } from './page.ts';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { percentile } from './statistics.ts';

const LINES = 250;
const SAMPLES = 40;
/** The pause between two words in milliseconds, long enough for diagnostics to run. */
const WORD_PAUSE = 400;
const SECONDS = 30;

interface Recorded {
  /** Milliseconds from each key press to a frame with the list that it opened. */
  benchWaits: number[];
  /** Durations of the page's tasks over 50 ms, in milliseconds. */
  benchTasks: number[];
}

/** Every loop step is unrolled, so this keeps the compiler busy for seconds. */
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

async function openSource(browser: Browser, url: string): Promise<Page> {
  const page = await openPage(browser, url, { assistance: true, until: ['playground:compile'] });
  await paste(page, benchSource(LINES) + SLOW_TO_COMPILE);
  await page.getByRole('button', { name: 'Outline' }).waitFor();
  return page;
}

async function startRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recorded: Recorded = { benchWaits: [], benchTasks: [] };
    Object.assign(globalThis, recorded);
    new PerformanceObserver((list) => {
      recorded.benchTasks.push(...list.getEntries().map(({ duration }) => duration));
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
      requestAnimationFrame((now) => recorded.benchWaits.push(now - from));
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** Types the first letters of words on a new line, and deletes each once its list is visible. */
async function typeWords(page: Page, whileCompiling: boolean): Promise<Recorded> {
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 9; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    const recorded = globalThis as unknown as Recorded;
    recorded.benchWaits.length = 0;
    recorded.benchTasks.length = 0;
  });
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    // Only the newest waiting compile is kept, so this keeps the compiler busy.
    if (whileCompiling) await page.keyboard.press('ControlOrMeta+B');
    await page.keyboard.type('stld'[sample % 4] ?? 's');
    await page.waitForFunction(
      (count) => (globalThis as unknown as Recorded).benchWaits.length > count,
      sample,
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(WORD_PAUSE);
  }
  return page.evaluate(() => {
    const { benchWaits, benchTasks } = globalThis as unknown as Recorded;
    return { benchWaits, benchTasks };
  });
}

/** Measures code assistance in a page that draws nothing. */
export async function benchLanguage(browser: Browser, url: string): Promise<void> {
  const page = await openSource(browser, url);
  const start = await page.evaluate(
    () => performance.getEntriesByName('playground:language-server-start')[0]?.duration,
  );
  print('start of the language server', start ?? Number.NaN, 'ms');
  await startRecording(page);
  for (const whileCompiling of [false, true]) {
    const { benchWaits, benchTasks } = await typeWords(page, whileCompiling);
    const when = whileCompiling ? ', compiling' : '';
    print(`key to completion list${when}, median`, percentile(benchWaits, 0.5), 'ms');
    print(`key to completion list${when}, 95th percentile`, percentile(benchWaits, 0.95), 'ms');
    print(`longest task while completing${when} (0: under 50)`, Math.max(0, ...benchTasks), 'ms');
  }
  const typed = await typeSteadily(page);
  print(
    `longest task of ${SECONDS} s of typing, 10 keys a second (0: under 50)`,
    Math.max(0, ...typed),
    'ms',
  );
  await page.context().close();
}

/**
 * Types code without a pause while lists and signature help open and close; returns the long tasks.
 */
async function typeSteadily(page: Page): Promise<readonly number[]> {
  await page.evaluate(() => {
    (globalThis as unknown as Recorded).benchTasks.length = 0;
  });
  const line = 'float value = saturate(dot(float3(1.0), normalize(float3(2.0)))) + sin(time); ';
  const keys = SECONDS * 10;
  await page.keyboard.type(line.repeat(Math.ceil(keys / line.length)).slice(0, keys), {
    delay: 100,
  });
  return page.evaluate(() => (globalThis as unknown as Recorded).benchTasks);
}
