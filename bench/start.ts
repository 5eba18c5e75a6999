import { type Browser, chromium } from '@playwright/test';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { codeOf } from '../tests/support/shareCode.ts';
import { serveBarePage } from './barePage.ts';
import {
  measureFirstFrame,
  measureStart,
  measureWork,
  newContext,
  type Start,
  type StartOptions,
  type WorkTasks,
} from './measure.ts';
import { print } from './report.ts';
import { openSlowLine } from './slowLine.ts';
import { median } from './statistics.ts';

const RUNS = 5;

/** A typical home connection; the round trip is in milliseconds. */
export const SLOW_LINE = { bitsPerSecond: 10_000_000, roundTrip: 40 };

export function launchOptions(flags: readonly string[]) {
  return {
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...flags],
  };
}

export function launch(flags: readonly string[]): Promise<Browser> {
  return chromium.launch(launchOptions(flags));
}

async function inNewBrowser<Value>(
  flags: readonly string[],
  work: (browser: Browser) => Promise<Value>,
): Promise<Value> {
  const browser = await launch(flags);
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

interface StartPair {
  readonly cold: Start;
  /** The start of a second page in the same browser. */
  readonly warm: Start;
}

function measurePair(url: string, flags: readonly string[], options: StartOptions) {
  return inNewBrowser(flags, async (browser): Promise<StartPair> => {
    const context = await newContext(browser);
    const cold = await measureStart(context, url, options);
    return { cold, warm: await measureStart(context, url, options) };
  });
}

async function repeat<Value>(runs: number, measure: () => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await measure());
  return values;
}

/**
 * Measures starts of the page: cold and warm, with and without a picture, locally and over a slow
 * line.
 *
 * @param runs how often each start is measured; the figures are medians
 */
export async function benchStart(url: string, runs = RUNS): Promise<void> {
  const drawing = { assistance: false, draws: true };
  const starts = await repeat(runs, () => measurePair(url, WEBGPU_FLAGS, drawing));
  const medianOf = (kind: keyof StartPair, figure: keyof Start) =>
    median(starts.map((start) => start[kind][figure]));
  for (const kind of ['cold', 'warm'] as const) {
    print(`first frame of the default demo, ${kind}`, medianOf(kind, 'firstFrame'), 'ms');
    print(`compiler ready while it draws, ${kind}`, medianOf(kind, 'compilerReady'), 'ms');
    print(`page blocked by tasks over 50 ms until both, ${kind}`, medianOf(kind, 'blocked'), 'ms');
  }
  const still = await repeat(runs, () => measurePair(url, [], { assistance: false, draws: false }));
  print(
    'compiler ready in a page that draws nothing, cold',
    median(still.map(({ cold }) => cold.compilerReady)),
    'ms',
  );
  const assisted = await repeat(runs, () =>
    measurePair(url, WEBGPU_FLAGS, { ...drawing, assistance: true }),
  );
  const medianAssisted = (figure: keyof Start) => median(assisted.map(({ cold }) => cold[figure]));
  print('first frame, cold, with code assistance', medianAssisted('firstFrame'), 'ms');
  print('compiler ready, cold, with code assistance', medianAssisted('compilerReady'), 'ms');
  const line = await openSlowLine(url, SLOW_LINE.bitsPerSecond, SLOW_LINE.roundTrip);
  const slow = await repeat(runs, () =>
    inNewBrowser(WEBGPU_FLAGS, async (browser) =>
      measureFirstFrame(await newContext(browser), line.url),
    ),
  );
  await line.close();
  print('first frame over 10 Mbit/s and 40 ms, cold', median(slow), 'ms');
  const work = await repeat(runs, () =>
    inNewBrowser(WEBGPU_FLAGS, (browser) => measureWork(browser, url)),
  );
  const medianWork = (figure: keyof WorkTasks) => median(work.map((tasks) => tasks[figure]));
  print('an edit, a run and a compile, longest task (0: under 50)', medianWork('longest'), 'ms');
  print('an edit, a run and a compile, most processor time', medianWork('longestCpu'), 'ms');
}

/** The same picture by a kernel and by a fragment shader. */
const LINKED = {
  kernel: `import playground;
import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 size) => float4(float2(at) / size, 0, 1));
}
`,
  fragment: `import playground;
[shader("fragment")]
float4 paint(float2 uv : UV) : SV_Target { return float4(uv, 0, 1); }
`,
} as const;

/** Measures the first frame of links to a kernel and to a fragment shader, in turn. */
export async function benchLinks(url: string): Promise<void> {
  const times = { kernel: [] as number[], fragment: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    for (const kind of ['kernel', 'fragment'] as const) {
      const link = `${url}#target=WGSL&code=${codeOf(LINKED[kind])}`;
      times[kind].push(
        await inNewBrowser(WEBGPU_FLAGS, async (browser) =>
          measureFirstFrame(await newContext(browser), link),
        ),
      );
    }
  }
  const [kernel, fragment] = [median(times.kernel), median(times.fragment)];
  print('first frame of a link to a kernel, cold', kernel, 'ms');
  print('first frame of a link to a fragment shader, cold', fragment, 'ms');
  print('ratio of the two', fragment / kernel, '');
}

/**
 * Measures the fastest start that this machine allows: a page that only draws a ring like the
 * default demo's.
 */
export async function benchBarePage(): Promise<void> {
  const bare = await serveBarePage();
  const pairs = await repeat(RUNS, () =>
    inNewBrowser(WEBGPU_FLAGS, async (browser) => {
      const context = await newContext(browser);
      const cold = await measureFirstFrame(context, bare.url);
      return { cold, warm: await measureFirstFrame(context, bare.url) };
    }),
  );
  await bare.close();
  print('first frame of a bare page, cold', median(pairs.map(({ cold }) => cold)), 'ms');
  print('first frame of a bare page, warm', median(pairs.map(({ warm }) => warm)), 'ms');
}
