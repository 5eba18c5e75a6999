import type { Browser, Page } from '@playwright/test';

/** The fields of Chromium's trace events that the benchmarks read; times in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Processor time; only for complete events. */
  readonly tdur?: number;
  readonly args: {
    readonly data?: {
      readonly requestId?: string;
      readonly url?: string;
      readonly documentLoaderURL?: string;
    };
  };
}

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

/** The longest tasks on a page's thread, in milliseconds. */
export interface LongestTasks {
  readonly wall: number;
  readonly cpu: number;
}

/** Traces `work` and finds the longest main-thread tasks after the mark `bench:mounted`. */
export async function longestTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<LongestTasks> {
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
  return {
    wall: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000,
    cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
