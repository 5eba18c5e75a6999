import type { Browser, BrowserContext, Page } from '@playwright/test';
import { switchAssistanceOff } from '../scripts/run/browser.ts';
import { longestTasks } from './trace.ts';

/** How long a browser's own start-up work may take, in milliseconds. */
const SETTLE = 2000;

/** One start of the page; times in milliseconds since navigation unless stated otherwise. */
export interface Start {
  readonly firstFrame: number;
  readonly compilerReady: number;
  /** The total of the page's tasks over 50 ms until then. */
  readonly blocked: number;
}

interface LongTask {
  readonly start: number;
  readonly duration: number;
}

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

export async function newContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1400, height: 900 } });
}

export interface StartOptions {
  /** Whether code assistance may start on its own. */
  readonly assistance: boolean;
  readonly draws: boolean;
}

/** Opens the site in a new page, and closes it after the first compile result. */
export async function measureStart(
  context: BrowserContext,
  url: string,
  { assistance, draws }: StartOptions,
): Promise<Start> {
  const page = await context.newPage();
  await watchLongTasks(page);
  if (!assistance) await switchAssistanceOff(page);
  await page.waitForTimeout(SETTLE);
  await page.goto(url);
  if (draws) await waitForMark(page, 'playground:first-frame');
  await waitForMark(page, 'playground:compiler-ready');
  const { marks, tasks } = await page.evaluate(() => ({
    marks: performance.getEntriesByType('mark').map(({ name, startTime }) => ({ name, startTime })),
    tasks: (globalThis as unknown as { benchTasks: LongTask[] }).benchTasks,
  }));
  await page.close();
  const at = (wanted: string) => marks.find(({ name }) => name === wanted)?.startTime ?? Number.NaN;
  const compilerReady = at('playground:compiler-ready');
  return {
    firstFrame: at('playground:first-frame'),
    compilerReady,
    blocked: tasks
      .filter(({ start }) => start < compilerReady)
      .reduce((sum, { duration }) => sum + duration, 0),
  };
}

/** Opens the site in a new page; returns the milliseconds from navigation to its first frame. */
export async function measureFirstFrame(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await page.waitForTimeout(SETTLE);
  await page.goto(url);
  await waitForMark(page, 'playground:first-frame');
  const start = await page.evaluate(
    () => performance.getEntriesByName('playground:first-frame')[0]?.startTime,
  );
  await page.close();
  return start ?? Number.NaN;
}

export interface WorkTasks {
  /** Wall time in milliseconds; 0 if no task took over 50 ms. */
  readonly longest: number;
  /**
   * Processor time in milliseconds. Where the software GPU keeps both cores busy, wall time is
   * mostly waiting for a core.
   */
  readonly longestCpu: number;
}

async function work(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Shader source' }).click();
  await page.keyboard.type('// a line more\n');
  await page.keyboard.press('F5');
  await waitForCompiles(page, 2);
  await page.keyboard.press('ControlOrMeta+B');
  await waitForCompiles(page, 3);
}

export async function measureWork(browser: Browser, url: string): Promise<WorkTasks> {
  const context = await newContext(browser);
  const page = await context.newPage();
  await watchLongTasks(page);
  const open = async () => {
    await page.goto(url);
    await waitForMark(page, 'playground:compiler-ready');
    await page.getByRole('textbox', { name: 'Shader source' }).waitFor();
    await page.evaluate(() => performance.mark('bench:mounted'));
  };
  await open();
  const mounted = await page.evaluate(() => performance.now());
  await work(page);
  const tasks = await page.evaluate(
    () => (globalThis as unknown as { benchTasks: LongTask[] }).benchTasks,
  );
  const traced = await longestTasks(browser, page, async () => {
    await open();
    await work(page);
  });
  await context.close();
  const later = tasks.filter(({ start }) => start >= mounted);
  return { longest: Math.max(0, ...later.map(({ duration }) => duration)), longestCpu: traced.cpu };
}
