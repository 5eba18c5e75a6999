import { WEBGPU_FLAGS } from '../scripts/run/browser.ts';
import { measureFirstFrame } from './measure.ts';
import { print } from './report.ts';
import { openSlowLine } from './slowLine.ts';
import { launch, SLOW_LINE } from './start.ts';
import { median } from './statistics.ts';

/** The picture's size in the whole page at 1400×900, with the embed's bar. */
const FRAME = { width: 530, height: 584 };
const WINDOW = { width: 1400, height: 900 };

const RUNS = 5;

/** Time to the first picture of the default demo, in an embed and in the whole page. */
export async function benchEmbed(url: string, runs = RUNS): Promise<void> {
  const line = await openSlowLine(url, SLOW_LINE.bitsPerSecond, SLOW_LINE.roundTrip);
  const places = [
    { where: 'cold', site: url },
    { where: 'over 10 Mbit/s and 40 ms, cold', site: line.url },
  ];
  for (const { where, site } of places) {
    const page: number[] = [];
    const embed: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      page.push(await measureCold(site, WINDOW));
      embed.push(await measureCold(`${site}embed.html`, FRAME));
    }
    print(`first frame of the page, ${where}`, median(page), 'ms');
    print(`first frame of an embed, ${where}`, median(embed), 'ms');
  }
  await line.close();
}

/** Measures in a new browser with empty caches. */
async function measureCold(url: string, viewport: typeof WINDOW): Promise<number> {
  const browser = await launch(WEBGPU_FLAGS);
  try {
    return await measureFirstFrame(await browser.newContext({ viewport }), url);
  } finally {
    await browser.close();
  }
}
