import path from 'node:path';
import { measureSite, totalOf } from '../scripts/build/siteSize.ts';
import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { benchCore } from './compiler.ts';
import { benchDebugger } from './debugger.ts';
import { benchDemos } from './demos.ts';
import { benchEmbed } from './embed.ts';
import { benchInstrumented } from './instrumented.ts';
import { benchLanguage } from './language.ts';
import { benchLargeCompile, benchLatency, benchReplacement } from './latency.ts';
import { benchLinkedLines } from './linkedLines.ts';
import { benchLive } from './live.ts';
import { benchProfile } from './profile.ts';
import { benchReflection } from './reflection.ts';
import { benchRename } from './rename.ts';
import { print } from './report.ts';
import { benchResources } from './resources.ts';
import { benchReturnVisit } from './returnVisit.ts';
import { benchRuntime } from './runtime.ts';
import { benchSlowPicture } from './slowPicture.ts';
import { benchBarePage, benchLinks, benchStart, launch } from './start.ts';
import { benchTime } from './time.ts';
import { benchTyping } from './typing.ts';
import { printWaterfall } from './waterfall.ts';

export const dist = path.resolve(import.meta.dirname, '../dist');

export interface Section {
  readonly title: string;
  /** Whether the section measures a site, so that two sites can be compared. */
  readonly ofSite: boolean;
  run(url: string): Promise<void>;
  /** A shorter way to the same figures, for comparisons, which repeat it; `run` if absent. */
  readonly runBriefly?: (url: string) => Promise<void>;
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

export const SECTIONS: Readonly<Record<string, Section>> = {
  size: {
    title: 'Sizes of the built site',
    ofSite: false,
    async run() {
      const files = await measureSite(dist);
      for (const kind of ['page script', 'worker script', 'style', 'compiler binary'] as const) {
        print(`${kind}, gzip`, totalOf(files, kind), 'bytes');
      }
    },
  },
  bare: {
    title: 'A bare page that only draws: the best that this machine allows',
    ofSite: false,
    run: benchBarePage,
  },
  start: {
    title: 'Starts, medians of five, software WebGPU, loopback, 1400×900',
    ofSite: true,
    run: benchStart,
    runBriefly: (url) => benchStart(url, 1),
  },
  'drawn-links': {
    title: 'Links to a kernel and to a fragment shader, medians of five, software WebGPU',
    ofSite: true,
    run: benchLinks,
  },
  return: {
    title: 'Visits after the browser was closed and opened again, medians of four, software WebGPU',
    ofSite: true,
    run: benchReturnVisit,
    runBriefly: (url) => benchReturnVisit(url, 1),
  },
  embed: {
    title: 'First pictures of an embed and of the page, medians of five, software WebGPU',
    ofSite: true,
    run: benchEmbed,
    runBriefly: (url) => benchEmbed(url, 1),
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
    runBriefly: (url) =>
      inBrowser([], async (browser) => {
        await benchLatency(browser, url, ['WGSL', 'SPIRV']);
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
    run: (url) =>
      inBrowser([], async (browser) => {
        await benchLanguage(browser, url);
        await benchRename(browser, url);
      }),
  },
  runtime: {
    title: 'Runs, software WebGPU',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchRuntime(browser, url)),
    runBriefly: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchRuntime(browser, url, 40)),
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
  instrumented: {
    title: 'Compiles of instrumented demos in Node, warm',
    ofSite: false,
    run: benchInstrumented,
  },
  debugger: {
    title: 'The debugger, software WebGPU, 900×600',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchDebugger(browser, url)),
  },
  resources: {
    title: 'The resource inspector, software WebGPU, 900×600',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchResources(browser, url)),
  },
  profile: {
    title: 'The profile, frames with its tab closed and open, software WebGPU, 900×600',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchProfile(browser, url)),
  },
  time: {
    title: 'Scrubbing and films, software WebGPU, 900×600',
    ofSite: true,
    run: (url) => inBrowser(WEBGPU_FLAGS, (browser) => benchTime(browser, url)),
  },
  links: {
    title: 'Linked lines in a long output, in a page that draws nothing',
    ofSite: true,
    run: (url) => inBrowser([], (browser) => benchLinkedLines(browser, url)),
  },
  reflection: {
    title: 'The Reflection tab with very many parameters, in a page that draws nothing',
    ofSite: true,
    run: (url) => inBrowser([], (browser) => benchReflection(browser, url)),
  },
  core: { title: 'The core in Node, compared with the bare binary', ofSite: false, run: benchCore },
};
