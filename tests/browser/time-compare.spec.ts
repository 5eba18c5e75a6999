import type { Locator, Page } from '@playwright/test';
import { expectColor, playbackButton } from '../support/frames.ts';
import { expect, onOnePage, pausePicture, runSource, test } from '../support/site.ts';

/** A picture in one colour, whose red is a uniform. */
const shader = (green: string) => `import playground;
import rendering;

[playground::SLIDER(0.2, 0.0, 1.0)] uniform float level;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(level, ${green}, 0.0, 1.0); });
}
`;

const PINNED = [51, 102, 0];
const LIVE = [153, 102, 0];

const LEFT = { x: 0.1, y: 0.1 };
const RIGHT = { x: 0.9, y: 0.1 };

const toggle = (page: Page): Locator =>
  page.getByRole('button', { name: 'Compare with pinned picture' });
const wipe = (page: Page): Locator => page.getByRole('slider', { name: 'Wipe' });
const figures = (page: Page): Locator =>
  page.getByRole('status', { name: 'Difference', exact: true });
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label }).selectOption({ label: option });

async function setLevel(page: Page, level: number): Promise<void> {
  await page.getByRole('tab', { name: 'Uniforms' }).click();
  await page.getByRole('slider', { name: 'level' }).fill(String(level));
}

onOnePage('the comparison', (page) => {
  test('shows the pinned picture left of the wipe, and the live one right of it', async () => {
    await runSource(page(), shader('0.4'));
    await pausePicture(page());
    await expectColor(page(), PINNED);
    await expect(toggle(page())).toHaveCount(0);
    await playbackButton(page(), 'Save').click();
    await page().getByRole('menuitem', { name: 'Pin and compare' }).click();
    await expect(toggle(page())).toHaveAttribute('aria-pressed', 'true');
    await expect(figures(page())).toHaveText('equal');

    await setLevel(page(), 0.6);
    await expect(figures(page())).toHaveText('largest 102 of 255, mean 34');
    await expectColor(page(), PINNED, LEFT);
    await expectColor(page(), LIVE, RIGHT);

    await wipe(page()).focus();
    await page().keyboard.press('End');
    await expect(wipe(page())).toHaveAttribute('aria-valuenow', '100');
    await expectColor(page(), PINNED, RIGHT);
    await page().keyboard.press('Home');
    await expectColor(page(), LIVE, LEFT);
    for (let step = 0; step < 3; step += 1) await page().keyboard.press('PageUp');
    await page().keyboard.press('ArrowRight');
    await expect(wipe(page())).toHaveAttribute('aria-valuenow', '31');
    await expectColor(page(), PINNED, { x: 0.28, y: 0.1 });
    await expectColor(page(), LIVE, { x: 0.34, y: 0.1 });
  });

  test('moves the wipe with the pointer', async () => {
    const divider = await wipe(page()).boundingBox();
    const picture = await page().getByLabel('Render output').boundingBox();
    if (!divider || !picture) throw new Error('There is no picture.');
    await page().mouse.move(divider.x + divider.width / 2, divider.y + 20);
    await page().mouse.down();
    await page().mouse.move(picture.x + picture.width * 0.75, divider.y + 30, { steps: 3 });
    await page().mouse.up();
    await expect(wipe(page())).toHaveAttribute('aria-valuenow', '75');
  });

  test('shows differences as an image, amplified if the user chooses', async () => {
    await choose(page(), 'Comparison view', 'Difference');
    await expectColor(page(), [102, 0, 0], LEFT);
    await choose(page(), 'Amplify differences', '8×');
    await expectColor(page(), [255, 0, 0], LEFT);
    await setLevel(page(), 0.2);
    await expectColor(page(), [0, 0, 0], LEFT);
    await expect(figures(page())).toHaveText('equal');
    await choose(page(), 'Comparison view', 'Pinned only');
    await expectColor(page(), PINNED, RIGHT);
  });

  test('keeps the pin when edited sources run and while the comparison is off', async () => {
    const strip = page().getByRole('group', { name: 'Comparison', exact: true });
    await runSource(page(), shader('0.2'));
    await expect(figures(page())).toHaveText('largest 51 of 255, mean 17');
    await expect(strip).toContainText('other source');
    await page().getByRole('button', { name: 'Close', exact: true }).focus();
    await page().keyboard.press('Enter');
    await expect(playbackButton(page(), 'Save')).toBeFocused();
    await expectColor(page(), [51, 51, 0]);
    await toggle(page()).click();
    await expect(figures(page())).toHaveText('largest 51 of 255, mean 17');

    await page().setViewportSize({ width: 700, height: 600 });
    await expect(figures(page())).toHaveText(
      /^Not computed: pinned at \d+ × \d+, now \d+ × \d+\. Pin again\.$/,
    );
    await page().getByRole('button', { name: 'Pin again' }).click();
    await expect(figures(page())).toHaveText('equal');
    await expect(strip).not.toContainText('other source');
  });
});
