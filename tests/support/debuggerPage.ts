import { expect, type Locator, type Page } from '@playwright/test';
import { playbackButton } from './frames.ts';

type Pixel = readonly [x: number, y: number];

export function debuggerButton(page: Page, name: string): Locator {
  return page.getByRole('toolbar', { name: 'Debugger' }).getByRole('button', { name, exact: true });
}

export function debuggerTab(page: Page): Locator {
  return page.getByRole('tabpanel', { name: 'Debugger' });
}

export function traces(page: Page): Promise<{ compiled: boolean; steps: number }[]> {
  return page.evaluate(() =>
    performance.getEntriesByName('playground:trace').map((entry) => {
      const { compiled, steps } = (entry as PerformanceMeasure).detail;
      return { compiled, steps };
    }),
  );
}

export async function untilTraced(page: Page, act: () => Promise<unknown>): Promise<void> {
  const before = (await traces(page)).length;
  await act();
  await expect.poll(async () => (await traces(page)).length).toBeGreaterThan(before);
}

export async function openDebugger(page: Page): Promise<void> {
  if (await debuggerTab(page).isVisible()) return;
  await playbackButton(page, 'Inspect pixel').click();
  await expect(debuggerTab(page)).toBeVisible();
  await playbackButton(page, 'Inspect pixel').click();
}

export async function chooseThread(
  page: Page,
  entryPoint: string,
  thread: readonly [x: number, y: number, z: number],
): Promise<void> {
  await page.getByRole('combobox', { name: 'Debugged entry point' }).selectOption(entryPoint);
  for (const [index, axis] of ['x', 'y', 'z'].entries()) {
    await page.getByRole('spinbutton', { name: `Thread ${axis}` }).fill(String(thread[index]));
  }
}

export async function traceThread(
  page: Page,
  entryPoint: string,
  x = 0,
  y = 0,
  z = 0,
): Promise<void> {
  await openDebugger(page);
  await chooseThread(page, entryPoint, [x, y, z]);
  await untilTraced(page, () => page.getByRole('button', { name: 'Trace thread' }).click());
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The canvas's size in pixels, which equal the page's. Waits until the picture fills its place: the
 * drawer resizes the place a frame or more before the picture follows.
 */
export async function pictureSize(page: Page): Promise<Size> {
  let size = { width: 0, height: 0 };
  await expect(async () => {
    const [drawn, place] = await page.getByLabel('Render output').evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no picture.');
      const { width, height } = canvas;
      const place = canvas.getBoundingClientRect();
      return [
        { width, height },
        { width: place.width, height: place.height },
      ] as const;
    });
    expect(Math.abs(drawn.width - place.width)).toBeLessThanOrEqual(1);
    expect(Math.abs(drawn.height - place.height)).toBeLessThanOrEqual(1);
    size = drawn;
  }).toPass();
  return size;
}

/** The window position over a pixel of the picture; pixels count from the bottom left. */
export async function pointOver(page: Page, pixel: Pixel): Promise<{ x: number; y: number }> {
  const { x, y } = await shareOver(page, pixel);
  const box = await page.getByLabel('Render output').boundingBox();
  if (!box) throw new Error('There is no picture.');
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Like {@link pointOver}, but as fractions of the picture's size from the top left. */
export async function shareOver(page: Page, [x, y]: Pixel): Promise<{ x: number; y: number }> {
  const { width, height } = await pictureSize(page);
  return { x: (x + 0.5) / width, y: 1 - (y + 0.5) / height };
}

export async function tracePixel(page: Page, pixel: Pixel): Promise<void> {
  await playbackButton(page, 'Inspect pixel').click();
  await expect(page.getByRole('application', { name: 'Pick a pixel' })).toBeVisible();
  const { x, y } = await pointOver(page, pixel);
  await untilTraced(page, () => page.mouse.click(x, y));
}

export function sourceLine(page: Page, text: string): Locator {
  return page.locator('.cm-line').filter({ hasText: text }).first();
}

/** Expects the values that these lines show at their end, with `×` and their execution counts. */
export async function expectLines(
  page: Page,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const shown = async () => {
    const entries = Object.keys(expected).map(async (text) => {
      const line = sourceLine(page, text);
      const texts = await line.locator('.cm-trace-values, .cm-trace-count').allTextContents();
      return [text, texts.join(' ')] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  await expect.poll(shown).toEqual(expected);
}

export function stepSlider(page: Page): Locator {
  return page.getByRole('slider', { name: 'Step', exact: true });
}

export async function goToStep(page: Page, step: number): Promise<void> {
  await stepSlider(page).fill(String(step));
  await expect(stepSlider(page)).toHaveAttribute('aria-valuenow', String(step));
}

export async function stepOf(page: Page): Promise<number> {
  return Number(await stepSlider(page).getAttribute('aria-valuenow'));
}

/** Expects the table of variables, each with name, value and type. */
export async function expectVariables(
  page: Page,
  expected: readonly (readonly [name: string, value: string, type: string])[],
): Promise<void> {
  const rows = page.getByRole('table', { name: 'Variables' }).locator('tbody tr');
  const shown = () =>
    rows.evaluateAll((all) =>
      all.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent ?? '')),
    );
  await expect.poll(shown).toEqual(expected);
}

export function shownValue(page: Page, name: string): Locator {
  const row = page
    .getByRole('table', { name: 'Variables' })
    .getByRole('row')
    .filter({ has: page.locator('td:first-child').getByText(name, { exact: true }) });
  return row.locator('td').nth(1);
}

/** Functions on the call stack with their lines, innermost first. */
export function callStack(page: Page): Locator {
  return page.getByRole('list', { name: 'Call stack' }).getByRole('button');
}

/** Expects the line with this text to be marked as the current one. */
export async function expectCurrentLine(page: Page, text: string): Promise<void> {
  await expect(page.locator('.cm-debugger-line')).toContainText(text);
}

export function agreement(page: Page): Locator {
  return page.getByRole('status', { name: 'Trace and picture' });
}

export async function tracedFrame(page: Page): Promise<number> {
  const text = (await stepSlider(page).getAttribute('aria-valuetext')) ?? '';
  return Number(/frame (\d+)$/.exec(text)?.[1]);
}
