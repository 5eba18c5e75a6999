import type { Browser, Page } from '@playwright/test';
import { longestTaskCpu } from './trace.ts';

/** One cold start: times in milliseconds, marks since navigation. */
export interface ColdStart {
  readonly firstFrame: number;
  readonly compilerReady: number;
  /** The longest task on the page's thread until the first frame. */
  readonly longestStartTask: number;
  /** The longest task after the editor has mounted, through an edit, a run and a compile. */
  readonly longestLaterTask: number;
  /**
   * The processor time of the longest task of that part. Where the software GPU fills the machine,
   * a task's length is mostly waiting for a core; this is what the page itself does.
   */
  readonly longestLaterTaskCpu: number;
}

interface LongTask {
  readonly start: number;
  readonly duration: number;
}

/** A longer-than-50-ms task is reported by the browser; shorter ones count as 0. */
async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: LongTask[] = [];
    Object.assign(globalThis, { benchTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        tasks.push({ start: startTime, duration });
      }
    }).observe({ type: 'longtask', buffered: true });
  });
}

const waitForMark = (page: Page, name: string) =>
  page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, name);

const waitForCompiles = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => performance.getEntriesByName('playground:compile').length >= wanted,
    count,
  );

/** An edit, a run and a compile, by keyboard. */
async function work(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.keyboard.type('// a line more\n');
  await page.keyboard.press('F5');
  await waitForCompiles(page, 2);
  await page.keyboard.press('ControlOrMeta+B');
  await waitForCompiles(page, 3);
}

/** Opens the site in a new profile, lets it draw, then works with it, then again under a trace. */
export async function measureColdStart(browser: Browser, url: string): Promise<ColdStart> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  await watchLongTasks(page);
  await page.goto(url);
  await waitForMark(page, 'playground:first-frame');
  await page.getByRole('textbox', { name: 'Shader source' }).waitFor();
  const mounted = await page.evaluate(() => performance.now());
  await work(page);
  const { marks, tasks } = await page.evaluate(() => ({
    marks: performance.getEntriesByType('mark').map(({ name, startTime }) => ({ name, startTime })),
    tasks: (globalThis as unknown as { benchTasks: LongTask[] }).benchTasks,
  }));
  const longestLaterTaskCpu = await longestTaskCpu(browser, page, async () => {
    await page.reload();
    await waitForMark(page, 'playground:first-frame');
    await page.getByRole('textbox', { name: 'Shader source' }).waitFor();
    await page.evaluate(() => performance.mark('bench:mounted'));
    await work(page);
  });
  await context.close();

  const at = (wanted: string) => marks.find(({ name }) => name === wanted)?.startTime ?? Number.NaN;
  const firstFrame = at('playground:first-frame');
  const longest = (wanted: (task: LongTask) => boolean) =>
    Math.max(0, ...tasks.filter(wanted).map(({ duration }) => duration));
  return {
    firstFrame,
    compilerReady: at('playground:compiler-ready'),
    longestStartTask: longest(({ start }) => start < firstFrame),
    longestLaterTask: longest(({ start }) => start >= mounted),
    longestLaterTaskCpu,
  };
}
