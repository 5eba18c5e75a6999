import type { Page, Route } from '@playwright/test';
import {
  PRINT_CUT,
  PRINT_OVERFLOW,
  PRINTED_TEXT_LIMIT,
} from '#core/plan/printing/readPrintRecords.ts';
import { notice, openTool } from '../support/controls.ts';
import { crash } from '../support/crash.ts';
import { expectColor } from '../support/frames.ts';
import { holdTimers } from '../support/heldTimers.ts';
import { historyDialog, openHistory, version } from '../support/history.ts';
import { serveOtherSite } from '../support/otherSite.ts';
import {
  flatColor,
  MARKS_IN_AN_ERROR,
  PRINTS_200_MB,
  PRINTS_WIDE_NUMBERS,
} from '../support/shaders.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  diagnostics,
  expect,
  focusSource,
  openAtRest,
  openPlayground,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
  waitForMark,
} from '../support/site.ts';

const OTHER = 'https://pictures.example';

const RED_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

const FETCHES = `import playground;
import rendering;

[playground::URL("${OTHER}/red.png")]
Texture2D<float4> picture;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    let color = picture.Load(int3(0, 0, 0));
    drawPixel(pixel, (int2 screen) => { return color; });
}
`;

/** Replaces the other origin and records requests to it. */
async function standInForOther(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`${OTHER}/**`, (route: Route) => {
    asked.push(route.request().url());
    return route.fulfill({
      body: RED_PIXEL,
      headers: { 'content-type': 'image/png', 'access-control-allow-origin': '*' },
    });
  });
  return asked;
}

const question = (page: Page) => page.getByRole('region', { name: 'Held run' });

/** Opens a demo instead of the current project, and waits until it runs. */
async function runDemo(page: Page): Promise<void> {
  await untilRunning(page, async () => {
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('Simple Image');
  });
}

test('a link asks once before it fetches from other sites', async ({ page, site }) => {
  const { url } = await site.serve();
  const asked = await standInForOther(page);
  await page.goto(`${url}#code=${codeOf(FETCHES)}`);
  await expect(question(page)).toContainText(
    `This shader came from a link or a zip and wants to fetch files from ${OTHER}. Nothing has been fetched yet.`,
  );
  await question(page).getByRole('button', { name: 'Don’t run' }).click();
  await expect(question(page)).toBeHidden();
  expect(asked).toEqual([]);

  await page.getByRole('button', { name: 'Run' }).click();
  await question(page).getByRole('button', { name: 'Fetch and run' }).click();
  await waitForMark(page, 'playground:first-frame');
  expect(asked).toEqual([`${OTHER}/red.png`]);
  await expectColor(page, [255, 0, 0], { tolerance: 0 });

  await page.reload();
  await waitForMark(page, 'playground:first-frame');
  await expect(question(page)).toBeHidden();
  expect(site.problems).toEqual([]);
});

test('a stranger’s text asks again when undo restores it after a demo', async ({ page, site }) => {
  const { url } = await site.serve();
  const asked = await standInForOther(page);
  await page.goto(`${url}#code=${codeOf(FETCHES)}`);
  await question(page).getByRole('button', { name: 'Don’t run' }).click();
  await runDemo(page);
  await focusSource(page);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(sourceEditor(page)).toContainText(OTHER);
  await page.keyboard.type('// mine now\n');
  await page.keyboard.press('F5');
  await expect(question(page)).toContainText(`wants to fetch files from ${OTHER}.`);
  expect(asked).toEqual([]);
  expect(site.problems).toEqual([]);
});

test('a stranger’s shader follows no redirect from an allowed origin', async ({ page, site }) => {
  const hidden = await serveOtherSite({ 'red.png': { type: 'image/png', body: RED_PIXEL } });
  const location = `${hidden.url}red.png`;
  const named = await serveOtherSite({ 'moved.png': { status: 302, location, body: '' } });
  const { url } = await site.serve();
  const moved = `${named.url}moved.png`;
  const source = FETCHES.replace(`${OTHER}/red.png`, moved);
  await page.goto(`${url}#code=${codeOf(source)}`);
  await question(page).getByRole('button', { name: 'Fetch and run' }).click();
  await expect(diagnostics(page)).toContainText(
    `${moved} could not be fetched: it redirects to another address, which a shader from a link may not follow.`,
  );
  expect([named.requested, hidden.requested]).toEqual([['/moved.png'], []]);

  // A text that the user types may follow redirects.
  await runDemo(page);
  await runSource(page, source);
  await expectColor(page, [255, 0, 0], { tolerance: 0 });
  await Promise.all([named.close(), hidden.close()]);
});

test('“Fetch and run” works without browser storage', async ({ page, site }) => {
  const { url } = await site.serve();
  const asked = await standInForOther(page);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
  });
  await page.goto(`${url}#code=${codeOf(FETCHES)}`);
  await question(page).getByRole('button', { name: 'Fetch and run' }).click();
  await waitForMark(page, 'playground:first-frame');
  await expect(question(page)).toBeHidden();
  expect(asked).toEqual([`${OTHER}/red.png`]);
});

const GREEN = flatColor('0.0, 1.0, 0.0, 1.0');

const UNFINISHED = 'This shader didn’t finish starting last time.';
const LOST_DEVICE = 'The graphics device was lost while this shader ran.';

async function expectHeld(page: Page, reason: string): Promise<void> {
  await expect(question(page)).toContainText(reason);
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
}

const runSetups = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('playground:run-setup').length);

const firstFrames = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('playground:first-frame').length);

test('a shader that crashed the tab waits for Run, in this tab and in others', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const link = `${url}#code=${codeOf(GREEN)}`;
  // A GPU that hangs: it accepts frames and finishes none.
  await page.addInitScript(() => {
    GPUQueue.prototype.onSubmittedWorkDone = () => new Promise(() => {});
  });
  await page.goto(link);
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((key) => key.startsWith('playground:run-begun:')),
  );
  await expect(page.getByLabel('Canvas size')).toHaveText(/\d × \d/);
  const crashed = await crash(page);
  await crashed.reload();
  const held = `document.querySelector('[aria-label="Held run"]')?.innerText`;
  await expect.poll(() => crashed.evaluate(held)).toContain(UNFINISHED);
  await page.close();

  const next = await page.context().newPage();
  await next.goto(link);
  await expectHeld(next, UNFINISHED);
  await next.reload();
  await expectHeld(next, UNFINISHED);
  expect(await firstFrames(next)).toBe(0);

  await question(next).getByRole('button', { name: 'Run anyway' }).click();
  await waitForMark(next, 'playground:first-frame');
  await expect(question(next)).toBeHidden();
  // Wait until the run counts as stable.
  await next.waitForFunction(() => localStorage.getItem('playground:unfinished-starts') === '[]');
  await next.reload();
  await waitForMark(next, 'playground:first-frame');
  await expect(question(next)).toBeHidden();
});

test('a shader that hung and lost the device waits for Run immediately, whatever its origin', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  // Once a flag is set, each device is lost with the next frame, which it never finishes.
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    const { submit, onSubmittedWorkDone } = GPUQueue.prototype;
    const devices = new Map<GPUQueue, GPUDevice>();
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...options) {
      const device = await requestDevice.apply(this, options);
      devices.set(device.queue, device);
      return device;
    };
    GPUQueue.prototype.submit = function (this: GPUQueue, ...buffers) {
      submit.apply(this, buffers);
      // The driver aborts a hanging frame after a second or two.
      if (sessionStorage.getItem('losing')) setTimeout(() => devices.get(this)?.destroy(), 1500);
    };
    GPUQueue.prototype.onSubmittedWorkDone = function (this: GPUQueue) {
      const done = onSubmittedWorkDone.call(this);
      return sessionStorage.getItem('losing') ? new Promise(() => {}) : done;
    };
  });
  await openAtRest(page, url);
  await page.evaluate(() => sessionStorage.setItem('losing', 'yes'));
  const source = `// loses the device\n${GREEN}`;
  await typeSource(page, source);
  await page.keyboard.press('F5');
  await expect(diagnostics(page)).toContainText('The GPU never finished a frame of this shader');
  await expectHeld(page, LOST_DEVICE);
  expect(await runSetups(page)).toBe(2);
  await expect(page.getByLabel('Frames per second')).toHaveText('– fps');
  await page.close();

  const next = await page.context().newPage();
  await holdTimers(next, 'information');
  await openPlayground(next, url);
  await notice(next).getByRole('button', { name: 'Restore source' }).click();
  await expect(sourceEditor(next)).toContainText('// loses the device');
  await expectHeld(next, LOST_DEVICE);

  await runDemo(next);
  await expect(question(next)).toBeHidden();
  await openHistory(next);
  await version(next, 'loses the device').click();
  await historyDialog(next).getByRole('button', { name: 'Restore version' }).click();
  await expectHeld(next, LOST_DEVICE);
  await untilRunning(next, () =>
    question(next).getByRole('button', { name: 'Run anyway' }).click(),
  );
  await expectColor(next, [0, 255, 0]);
});

test('links that print hundreds of megabytes or an endless line do not break the page', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const beyondTheLimit = () =>
    page
      .getByRole('tabpanel', { name: 'Output' })
      .evaluate((panel, limit) => panel.textContent?.slice(limit), PRINTED_TEXT_LIMIT);
  const cut = `\n${PRINT_CUT}\n${PRINT_OVERFLOW}\n`;
  const link = `${url}#code=${codeOf(PRINTS_200_MB)}`;
  expect(link.length - url.length).toBeLessThan(500);
  await page.goto(link);
  await expect.poll(beyondTheLimit).toBe(cut);
  await page.reload();
  await expect.poll(beyondTheLimit).toBe(cut);
  await expect(question(page)).toBeHidden();

  await page.goto(`${url}#code=${codeOf(PRINTS_WIDE_NUMBERS)}`);
  const beginning = () =>
    page
      .getByRole('tabpanel', { name: 'Output' })
      .evaluate((panel) => panel.textContent?.slice(0, 4000));
  await expect.poll(beginning).toBe('1'.padStart(4000));
  await expect.poll(beyondTheLimit).toBe(cut);
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+S');
  await page.goto(`${url}#code=${codeOf(MARKS_IN_AN_ERROR)}`);
  await expect(diagnostics(page)).toContainText('error 15900');
  await openHistory(page);
  await version(page, 'void main()').click();
  await expect(historyDialog(page).locator('.cm-deletedLine')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(historyDialog(page)).toBeHidden();
  await openTool(page, 'Targets');
  await expect(page.getByRole('tabpanel', { name: 'Targets' })).toContainText('#error');
  await page.getByRole('tab', { name: 'Target Code' }).click();
  await expect(page.getByRole('textbox', { name: 'Target code' })).toBeVisible();
  await openTool(page, 'Changes');
  await page.getByRole('button', { name: 'Compare outputs' }).click();
  const comparison = page.getByRole('region', { name: 'Compare outputs' });
  await expect(comparison.getByRole('alert').first()).toContainText('error 15900');
  expect(site.problems).toEqual([]);
});
