import type { Locator, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { frameOf, playbackButton } from '../support/frames.ts';
import { expect, onOnePage, runSource, sourceEditor, test } from '../support/site.ts';

/** Two kernels that repeat the same work; `heavy` repeats it 20 times as often. */
const SHADER = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::ZEROS(4096)] RWStructuredBuffer<float> few;
[playground::ZEROS(4096)] RWStructuredBuffer<float> many;
float work(uint at, uint steps)
{
    float sum = at;
    for (uint i = 0; i < steps; i++) sum = frac(sin(sum + time) * 43758.5453);
    return sum;
}
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("few")]
void light(uint3 at : SV_DispatchThreadID) { few[at.x] = work(at.x, 50); }
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL::SIZE_OF("many")]
void heavy(uint3 at : SV_DispatchThreadID) { many[at.x] = work(at.x, 1000); }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL(64, 64, 1)]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(many[at.x], few[at.y], 0.0, 1.0); });
}
`;

const table = (page: Page) => page.getByRole('table', { name: 'Time by entry point' });

function row(page: Page, name: string): Locator {
  return table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
}

const UNITS: Readonly<Record<string, number>> = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1000 };

/** A row's time in milliseconds. */
async function times(page: Page, name: string): Promise<Record<'last' | 'median', number>> {
  const [, last = '', median = ''] = await row(page, name).getByRole('cell').allInnerTexts();
  const [of, middle] = [last, median].map((text) => {
    const [value, unit = ''] = text.split(' ');
    return Number(value) * (UNITS[unit] ?? Number.NaN);
  });
  return { last: of ?? Number.NaN, median: middle ?? Number.NaN };
}

onOnePage(
  'the profile',
  (page, problems) => {
    // Each test continues from the previous one's state.
    test.describe.configure({ mode: 'serial' });

    test('sorts kernels by their time, and the times add up to the frame', async () => {
      await runSource(page(), SHADER);
      await page().getByRole('tab', { name: 'Profile' }).click();
      await expect.poll(async () => (await times(page(), 'light')).median).toBeGreaterThan(0);
      await expect
        .poll(async () => {
          const [light, heavy] = [await times(page(), 'light'), await times(page(), 'heavy')];
          return heavy.median > 2 * light.median;
        })
        .toBe(true);
      // Pause, so that all rows belong to the same frame.
      await playbackButton(page(), 'Pause').click();
      await expect(page().getByText('Resume it to measure.')).toBeVisible();
      await expect
        .poll(async () => {
          const names = ['light', 'heavy', 'paint', 'Presenting the picture', 'Copies and gaps'];
          const parts = await Promise.all(names.map((name) => times(page(), name)));
          const sum = parts.reduce((total, { last }) => total + last, 0);
          const frame = (await times(page(), 'Whole frame')).last;
          // Each number is rounded to three digits.
          return sum > 0 && sum <= frame * 1.02 && sum >= frame * 0.98;
        })
        .toBe(true);
      await expect(page().getByText(/of the frame: .* of JavaScript/)).toBeVisible();
      expect(await axeFindings(page(), '[role="tabpanel"]')).toEqual([]);
      expect(problems).toEqual([]);
    });

    test('leads to the source and shows times there', async () => {
      await table(page()).getByRole('button', { name: 'heavy' }).click();
      await expect(sourceEditor(page())).toBeFocused();
      await expect.poll(() => page().evaluate(() => getSelection()?.toString())).toBe('heavy');
      const toggle = page().getByRole('button', { name: 'Show times in the editor' });
      await toggle.click();
      await expect(page().locator('.cm-entry-point-time')).toHaveCount(3);
      await toggle.click();
      await expect(page().locator('.cm-entry-point-time')).toHaveCount(0);
    });

    test('pauses at the slowest frame', async () => {
      await playbackButton(page(), 'Resume').click();
      await expect(page().getByText('GPU times of up to 600 frames')).toBeVisible();
      const before = await frameOf(page());
      await expect.poll(() => frameOf(page())).toBeGreaterThan(before);
      await page().getByRole('button', { name: 'Show slowest frame' }).click();
      await expect(playbackButton(page(), 'Resume')).toBeVisible();
    });

    test('pauses at the frame that is clicked in the chart', async () => {
      await playbackButton(page(), 'Resume').click();
      const chart = page().getByRole('figure', { name: 'GPU time of the newest frames' });
      const drawing = chart.locator('.u-over');
      await drawing.click();
      await expect(playbackButton(page(), 'Resume')).toBeVisible();
      // The chart may still receive the last frames from before the pause.
      await expect
        .poll(async () => {
          await drawing.click();
          const caption = await chart.locator('figcaption').innerText();
          const clicked = Number(/^Frame (\d+): /.exec(caption)?.[1]);
          return (await frameOf(page())) - clicked;
        })
        .toBe(0);
      await expect(playbackButton(page(), 'Resume')).toBeVisible();
      expect(problems).toEqual([]);
    });
  },
  { width: 1400, height: 900 },
);
