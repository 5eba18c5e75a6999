import { expect, type Locator, type Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { colorAt, readPicture } from './pixels.ts';

export function playbackButton(page: Page, name: string): Locator {
  return page.getByRole('toolbar', { name: 'Playback' }).getByRole('button', { name, exact: true });
}

/** The newest frame's number; the previous run's until the new run draws its first frame. */
export async function frameOf(page: Page): Promise<number> {
  return Number(await page.getByLabel('Frame', { exact: true }).textContent());
}

export function frameText(frame: number): string {
  return String(frame).padStart(5, '0');
}

/** Waits until the run is paused at this frame, and no replay is in progress. */
export async function expectPausedAt(page: Page, frame: number): Promise<void> {
  await expect(playbackButton(page, 'Resume')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Replaying frames' })).toHaveCount(0);
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText(frameText(frame), {
    timeout: 30_000 * SLOWNESS,
  });
}

/** Turns the frame number into its field. */
export async function frameField(page: Page): Promise<Locator> {
  await playbackButton(page, 'Go to a frame').click();
  return page.getByRole('spinbutton', { name: 'Go to frame' });
}

/** Uses the timeline's field; waits until that frame is visible and paused. */
export async function goTo(page: Page, frame: number): Promise<void> {
  const field = await frameField(page);
  await field.fill(String(frame));
  await field.press('Enter');
  await expectPausedAt(page, frame);
}

/** Waits until at least three more frames have been drawn, even if a new run starts at frame 0. */
export async function expectFrames(page: Page): Promise<void> {
  let last = await frameOf(page);
  let drawn = 0;
  await expect
    .poll(async () => {
      const frame = await frameOf(page);
      drawn += frame < last ? frame + 1 : frame - last;
      last = frame;
      return drawn;
    })
    .toBeGreaterThan(2);
}

interface Sample {
  /** From 0 to 1, from the top left; the middle by default. */
  readonly x?: number;
  readonly y?: number;
  /** The allowed difference per channel, out of 255. */
  readonly tolerance?: number;
  /** Repeated before each check, for setups that something else may undo. */
  readonly before?: () => Promise<void>;
}

export async function expectColor(
  page: Page,
  color: readonly number[],
  { x = 0.5, y = 0.5, tolerance = 2, before }: Sample = {},
): Promise<void> {
  await expect(async () => {
    await before?.();
    const shown = colorAt(await readPicture(page), x, y);
    const near = shown.map((value, channel) => {
      const wanted = color[channel] ?? 0;
      return Math.abs(value - wanted) <= tolerance ? wanted : value;
    });
    expect(near).toEqual(color);
  }).toPass();
}
