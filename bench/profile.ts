import type { Browser } from '@playwright/test';
import { openPage, run, SMALL_PAGE } from './page.ts';
import { print } from './report.ts';
import { frameCost } from './resources.ts';
import { median } from './statistics.ts';

/** Number of times that frames are measured with the tab closed and open, alternately. */
const ROUNDS = 5;

const SOURCE = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::ZEROS(4096)] RWStructuredBuffer<float> first;
[playground::ZEROS(4096)] RWStructuredBuffer<float> second;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("first")]
void fill(uint3 at : SV_DispatchThreadID) { first[at.x] = time + at.x; }
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("second")]
void wave(uint3 at : SV_DispatchThreadID) { second[at.x] = sin(first[at.x]); }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(first[at.x], second[at.y], 0.6, 1.0));
}
`;

export async function benchProfile(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, `${url}?demo=circle`, SMALL_PAGE);
  await run(page, SOURCE);
  const closed: number[] = [];
  const open: number[] = [];
  const intervals: number[] = [];
  const table = page.getByRole('table', { name: 'Time by entry point' });
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.getByRole('tab', { name: 'Profile' }).click();
    await table.waitFor();
    const { time, interval } = await frameCost(browser, page);
    open.push(time);
    intervals.push(interval);
    await page.getByRole('tab', { name: 'Target Code' }).click();
    closed.push((await frameCost(browser, page)).time);
  }
  print('page’s thread a frame, profile off, processor time', median(closed), 'µs');
  print('page’s thread a frame, profile on', median(open), 'µs');
  print('from frame to frame, profile on', median(intervals), 'µs');
  const share = (median(open) - median(closed)) / median(intervals);
  print('the profile’s part of that', 1000 * share, '‰');
  await page.context().close();
}
