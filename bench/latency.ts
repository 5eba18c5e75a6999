import type { Browser, Page } from '@playwright/test';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';
import { NEVER_ENDS } from '../tests/support/shaders.ts';
import { countOf, openPage, paste, untilMore } from './page.ts';
import { print } from './report.ts';
import { BENCH_SIZES, benchSource } from './sources.ts';
import { median } from './statistics.ts';
import { longestTasks } from './trace.ts';

const WARM_RUNS = 5;

const compiles = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByName('playground:compile').map(({ duration }) => duration),
  );

/** Milliseconds from pressing Compile to the code, as the page measures it. */
async function compileOnce(page: Page): Promise<number> {
  const before = await countOf(page, 'playground:compile');
  await page.keyboard.press('ControlOrMeta+B');
  await untilMore(page, 'playground:compile', before);
  return (await compiles(page)).at(-1) ?? Number.NaN;
}

async function openWithTarget(browser: Browser, url: string, target: CompileTarget): Promise<Page> {
  const page = await openPage(browser, url, {
    assistance: false,
    prepare: recordLongTasks,
    until: ['playground:compiler-ready'],
  });
  await page.getByRole('combobox', { name: 'Target' }).selectOption(target);
  return page;
}

async function recordLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = [];
    Object.assign(globalThis, { benchTasks: durations });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/**
 * Compiles each size to each target: once cold in a new worker, then warm.
 *
 * @param browser without WebGPU, so that no software GPU competes for the processors
 */
export async function benchLatency(
  browser: Browser,
  url: string,
  targets: readonly CompileTarget[] = COMPILE_TARGETS,
): Promise<void> {
  for (const target of targets) {
    for (const [size, lines] of Object.entries(BENCH_SIZES)) {
      const page = await openWithTarget(browser, url, target);
      const source = benchSource(lines);
      await paste(page, source);
      if (!compilesWholeProgram(target)) {
        await page
          .getByRole('combobox', { name: 'Entrypoint' })
          .getByRole('option', { name: 'draw' })
          .waitFor({ state: 'attached' });
      }
      await page.evaluate(() => {
        (globalThis as unknown as { benchTasks: number[] }).benchTasks.length = 0;
      });
      const cold = await compileOnce(page);
      const warm: number[] = [];
      for (let run = 0; run < WARM_RUNS; run += 1) {
        await paste(page, `${source}// edit ${run}\n`);
        warm.push(await compileOnce(page));
      }
      const tasks = await page.evaluate(
        () => (globalThis as unknown as { benchTasks: number[] }).benchTasks,
      );
      const name = `${size} shader (${lines} lines) to ${target}`;
      print(`${name}, cold`, cold, 'ms');
      print(`${name}, warm`, median(warm), 'ms');
      print(`${name}, longest task (0: under 50)`, Math.max(0, ...tasks), 'ms');
      await page.context().close();
    }
  }
}

/** Measures how long a large compile to WGSL blocks the page's thread. */
export async function benchLargeCompile(browser: Browser, url: string): Promise<void> {
  const page = await openWithTarget(browser, url, 'WGSL');
  await paste(page, benchSource(BENCH_SIZES.large));
  await compileOnce(page);
  await paste(page, `${benchSource(BENCH_SIZES.large)}// another\n`);
  const { wall, cpu } = await longestTasks(browser, page, async () => {
    await page.evaluate(() => performance.mark('bench:mounted'));
    await compileOnce(page);
  });
  const name = `a compile of ${BENCH_SIZES.large} lines`;
  print(`${name}, longest task`, wall, 'ms');
  print(`${name}, most processor time of a task`, cpu, 'ms');
  await page.context().close();
}

/** Measures from cancelling an endless compile until a new compiler is ready. */
export async function benchReplacement(browser: Browser, url: string): Promise<void> {
  const page = await openWithTarget(browser, url, 'WGSL');
  await paste(page, NEVER_ENDS);
  await page.keyboard.press('ControlOrMeta+B');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  const pressed = await page.evaluate(() => performance.now());
  await cancel.click();
  await untilMore(page, 'playground:compiler-ready', 1);
  const ready = await page.evaluate(
    () => performance.getEntriesByName('playground:compiler-ready').at(-1)?.startTime,
  );
  const milliseconds = (ready ?? Number.NaN) - pressed;
  print('replacing a hung worker, until it is ready', milliseconds, 'ms');
  await page.context().close();
}
