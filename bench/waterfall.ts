import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { newContext } from './measure.ts';
import { launch } from './start.ts';
import { type TraceEvent, traceOf } from './trace.ts';

/** Milliseconds per character in a bar. */
const STEP = 20;

/** Page tasks shorter than this, in milliseconds, are not listed. */
const SHORT_TASK = 8;

interface Row {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Prints what a cold start of the default demo waits for, in milliseconds. */
export async function printWaterfall(url: string): Promise<void> {
  const browser = await launch(WEBGPU_FLAGS);
  const page = await (await newContext(browser)).newPage();
  await page.waitForTimeout(2000);
  const categories = ['devtools.timeline', 'loading', 'blink.user_timing', 'toplevel'];
  const events = await traceOf(browser, page, categories, async () => {
    await page.goto(url);
    for (const mark of ['playground:first-frame', 'playground:compiler-ready']) {
      await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark);
    }
  });
  await browser.close();
  const start = events.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url,
  );
  if (!start) throw new Error('The trace has no navigation to the site.');
  const since = (event: TraceEvent) => (event.ts - start.ts) / 1000;
  const rows = [
    ...resources(events, since),
    ...userTimings(events, since),
    ...marks(events, since),
  ].sort((a, b) => a.from - b.from || a.to - b.to);
  for (const { name, from, to } of rows) {
    const bar =
      ' '.repeat(Math.max(0, Math.round(from / STEP))) +
      '█'.repeat(Math.max(1, Math.round((to - from) / STEP)));
    console.log(
      `${name.padEnd(34)} ${from.toFixed(0).padStart(5)} ${to.toFixed(0).padStart(5)} ${bar}`,
    );
  }
  printTasks(events, start, since);
}

type Since = (event: TraceEvent) => number;

function resources(events: readonly TraceEvent[], since: Since): Row[] {
  return events
    .filter(({ name }) => name === 'ResourceSendRequest')
    .flatMap((sent) => {
      const id = sent.args.data?.requestId;
      const done = events.find(
        ({ name, args }) => name === 'ResourceFinish' && args.data?.requestId === id,
      );
      const file = sent.args.data?.url?.split('/').at(-1) || 'index.html';
      return done ? [{ name: file, from: since(sent), to: since(done) }] : [];
    });
}

/** The page's `performance.measure` entries, which a trace holds as begin and end pairs. */
function userTimings(events: readonly TraceEvent[], since: Since): Row[] {
  return events
    .filter(({ name, ph }) => name.startsWith('playground:') && ph === 'b')
    .flatMap((begin) => {
      const end = events.find(
        ({ name, ph, ts }) => name === begin.name && ph === 'e' && ts >= begin.ts,
      );
      return end ? [{ name: `· ${begin.name.slice(11)}`, from: since(begin), to: since(end) }] : [];
    });
}

function marks(events: readonly TraceEvent[], since: Since): Row[] {
  return events
    .filter(({ name, ph }) => name.startsWith('playground:') && (ph === 'R' || ph === 'I'))
    .map((mark) => ({ name: `◆ ${mark.name.slice(11)}`, from: since(mark), to: since(mark) }));
}

/** Prints when the page's thread was busy, and the longest time without a working process. */
function printTasks(events: readonly TraceEvent[], start: TraceEvent, since: Since): void {
  const end = events.find(({ name }) => name === 'playground:first-frame')?.ts ?? Infinity;
  const tasks = events.filter(
    ({ name, ph, ts, dur = 0 }) =>
      ph === 'X' && name.endsWith('RunTask') && ts + dur >= start.ts && ts < end,
  );
  const long = tasks
    .filter(
      ({ pid, tid, dur = 0 }) => pid === start.pid && tid === start.tid && dur / 1000 >= SHORT_TASK,
    )
    .map(spanOf(since));
  console.log(
    `page's thread busy: ${long.map(({ from, to }) => `${from.toFixed(0)}–${to.toFixed(0)}`).join(', ')}`,
  );
  const underWay = [...tasks.map(spanOf(since)), ...resources(events, since)];
  const gap = longestGap(underWay, (end - start.ts) / 1000);
  console.log(
    `longest gap before the first frame: ${(gap.to - gap.from).toFixed(0)} ms (${gap.from.toFixed(0)}–${gap.to.toFixed(0)})`,
  );
}

type Span = Pick<Row, 'from' | 'to'>;

const spanOf =
  (since: Since) =>
  (task: TraceEvent): Span => ({
    from: since(task),
    to: since(task) + (task.dur ?? 0) / 1000,
  });

function longestGap(spans: readonly Span[], end: number): Span {
  let longest: Span = { from: 0, to: 0 };
  let busyUntil = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from > end) break;
    if (from - busyUntil > longest.to - longest.from) longest = { from: busyUntil, to: from };
    busyUntil = Math.max(busyUntil, to);
  }
  if (end - busyUntil > longest.to - longest.from) longest = { from: busyUntil, to: end };
  return longest;
}
