import path from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { BASE_FLAGS, findChromium, WEBGPU_FLAGS } from '../scripts/browser.ts';
import { serveSite } from '../scripts/siteServer.ts';
import { measureSite, totalOf } from '../scripts/siteSize.ts';
import { benchCore } from './compiler.ts';
import { benchDemos } from './demos.ts';
import { benchLanguage } from './language.ts';
import { benchLatency, benchReplacement } from './latency.ts';
import { benchLive } from './live.ts';
import { type ColdStart, measureColdStart } from './measure.ts';
import { benchRuntime } from './runtime.ts';
import { median, print } from './statistics.ts';
import { benchTyping } from './typing.ts';

const RUNS = 5;
const dist = path.resolve(import.meta.dirname, '../dist');

const launch = (flags: readonly string[]) =>
  chromium.launch({
    headless: false,
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: [...BASE_FLAGS, ...flags],
  });

async function measureColdStarts(url: string): Promise<ColdStart[]> {
  const starts: ColdStart[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    // A browser of its own, so that nothing is warm: neither caches nor compiled code.
    const browser = await launch(WEBGPU_FLAGS);
    starts.push(await measureColdStart(browser, url));
    await browser.close();
  }
  return starts;
}

await build({ logLevel: 'error' });
const files = await measureSite(dist);
const server = await serveSite({ folder: dist });
console.log(`Medians of ${RUNS} cold starts, software WebGPU, loopback, 1400×900`);
const starts = await measureColdStarts(server.url);
const medianOf = (figure: keyof ColdStart) => median(starts.map((start) => start[figure]));
print('time to first frame of the default demo', medianOf('firstFrame'), 'ms');
print('time to compiler ready', medianOf('compilerReady'), 'ms');
print('longest task until the first frame (0: under 50)', medianOf('longestStartTask'), 'ms');
print('longest task after the editor mounted (0: under 50)', medianOf('longestLaterTask'), 'ms');
print('processor time of the longest task in that part', medianOf('longestLaterTaskCpu'), 'ms');
for (const kind of ['page script', 'worker script', 'style', 'compiler binary'] as const) {
  print(`${kind}, gzip`, totalOf(files, kind), 'bytes');
}

console.log(`\nCompiles in a page that draws nothing: cold once, warm as the median of five`);
const browser = await launch([]);
await benchLatency(browser, server.url);
await benchReplacement(browser, server.url);
await benchTyping(browser, server.url);
await benchLanguage(browser, server.url);
await browser.close();

console.log('\nRuns, software WebGPU');
const drawing = await launch(WEBGPU_FLAGS);
await benchRuntime(drawing, server.url);
await benchLive(drawing, server.url);

console.log('\nDemos, software WebGPU, 1400×900');
await benchDemos(drawing, server.url);
await drawing.close();
await server.close();

console.log('\nThe core in Node, beside the bare binary');
await benchCore();
