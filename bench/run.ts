import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { measureSite, totalOf } from '../scripts/build/siteSize.ts';
import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { serveSite } from '../scripts/run/siteServer.ts';
import { benchCore } from './compiler.ts';
import { benchDemos } from './demos.ts';
import { benchLanguage } from './language.ts';
import { benchLargeCompile, benchLatency, benchReplacement } from './latency.ts';
import { benchLive } from './live.ts';
import { print, printRatios, readBaseline, takeFigures, writeBaseline } from './report.ts';
import { benchRuntime } from './runtime.ts';
import { benchSlowPicture } from './slowPicture.ts';
import { benchBarePage, benchStart, launch } from './start.ts';
import { benchTyping } from './typing.ts';
import { printWaterfall } from './waterfall.ts';

const dist = path.resolve(import.meta.dirname, '../dist');

interface Section {
  readonly title: string;
  /** Whether it measures a site, and can measure another one too. */
  readonly ofSite: boolean;
  run(url: string): Promise<void>;
}

async function inBrowser(
  flags: readonly string[],
  work: (browser: Awaited<ReturnType<typeof launch>>) => Promise<void>,
): Promise<void> {
  const browser = await launch(flags);
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

const SECTIONS: Readonly<Record<string, Section>> = {
  size: {
    title: 'What the built site weighs',
    ofSite: false,
    async run() {
      const files = await measureSite(dist);
      for (const kind of ['page script', 'worker script', 'style', 'compiler binary'] as const) {
        print(`${kind}, gzip`, totalOf(files, kind), 'bytes');
      }
    },
  },
  bare: {
    title: 'A bare page that only draws: what the machine allows',
    ofSite: false,
    run: benchBarePage,
  },
  start: {
    title: 'Starts, medians of five, software WebGPU, loopback, 1400×900',
    ofSite: true,
    run: benchStart,
  },
  waterfall: {
    title: 'A cold start, from a trace',
    ofSite: false,
    run: printWaterfall,
  },
  latency: {
    title: 'Compiles in a page that draws nothing: cold once, warm as the median of five',
    ofSite: true,
    run: (url) =>
      inBrowser([], async (browser) => {
        await benchLatency(browser, url);
        await benchLargeCompile(browser, url);
        await benchReplacement(browser, url);
      }),
  },
  typing: {
    title: 'Typing and large results, in a page that draws nothing',
    ofSite: true,
    run: (url) => inBrowser([], (browser) => benchTyping(browser, url)),
  },
  language: {
    title: 'Code assistance, in a page that draws nothing',
    ofSite: true,
    run: (url) => inBrowser([], (browser) => benchLanguage(browser, url)),
  },
  runtime: {
    title: 'Runs, software WebGPU',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchRuntime(browser, url)),
  },
  live: {
    title: 'Live mode, software WebGPU, 800×400',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchLive(browser, url)),
  },
  'slow-picture': {
    title: 'A compile under a picture whose frames take seconds, software WebGPU, 800×500',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchSlowPicture(browser, url)),
  },
  demos: {
    title: 'Demos, software WebGPU, 1400×900',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchDemos(browser, url)),
  },
  core: { title: 'The core in Node, beside the bare binary', ofSite: false, run: benchCore },
};

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    save: { type: 'boolean', default: false },
  },
});

const wanted = values.only?.split(',') ?? Object.keys(SECTIONS);
const unknown = wanted.filter((name) => !Object.hasOwn(SECTIONS, name));
if (unknown.length > 0) {
  console.error(
    `There is no section ${unknown.join(', ')}. There are: ${Object.keys(SECTIONS).join(', ')}.`,
  );
  process.exit(2);
}

await build({ logLevel: 'error' });
const server = await serveSite({ folder: dist });
const ours = new Map<string, number>();
for (const name of wanted) {
  const section = SECTIONS[name];
  if (!section) continue;
  console.log(`\n${section.title}`);
  await section.run(server.url);
  const figures = takeFigures();
  for (const [figure, value] of figures) ours.set(figure, value);
  if (values.against !== undefined && section.ofSite) {
    console.log(`\nThe same of ${values.against}`);
    await section.run(values.against);
    printRatios('This site, the other, and their ratio', figures, takeFigures());
  }
}
await server.close();

const baseline = await readBaseline();
if (baseline) printRatios('This run, the stored one, and their ratio', ours, baseline);
if (values.save) await writeBaseline(ours);
