import type { Browser, Page } from '@playwright/test';
import { openPage, run, SMALL_PAGE } from './page.ts';
import { print } from './report.ts';
import { median, percentile } from './statistics.ts';
import { traceOf } from './trace.ts';

/** Floats of the buffers: 16 MB and 64 MB. */
const FLOATS = 4_000_000;
const MANY_FLOATS = 16_000_000;
/** How long frames are measured, in milliseconds. */
const WATCHED = 2000;
/** Number of times that frames are measured with the tab closed and open, alternately. */
const ROUNDS = 3;
const SCROLLS = 40;

/** An animated source: each frame changes some buffer elements and draws a small picture. */
function bufferSource(floats: number): string {
  return `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::ZEROS(${floats})] RWStructuredBuffer<float> values;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    values[pixel.x] = time + pixel.x;
    drawPixel(pixel, (int2 screen) => float4(0.2, 0.4, 0.6, 1.0));
}
`;
}

interface FrameCost {
  /** The page thread's processor time per animation frame, in µs. */
  readonly time: number;
  /** From frame to frame, in µs. */
  readonly interval: number;
}

/** Measures the cost of animation frames while the user is idle. */
export async function frameCost(browser: Browser, page: Page): Promise<FrameCost> {
  let frames = 0;
  const events = await traceOf(browser, page, ['toplevel', 'blink.user_timing'], async () => {
    frames = await page.evaluate(async (time) => {
      performance.mark('bench:watched');
      const start = performance.now();
      let count = 0;
      for (; performance.now() - start < time; count += 1) {
        await new Promise(requestAnimationFrame);
      }
      performance.mark('bench:watched-end');
      return count;
    }, WATCHED);
  });
  const begin = events.find((event) => event.name === 'bench:watched');
  const end = events.find((event) => event.name === 'bench:watched-end');
  if (!begin || !end) throw new Error('The trace has no marks.');
  const tasks = events.filter(
    ({ name: task, ph, pid, tid, ts }) =>
      ph === 'X' &&
      task.endsWith('RunTask') &&
      pid === begin.pid &&
      tid === begin.tid &&
      ts >= begin.ts &&
      ts < end.ts,
  );
  const time = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / frames;
  return { time, interval: (end.ts - begin.ts) / frames };
}

interface Read {
  readonly duration: number;
  readonly bytes: number;
}

const reads = (page: Page): Promise<Read[]> =>
  page.evaluate(() =>
    performance.getEntriesByName('playground:resource-read').map((entry) => {
      const { duration, detail } = entry as PerformanceMeasure;
      return { duration, bytes: detail.bytes };
    }),
  );

const values = (page: Page) => page.getByRole('grid', { name: 'Values of values' });

async function inspect(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Resources' }).click();
  await page
    .getByRole('listbox', { name: 'Resources' })
    .getByRole('option')
    .filter({ hasText: /^values/ })
    .click();
  await values(page).getByRole('gridcell').first().waitFor();
}

/** Measures scrolling the table by one screen, from the key press until the rows are laid out. */
async function benchScrolling(page: Page): Promise<void> {
  await values(page).focus();
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      () => {
        const start = performance.now();
        // The message arrives after the key's own task and the tasks it queued.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          document.body.getBoundingClientRect();
          performance.measure('bench:scrolled', { start });
        };
        port2.postMessage(null);
      },
      { capture: true },
    );
  });
  for (let at = 0; at < SCROLLS; at += 1) await page.keyboard.press('PageDown', { delay: 20 });
  const times = await page.evaluate(() =>
    performance.getEntriesByName('bench:scrolled').map(({ duration }) => duration * 1000),
  );
  print('a page of rows further, until laid out, median', median(times), 'µs');
  print('a page of rows further, 95th percentile', percentile(times, 0.95), 'µs');
}

/** Measures frames with the tab closed and open alternately, because the machine's load varies. */
async function benchFrames(browser: Browser, page: Page): Promise<void> {
  const closed: number[] = [];
  const open: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.getByRole('tab', { name: 'Target Code' }).click();
    closed.push((await frameCost(browser, page)).time);
    await inspect(page);
    open.push((await frameCost(browser, page)).time);
  }
  print('page’s thread a frame, tab closed, processor time', median(closed), 'µs');
  print('page’s thread a frame, tab open on 16 MB', median(open), 'µs');
  const read = await reads(page);
  print(
    'a read of the visible rows while playing, median',
    median(read.map(({ duration }) => duration)),
    'ms',
  );
  print('a read of the visible rows', median(read.map(({ bytes }) => bytes)), 'bytes');
}

/**
 * From the button press until the table shows the number of values, with playback paused so that no
 * frame delays it.
 */
async function statisticsTime(page: Page, floats: number): Promise<number> {
  await run(page, bufferSource(floats));
  await inspect(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const table = page.getByRole('table', { name: 'Statistics of values' });
  const start = performance.now();
  await page.getByRole('button', { name: 'Statistics' }).click();
  await table
    .getByRole('cell', { name: floats.toLocaleString('en'), exact: true })
    .first()
    .waitFor({ timeout: 120_000 });
  const time = performance.now() - start;
  await page.getByRole('button', { name: 'Statistics' }).click();
  return time;
}

async function benchStatistics(page: Page): Promise<void> {
  print('first statistics, of 1,000 floats', await statisticsTime(page, 1000), 'ms');
  for (const floats of [FLOATS, MANY_FLOATS]) {
    const time = await statisticsTime(page, floats);
    print(`statistics of ${floats / 1_000_000} M floats, paused`, time, 'ms');
  }
}

export async function benchResources(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, `${url}?demo=circle`, SMALL_PAGE);
  await run(page, bufferSource(FLOATS));
  await inspect(page);
  await benchFrames(browser, page);
  await benchScrolling(page);
  await benchStatistics(page);
  await page.context().close();
}
