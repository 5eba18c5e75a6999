import type { Page } from '@playwright/test';
import { expectColor, expectPausedAt, playbackButton } from '../support/frames.ts';
import { readStillPicture } from '../support/pixels.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  diagnostics,
  expect,
  noDiagnostics,
  openedPlayground,
  openPlayground,
  serveBuiltSite,
  test,
} from '../support/site.ts';

/** The picture's red is the slider. */
const LEVEL = `import playground;
import rendering;
[playground::SLIDER(0.2, 0.0, 1.0)] uniform float level;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(level, 0, 0, 1));
}
`;

const slider = (page: Page) => page.getByRole('slider', { name: 'level', exact: true });
const field = (page: Page) => page.getByRole('spinbutton', { name: 'level', exact: true });
const animate = (page: Page) => page.getByRole('button', { name: 'Animate level' });

test.use({ viewport: { width: 800, height: 460 } });

test('an animated slider follows the time exactly until the user moves it', async ({ page }) => {
  const server = await serveBuiltSite();
  // A quarter of four seconds.
  await openPlayground(page, `${server.url}#target=WGSL&code=${codeOf(LEVEL)}&frame=60`);
  await expectPausedAt(page, 60);
  await expectColor(page, [51, 0, 0]);
  await page.getByRole('tab', { name: 'Uniforms' }).click();
  await animate(page).click();
  await expect(animate(page)).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('combobox', { name: 'Shape' }).selectOption('Saw');
  await expectColor(page, [64, 0, 0]);
  await expect(slider(page)).toHaveValue('0.25');
  await expect(field(page)).toHaveValue('0.250');

  const period = page.getByRole('spinbutton', { name: 'Period (s)' });
  await period.fill('2');
  await expectColor(page, [128, 0, 0]);
  await period.fill('0');
  await expect(page.getByRole('alert').filter({ hasText: '0 is not allowed' })).toHaveText(
    'Period (s): 0 is not allowed here. Type a number of seconds from 0.01 to 86,400.',
  );
  await expectColor(page, [128, 0, 0]);
  await period.press('Escape');
  await expect(animate(page)).toBeFocused();
  await expect(animate(page)).toHaveAttribute('aria-expanded', 'false');

  await test.step('a reload keeps it', async () => {
    await page.reload();
    await openedPlayground(page);
    await expectPausedAt(page, 60);
    await expectColor(page, [128, 0, 0]);
  });

  await test.step('while it plays, the slider follows', async () => {
    await page.getByRole('tab', { name: 'Uniforms' }).click();
    await playbackButton(page, 'Resume').click();
    const values = new Set<string>();
    await expect(async () => {
      values.add(await slider(page).inputValue());
      expect(values.size).toBeGreaterThan(3);
    }).toPass();
  });

  await test.step('moving the slider ends it', async () => {
    await slider(page).fill('1');
    await expectColor(page, [255, 0, 0]);
    await expect(field(page)).toHaveValue('1');
    await animate(page).click();
    await expect(page.getByRole('spinbutton', { name: 'Period (s)' })).toHaveValue('2');
    await page.getByRole('button', { name: 'Remove animation' }).click();
    await expect(animate(page)).toBeFocused();
    await expectColor(page, [255, 0, 0]);
    await animate(page).click();
    await page.getByRole('button', { name: 'Reset level to default' }).click();
    await expectColor(page, [51, 0, 0]);
    await expect(page.getByRole('button', { name: 'Remove animation' })).toBeHidden();
  });
  await noDiagnostics(page);
  await server.close();
});

test('a link with a frame and a seed always shows the same pixels, paused', async ({ page }) => {
  const server = await serveBuiltSite();
  const pictureOf = async (rest: string, frame: number) => {
    await page.goto('about:blank');
    await openPlayground(page, server.url + rest);
    await expectPausedAt(page, frame);
    return (await readStillPicture(page)).data;
  };
  const demo = '?demo=game-of-life&frame=5&seed=7';
  const first = await pictureOf(demo, 5);
  expect(Buffer.compare(await pictureOf(demo, 5), first)).toBe(0);
  expect(new URL(page.url()).search).toBe(demo);

  await page.goto('about:blank');
  await openPlayground(page, `${server.url}?demo=circle&frame=soon`);
  await page.getByRole('tab', { name: 'Diagnostics' }).click();
  await expect(diagnostics(page)).toContainText(
    'The address gives the frame "soon", which is left out. Write frame= and a whole number from 0 to 2147483647.',
  );
  await expect(playbackButton(page, 'Pause')).toBeVisible();
  await server.close();
});
