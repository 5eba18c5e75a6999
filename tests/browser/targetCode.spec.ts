import type { Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { readDemo } from '../support/compiler.ts';
import {
  copiedTargetCode,
  expect,
  openAtRest,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const targetCode = (page: Page) => page.getByRole('textbox', { name: 'Target code' });

const colorOf = (page: Page, text: string) =>
  sourceEditor(page)
    .getByText(text, { exact: true })
    .first()
    .evaluate((element) => getComputedStyle(element).color);

const selectedText = (page: Page) => page.evaluate(() => String(getSelection()));

/** The visible text of the target code line that contains the selection. */
const lineOfSelection = (page: Page) => targetCode(page).locator('.cm-activeLine');

async function openSpirv(page: Page, url: string): Promise<void> {
  await openAtRest(page, url);
  await page.getByRole('combobox', { name: 'Target' }).selectOption('SPIRV');
  await sourceEditor(page).focus();
  await pressAndCompile(page, 'ControlOrMeta+B');
  await expect(targetCode(page)).toContainText('OpEntryPoint GLCompute %drawRing');
}

test('the source is coloured before any worker has started', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.addInitScript(() => {
    const Idle = class extends EventTarget {
      postMessage() {}
      terminate() {}
    };
    Object.assign(globalThis, { Worker: Idle });
  });
  await page.goto(`${url}?demo=circle`);
  await expect(sourceEditor(page)).toContainText('import');
  const colors = async () => {
    const text = await sourceEditor(page).evaluate((content) => getComputedStyle(content).color);
    return new Set([text, await colorOf(page, 'import'), await colorOf(page, 'float3')]).size;
  };
  await expect.poll(colors).toBe(3);
});

const moveAway = (page: Page) => page.mouse.move(0, 0);

const ids = (page: Page) => targetCode(page).getByText('%drawRing', { exact: true });
const description = (page: Page) => page.locator('.cm-id-description');

test('ids in SPIR-V are described, and can be followed by mouse and by keyboard', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openSpirv(page, url);
  const code = await copiedTargetCode(page);

  await test.step('an id is described and leads to its definition', async () => {
    const lines = code.split('\n');
    const definition = lines.findIndex((line) => line.includes('%drawRing = OpFunction'));
    expect(definition).toBeGreaterThan(0);
    // The entry point is far above its function.
    const entryPoint = ids(page).first();
    const tooltip = description(page);
    await expect(async () => {
      await moveAway(page);
      await entryPoint.hover();
      await tooltip.waitFor({ timeout: 5000 * SLOWNESS });
    }).toPass();
    await expect(tooltip.locator('code')).toHaveText(/^%drawRing = OpFunction %void None %\d+$/);
    await expect(tooltip.locator('p')).toHaveText(`“drawRing” · line ${definition + 1} · 2 uses`);

    await entryPoint.click({ modifiers: ['ControlOrMeta'] });
    await expect(lineOfSelection(page)).toContainText('%drawRing = OpFunction');
    await expect(targetCode(page)).toBeFocused();
    await expect.poll(() => selectedText(page)).toBe('%drawRing');
    await page.keyboard.press('ControlOrMeta+U');
    await expect(lineOfSelection(page)).toContainText('OpEntryPoint');
  });

  await test.step('ids can be followed by keyboard, and occurrences are marked', async () => {
    await ids(page).first().click();
    // A resting pointer would show what the keyboard is supposed to show.
    await moveAway(page);
    await expect(description(page)).toHaveCount(0);
    const marks = targetCode(page).locator('.cm-id-occurrence');
    await expect(marks.first()).toHaveText('%drawRing');
    // In the entry point and in its execution mode. The others are outside the visible range.
    await expect(marks.nth(1)).toHaveText('%drawRing');

    await page.keyboard.press('Alt+F12');
    await expect(description(page)).toContainText('%drawRing = OpFunction');
    const announced = page.locator('.cm-announced', { hasText: '%drawRing = OpFunction' });
    await expect(announced).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(description(page)).toHaveCount(0);

    await page.keyboard.press('Shift+F12');
    await expect(lineOfSelection(page)).toContainText('OpExecutionMode %drawRing');
    await page.keyboard.press('F12');
    await expect(lineOfSelection(page)).toContainText('%drawRing = OpFunction');
    await page.keyboard.press('Shift+F12');
    await expect(lineOfSelection(page)).toContainText('OpEntryPoint');
  });

  await test.step('a text that replaces another is searched again', async () => {
    await expect(targetCode(page).locator('.cm-id-occurrence').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Target' }).selectOption('WGSL');
    await sourceEditor(page).focus();
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(targetCode(page)).toContainText('@binding');
    await expect(targetCode(page).locator('.cm-id-occurrence')).toHaveCount(0);
    await targetCode(page).click();
    await expect(targetCode(page)).toBeFocused();
    await page.keyboard.press('F12');
    expect(site.problems).toEqual([]);
  });

  await test.step('the code of another compile keeps the scroll position', async () => {
    const scroller = targetCode(page).locator('xpath=..');
    const scrollTop = () => scroller.evaluate((element) => element.scrollTop);
    await scroller.evaluate((element) => {
      element.scrollTop = 400;
    });
    const before = await copiedTargetCode(page);
    await typeSource(page, (await readDemo('circle')).replace('RADIUS = 0.62', 'RADIUS = 0.55'));
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(targetCode(page)).toContainText('0.55');
    expect(await copiedTargetCode(page)).not.toBe(before);
    expect(await scrollTop()).toBe(400);
  });
});
