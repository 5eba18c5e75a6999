import type { Browser, Page } from '@playwright/test';
import { setPictureSetting } from '../tests/support/controls.ts';
import { openPage, run, SMALL_PAGE, untilMore } from './page.ts';
import { print } from './report.ts';
import { benchSource } from './sources.ts';
import { median, percentile } from './statistics.ts';
import { longestTasks, traceOf } from './trace.ts';

const PIXELS = 9;
const STEPS = 60;
/** How long the pointer moves, in milliseconds. */
const FOLLOWED = 4000;

/** The threads in one corner record five times in each step; the others stop at once. */
const LONG_TRACE = `import playground;
import rendering;
[playground::TIME] uniform float time;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    int count = all(pixel < 16) ? STEPS : 1;
    float3 sum = float3(time, 0.0, 0.0);
    for (int step = 0; step < count; ++step)
    {
        float weight = 1.0 / (1.0 + step);
        sum += weight * float3(0.001, 0.002, 0.003);
    }
    drawPixel(pixel, (int2 screen) => float4(sum, 1.0));
}
`;

/** A point inside the corner, as fractions of the picture, for {@link LONG_TRACE}. */
const CORNER = [0.01, 0.99] as const;

/** A source with this many lines that the compiler reads and the picture does not use. */
function longSource(lines: number): string {
  const [head = '', tail = ''] = benchSource(60).split('[shader(');
  const unused = Array.from({ length: Math.ceil(lines / 10) }, (_, index) =>
    [
      `float unused${index}(float3 point, float angle)`,
      '{',
      '    float sum = 0.0;',
      '    for (int step = 0; step < 4; ++step)',
      '    {',
      `        let turned = turn(point, angle + ${index}.0);`,
      '        sum += length(turned) * 0.5;',
      '    }',
      '    return sum;',
      '}',
    ].join('\n'),
  );
  return `${head}${unused.join('\n')}\n[shader(${tail}`;
}

interface TraceMeasure {
  readonly duration: number;
  readonly steps: number;
  readonly compiled: boolean;
}

const traces = (page: Page): Promise<TraceMeasure[]> =>
  page.evaluate(() =>
    performance.getEntriesByName('playground:trace').map((entry) => {
      const { duration, detail } = entry as PerformanceMeasure;
      return { duration, steps: detail.steps, compiled: detail.compiled };
    }),
  );

const openSmallPage = (browser: Browser, url: string) =>
  openPage(browser, url, { ...SMALL_PAGE, prepare: watchPicksAndSizes });

async function watchPicksAndSizes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sizes: Record<string, number> = {};
    Object.assign(globalThis, { benchSizes: sizes });
    addEventListener('pointerdown', () => performance.mark('bench:pick'), { capture: true });
    const device = globalThis.GPUDevice?.prototype;
    if (!device) return;
    const { createBuffer, createTexture } = device;
    device.createBuffer = function (this: GPUDevice, descriptor) {
      sizes[descriptor.label ?? ''] = descriptor.size;
      return createBuffer.call(this, descriptor);
    };
    device.createTexture = function (this: GPUDevice, descriptor) {
      const texture = createTexture.call(this, descriptor);
      const { width, height, depthOrArrayLayers, format } = texture;
      const bytes = format.startsWith('rgba32') ? 16 : format.startsWith('rgba16') ? 8 : 4;
      sizes[descriptor.label ?? ''] = width * height * depthOrArrayLayers * bytes;
      return texture;
    };
  });
}

/** Picks the pixel at a fraction of the picture's size; resolves when its values are visible. */
async function pick(page: Page, x: number, y: number): Promise<void> {
  const button = page.getByRole('button', { name: 'Inspect pixel' });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  const picker = page.getByRole('application', { name: /^Pick a pixel/ });
  await picker.waitFor();
  const box = await picker.boundingBox();
  if (!box) throw new Error('The picture is not in sight.');
  const shown = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list, observer) => {
          if (list.getEntriesByName('playground:trace').length === 0) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              performance.mark('bench:shown');
              resolve();
            }),
          );
        }).observe({ type: 'measure' });
      }),
  );
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  await shown;
}

const newest = async (page: Page) => (await traces(page)).at(-1);

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** The page thread's processor time (ms) from each `first` mark to the next `second` mark. */
async function threadTimes(
  browser: Browser,
  page: Page,
  [first, second]: readonly [string, string],
  work: () => Promise<void>,
): Promise<number[]> {
  const events = await traceOf(browser, page, ['toplevel', 'blink.user_timing'], work);
  const begun = events.filter(({ name }) => name === first);
  return begun.map((begin) => {
    const end = events.find(({ name, ts }) => name === second && ts > begin.ts)?.ts ?? begin.ts;
    const tasks = events.filter(
      ({ name, ph, pid, tid, ts, dur = 0 }) =>
        ph === 'X' &&
        name.endsWith('RunTask') &&
        pid === begin.pid &&
        tid === begin.tid &&
        ts + dur > begin.ts &&
        ts < end,
    );
    return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
  });
}

/** Measures the first trace, from first use, then traces of other pixels of the same frame. */
async function benchTraces(browser: Browser, page: Page): Promise<void> {
  const frame = Number.parseFloat((await page.getByLabel('Frame time').textContent()) ?? '');
  print('a frame of the demo Circle while it plays', frame, 'ms');
  await pick(page, 0.5, 0.5);
  print('first trace, with its compile', (await newest(page))?.duration ?? Number.NaN, 'ms');
  const before = (await traces(page)).length;
  const times = await threadTimes(browser, page, ['bench:pick', 'bench:shown'], async () => {
    for (let at = 0; at < PIXELS; at += 1) await pick(page, 0.1 + 0.08 * at, 0.4);
  });
  const others = (await traces(page)).slice(before).map(({ duration }) => duration);
  print('another pixel of the same frame, median', median(others), 'ms');
  print('another pixel, processor time of the page’s thread, median', median(times), 'ms');
}

/** Measures a step: from the key press until its line, values and rows are laid out. */
async function benchSteps(browser: Browser, page: Page): Promise<void> {
  await run(page, LONG_TRACE.replace('STEPS', '2000'));
  await pick(page, ...CORNER);
  print('records of the trace that is stepped through', (await newest(page))?.steps ?? 0, '');
  await page.getByRole('slider', { name: 'Step', exact: true }).press('Home');
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Shift') return;
        performance.mark('bench:step');
        // The message arrives after the key's own task and the tasks it queued.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          document.body.getBoundingClientRect();
          performance.measure('bench:stepped', 'bench:step');
          performance.mark('bench:stepped');
        };
        port2.postMessage(null);
      },
      { capture: true },
    );
  });
  const processor = await threadTimes(browser, page, ['bench:step', 'bench:stepped'], async () => {
    for (let step = 0; step < STEPS; step += 1) {
      await page.keyboard.press(step % 3 === 2 ? 'Shift+F10' : 'F11', { delay: 20 });
    }
  });
  const wall = await page.evaluate(() =>
    performance.getEntriesByName('bench:stepped', 'measure').map(({ duration }) => duration),
  );
  print('a step, median', median(wall) * 1000, 'µs');
  print('a step, processor time, median', median(processor) * 1000, 'µs');
  print('a step, processor time, 95th percentile', percentile(processor, 0.95) * 1000, 'µs');
}

async function benchMemory(page: Page): Promise<void> {
  const without = await page.evaluate(() =>
    Object.entries((globalThis as unknown as { benchSizes: Record<string, number> }).benchSizes),
  );
  const sizeOf = (wanted: (label: string) => boolean) =>
    without.filter(([label]) => wanted(label)).reduce((sum, [, size]) => sum + size, 0);
  print(
    'trace buffers on the GPU, 64K records',
    sizeOf((label) => /^trace\b/.test(label)),
    'bytes',
  );
  print(
    'copies of what the frame writes to',
    sizeOf((label) => label.startsWith('copy of')),
    'bytes',
  );
  await run(page, LONG_TRACE.replace('STEPS', '30000'));
  const before = await heapBytes(page);
  await pick(page, ...CORNER);
  print('heap growth by a trace of 64K records', (await heapBytes(page)) - before, 'bytes');
}

async function benchFollowing(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('ShaderToy: Circle');
  await setPictureSetting(page, 'Follow the pointer', true);
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  if (await resume.isVisible()) await resume.click();
  const canvas = page.getByLabel('Render output');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('The picture is not in sight.');
  await page.mouse.move(box.x + 5, box.y + 5);
  const known = (await traces(page)).length;
  await untilMore(page, 'playground:trace', known);
  const before = (await traces(page)).length;
  const start = performance.now();
  for (let at = 0; performance.now() - start < FOLLOWED; at = (at + 0.01) % 1) {
    await page.mouse.move(box.x + box.width * at, box.y + box.height * 0.5);
    await page.waitForTimeout(16);
  }
  const seconds = (performance.now() - start) / 1000;
  const made = (await traces(page)).slice(before);
  print('traces while following the pointer', made.length / seconds, 'a second');
  print('of these, compiled', made.filter(({ compiled }) => compiled).length, '');
}

/** The longest task on the page's thread during the first trace of something large. */
async function benchTasks(browser: Browser, url: string): Promise<void> {
  const page = await openSmallPage(browser, url);
  // Loads the debugger.
  await pick(page, 0.5, 0.5);
  for (const [name, source] of [
    ['10,000 lines', longSource(10_000)],
    ['64K records', LONG_TRACE.replace('STEPS', '30000')],
  ] as const) {
    await run(page, source);
    const { wall, cpu } = await longestTasks(browser, page, async () => {
      await page.evaluate(() => performance.mark('bench:mounted'));
      await pick(page, ...CORNER);
    });
    print(`first trace of ${name}`, (await newest(page))?.duration ?? Number.NaN, 'ms');
    print(`first trace of ${name}, longest task`, wall, 'ms');
    print(`first trace of ${name}, most processor time of a task`, cpu, 'ms');
  }
  await page.context().close();
}

export async function benchDebugger(browser: Browser, url: string): Promise<void> {
  const page = await openSmallPage(browser, `${url}?demo=circle`);
  await benchTraces(browser, page);
  await benchSteps(browser, page);
  await benchMemory(page);
  await benchFollowing(page);
  await page.context().close();
  await benchTasks(browser, url);
}
