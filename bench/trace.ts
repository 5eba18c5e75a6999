import type { Browser, Page } from '@playwright/test';

/** The members of Chromium's trace events that are read here; times are in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of a complete event. */
  readonly tdur?: number;
  readonly args: {
    readonly data?: {
      readonly requestId?: string;
      readonly url?: string;
      readonly documentLoaderURL?: string;
    };
  };
}

/** Everything of these categories that happens during `work`. */
export async function traceOf(
  browser: Browser,
  page: Page,
  categories: readonly string[],
  work: () => Promise<void>,
): Promise<readonly TraceEvent[]> {
  await browser.startTracing(page, { categories: [...categories] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return trace.traceEvents;
}

/**
 * Traces `work` and gives the most processor time, in milliseconds, that one task on a renderer's
 * main thread took after the mark `bench:mounted`.
 */
export async function longestTaskCpu(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number> {
  const events = await traceOf(browser, page, ['toplevel', 'blink.user_timing'], work);
  const mounted = events.find(({ name }) => name === 'bench:mounted');
  if (!mounted) throw new Error('The trace has no mark bench:mounted.');
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === 'X' &&
      name.endsWith('RunTask') &&
      pid === mounted.pid &&
      tid === mounted.tid &&
      ts >= mounted.ts,
  );
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
