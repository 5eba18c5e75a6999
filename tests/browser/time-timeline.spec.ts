import type { Page } from '@playwright/test';
import { choosePictureSetting, pictureSettings, setPictureSetting } from '../support/controls.ts';
import {
  expectPausedAt,
  frameField,
  frameOf,
  frameText,
  goTo,
  playbackButton,
} from '../support/frames.ts';
import { endTimers, holdTimers } from '../support/heldTimers.ts';
import { type Picture, readPicture, readStillPicture } from '../support/pixels.ts';
import { expect, onOnePage, runSource, test, untilRunning } from '../support/site.ts';

/** Small, so that software rendering is quick. */
const VIEWPORT = { width: 800, height: 460 };

/**
 * Each frame mixes the picture's numbers again: an extra or missing frame, or a different time or
 * mouse position, changes all of them.
 */
const MIXED = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::FRAME_ID] uniform uint frame;
[playground::MOUSE_POSITION] uniform float4 mouse;
[playground::RAND(4096)] RWStructuredBuffer<float> seeds;
[playground::ZEROS(4096)] RWStructuredBuffer<uint> state;

[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(4096, 1, 1)] [playground::CALL::ONCE]
void init(uint3 thread : SV_DispatchThreadID) { state[thread.x] = asuint(seeds[thread.x]); }

[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(4096, 1, 1)]
void mix(uint3 thread : SV_DispatchThreadID)
{
    uint mixed = state[thread.x] ^ asuint(time) ^ (frame * 977u) ^ asuint(mouse.x + mouse.z * 3.0);
    state[thread.x] = mixed * 1664525u + 1013904223u;
}

[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    uint value = state[(at.x / 8 + at.y / 8 * 64) % 4096];
    drawPixel(at, (int2 screen) => float4(value & 255u, (value >> 8) & 255u, (value >> 16) & 255u, 255) / 255);
}
`;

/** Its colour is the frame's number and time. */
const FRAME_COLOR = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::FRAME_ID] uniform float frame;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(fmod(frame, 256.0) / 255.0, frac(time), 0, 1));
}
`;

/** All frames are the same. */
const STILL = FRAME_COLOR.replace(/^\[playground.*\n/gm, '').replace(
  /float4\(.*, 0, 1\)/,
  'float4(1)',
);

const slider = (page: Page) => page.getByRole('slider', { name: 'Timeline' });
const frameFigure = (page: Page) => page.getByLabel('Frame', { exact: true });

/** Draws frame after frame up to this one, as an undisturbed run would. */
async function stepTo(page: Page, frame: number): Promise<void> {
  await playbackButton(page, 'Step forward').evaluate(stepForward, frame);
  await expect(frameFigure(page)).toHaveText(frameText(frame));
}

/** Runs in the page. Presses the button until the frame appears, each time once one is drawn. */
async function stepForward(button: Element, last: number): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown = () => Number(document.querySelector('[aria-label="Frame"]')?.textContent);
  for (let frame = shown(); frame < last; frame = shown()) {
    if (button instanceof HTMLElement) button.click();
    while (shown() === frame) await nextFrame();
  }
}

/**
 * Pauses a run that has just started, before it passes this frame. If the machine is too slow for
 * that, restarts the run and tries again.
 */
async function pauseBefore(page: Page, frame: number): Promise<void> {
  await pauseSoon(page);
  while ((await frameOf(page)) > frame) {
    await untilRunning(page, () => page.keyboard.press('F5'));
    await pauseSoon(page);
  }
}

async function pauseSoon(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pauseButton = () => document.querySelector<HTMLElement>('button[aria-label="Pause"]');
    const figure = () => document.querySelector('[aria-label="Frame"]')?.textContent;
    const old = figure();
    // The old run's number stays until the new run has drawn. A program that ends pauses itself.
    while (pauseButton() && figure() === old) await new Promise(requestAnimationFrame);
    pauseButton()?.click();
  });
  await expect(playbackButton(page, 'Resume')).toBeVisible();
}

async function expectPicture(page: Page, wanted: Picture): Promise<void> {
  await expect(async () => {
    expect(Buffer.compare((await readPicture(page)).data, wanted.data)).toBe(0);
  }).toPass();
}

onOnePage(
  'the timeline',
  (onlyPage, problems) => {
    test.beforeAll(async () => {
      const page = onlyPage();
      await choosePictureSetting(page, 'Resolution', '0.5');
      await setPictureSetting(page, 'Fixed step', true);
      await choosePictureSetting(page, 'Speed', '0.1');
    });

    test('scrubbing back gives the same bytes as an uninterrupted run, with the recorded mouse', async () => {
      const page = onlyPage();
      await runSource(page, MIXED);
      await pauseBefore(page, 40);
      await stepTo(page, 40);
      const box = await page.getByLabel('Render output').boundingBox();
      if (!box) throw new Error('There is no picture.');
      await page.mouse.move(box.x + 30, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 50, box.y + 25);
      await stepTo(page, 70);
      await page.mouse.up();
      // Keep the pointer off the picture, where it would show details of what is under it.
      await page.mouse.move(5, 5);
      await stepTo(page, 100);
      const straight = await readStillPicture(page);
      await stepTo(page, 200);
      const later = await readStillPicture(page);
      await goTo(page, 100);
      await expectPicture(page, straight);
      await goTo(page, 200);
      await expectPicture(page, later);
      await slider(page).focus();
      await page.keyboard.press('Home');
      await expectPausedAt(page, 0);
      for (const pages of [60, 120]) {
        await page.keyboard.press('PageUp');
        await expectPausedAt(page, pages);
      }
      await playbackButton(page, 'Step backward').click();
      await expectPausedAt(page, 119);
      await goTo(page, 100);
      await expectPicture(page, straight);
    });

    test('the seed decides the random numbers', async () => {
      const page = onlyPage();
      await runSource(page, MIXED);
      const seed = page.getByRole('spinbutton', { name: 'Random seed' });
      const pictureOf = async (value: string) => {
        await pictureSettings(page);
        await untilRunning(page, async () => {
          await seed.fill(value);
          await seed.press('Enter');
        });
        await page.keyboard.press('Escape');
        await expect(seed).toHaveCount(0);
        await goTo(page, 3);
        return readStillPicture(page);
      };
      const other = await pictureOf('77');
      const first = await pictureOf('1');
      expect(Buffer.compare(first.data, other.data)).not.toBe(0);
      const settings = await pictureSettings(page);
      await untilRunning(page, () => settings.getByRole('button', { name: 'New seed' }).click());
      await expect(seed).not.toHaveValue('1');
      expect(Buffer.compare((await pictureOf('77')).data, other.data)).toBe(0);
      await pictureSettings(page);
      await seed.fill('-3');
      await seed.press('Enter');
      await expect(page.getByRole('tooltip')).toHaveText(
        '-3 is not a seed. Type a whole number from 0 to 4294967295.',
      );
      await endTimers(page);
      await pictureOf('1');
    });

    test('the slider follows the keyboard, the pointer and the run', async () => {
      const page = onlyPage();
      await runSource(page, FRAME_COLOR);
      await goTo(page, 120);
      await expect(slider(page)).toHaveAttribute('aria-valuetext', 'frame 120, 2.00 s');
      await slider(page).focus();
      const keys = { ArrowRight: 121, ArrowLeft: 120, PageUp: 180, PageDown: 120, End: 600 };
      for (const [key, frame] of Object.entries(keys)) {
        await page.keyboard.press(key);
        await expectPausedAt(page, frame);
        await expect(slider(page)).toHaveValue(String(frame));
      }
      const box = await slider(page).boundingBox();
      if (!box) throw new Error('There is no slider.');
      const middle = box.y + box.height / 2;
      await page.mouse.move(box.x + box.width / 4, middle);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2, middle, { steps: 5 });
      await expect(slider(page)).toHaveValue(/^(29\d|30\d)$/);
      await expectPausedAt(page, Number(await slider(page).inputValue()));
      await page.mouse.up();
      await goTo(page, 1000);
      await expect(slider(page)).toHaveAttribute('max', '1000');
      const field = await frameField(page);
      await field.fill('1.5');
      await field.press('Enter');
      await expect(page.getByRole('tooltip')).toHaveText(
        '1.5 is not a frame. Type a whole number from 0 to 2147483647.',
      );
      await endTimers(page);
      await expectPausedAt(page, 1000);
      await page.keyboard.press('Escape');
      await expect(field).toHaveCount(0);
      await expect(playbackButton(page, 'Go to a frame')).toBeFocused();
    });

    test('a program gets only the settings that apply to it', async () => {
      const page = onlyPage();
      const names = async () => {
        const settings = await pictureSettings(page);
        await expect(settings.getByRole('button', { name: 'Follow the pointer' })).toBeVisible();
        const controls = await settings.locator('select, input, button').all();
        const found = await Promise.all(
          controls.map(
            async (control) =>
              (await control.getAttribute('aria-label')) ?? (await control.textContent()),
          ),
        );
        await page.keyboard.press('Escape');
        await expect(playbackButton(page, 'Picture settings')).toBeFocused();
        return found;
      };
      const follow = 'Follow the pointer';
      const pace = ['Speed', 'Highest rate', 'Fixed step', 'Loop'];
      await runSource(page, FRAME_COLOR);
      expect(await names()).toEqual([follow, ...pace, 'Resolution']);
      await runSource(page, MIXED);
      expect(await names()).toEqual([follow, ...pace, 'New seed', 'Random seed', 'Resolution']);
      await runSource(page, STILL);
      expect(await names()).toEqual([follow, 'Resolution']);
    });

    test('a loop repeats, and each frame has its time with a fixed step', async () => {
      const page = onlyPage();
      await runSource(page, FRAME_COLOR);
      await goTo(page, 0);
      await setPictureSetting(page, 'Loop', true);
      const end = page.getByRole('slider', { name: 'Loop end' });
      await end.focus();
      await page.keyboard.press('Home');
      for (let key = 0; key < 9; key += 1) await page.keyboard.press('ArrowRight');
      await expect(end).toHaveAttribute('aria-valuetext', 'frame 10, 0.17 s');
      await choosePictureSetting(page, 'Speed', '4');
      await playbackButton(page, 'Resume').click();
      const seen = await frameFigure(page).evaluate(watchFrames, 60);
      // At four times the speed, up to four frames are drawn before the page runs.
      expect(Math.max(...seen)).toBeLessThanOrEqual(13);
      expect(seen.filter((frame, index) => frame < (seen[index - 1] ?? 0)).length).toBeGreaterThan(
        2,
      );
      await expect(playbackButton(page, 'Pause')).toBeVisible();
      await playbackButton(page, 'Pause').click();
      await expect(playbackButton(page, 'Resume')).toBeVisible();
      // After a pause past the loop's end, playback returns to its start.
      await expect(async () => {
        const seconds = (await frameOf(page)) / 60;
        const time = page.getByLabel('Time', { exact: true });
        expect(await time.textContent()).toBe(`${seconds.toFixed(2)} s`);
      }).toPass();
      expect(problems).toEqual([]);
    });
  },
  VIEWPORT,
  { prepare: (page) => holdTimers(page, 'tooltip') },
);

/** Runs in the page. Collects the next `count` frame numbers, without repetitions. */
async function watchFrames(figure: Element, count: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.length < count) {
    const frame = Number(figure.textContent);
    if (frame !== seen.at(-1)) seen.push(frame);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return seen;
}
