import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { flatColor } from '../support/shaders.ts';
import {
  allowClipboard,
  copiedTargetCode,
  diagnostics,
  expect,
  openAtRest,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const splitter = (page: Page, name: string) => page.getByRole('separator', { name });

async function sizeOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  return { width: box?.width ?? 0, height: box?.height ?? 0 };
}

test.describe('splitters', () => {
  test.use({ viewport: { width: 1400, height: 900 } });

  test('start at 62 % and 69 %, remember their place, and move by keyboard', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    const { width: whole } = await sizeOf(page, 'main');
    const sourceShare = async () => (await sizeOf(page, '#source')).width / whole;
    const pictureShare = async () =>
      (await sizeOf(page, '#picture')).height / (await sizeOf(page, '#results')).height;
    expect(await sourceShare()).toBeCloseTo(0.62, 1);
    expect(await pictureShare()).toBeCloseTo(0.69, 1);

    await splitter(page, 'Resize source and results').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(sourceShare).toBeLessThan(0.55);
    const moved = await sourceShare();
    await page.reload();
    await expect(sourceEditor(page)).toBeVisible();
    await expect.poll(sourceShare).toBeCloseTo(moved, 1);
  });

  test('a double tap gives the room to what comes after, another gives it back', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    const source = async () => (await sizeOf(page, '#source')).width;
    const before = await source();
    const bar = splitter(page, 'Resize source and results');
    await bar.dblclick();
    await expect.poll(source).toBe(0);
    await bar.dblclick();
    await expect.poll(source).toBeCloseTo(before, 0);
    const picture = async () => (await sizeOf(page, '#picture')).height;
    const height = await picture();
    await splitter(page, 'Resize picture and results').dblclick();
    await expect.poll(picture).toBe(0);
    await splitter(page, 'Resize picture and results').dblclick();
    await expect.poll(picture).toBeCloseTo(height, 0);
  });

  test('two taps that are more than 500 ms apart are no double tap', async ({ page, site }) => {
    const { url } = await site.serve();
    await page.goto(url);
    const bar = splitter(page, 'Resize source and results');
    const before = (await sizeOf(page, '#source')).width;
    await bar.click();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await bar.click();
    expect((await sizeOf(page, '#source')).width).toBe(before);
  });
});

test.describe('target code', () => {
  test('is found in, wrapped, copied and downloaded under its own name', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await expect.poll(() => copiedTargetCode(page)).toContain('@compute');

    const download = page.waitForEvent('download');
    await button(page, 'Download target code').click();
    expect((await download).suggestedFilename()).toBe('user.wgsl');
    expect(await readFile(await (await download).path(), 'utf8')).toContain('@compute');

    await button(page, 'Find in target code').click();
    // By keys: the panel takes what it finds at the end of each.
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('textureStore');
    await page.keyboard.press('Enter');
    await expect(page.locator('.cm-searchMatch').first()).toHaveText('textureStore');

    await expect(button(page, 'Wrap lines')).toHaveAttribute('aria-pressed', 'false');
    await button(page, 'Wrap lines').click();
    await expect(page.getByRole('textbox', { name: 'Target code' })).toHaveClass(/cm-lineWrapping/);
    await page.reload();
    await expect(button(page, 'Wrap lines')).toHaveAttribute('aria-pressed', 'true');
  });

  test('of SPIR-V is downloaded as the module itself', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await page.getByRole('combobox', { name: 'Target' }).selectOption('SPIRV');
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('OpCapability');
    const download = page.waitForEvent('download');
    await button(page, 'Download target code').click();
    expect((await download).suggestedFilename()).toBe('user.spv');
    const module = await readFile(await (await download).path());
    expect(module.readUInt32LE(0)).toBe(0x07230203);
  });
});

test.describe('reflection', () => {
  test('is a tree to open, search and copy', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await tab(page, 'Reflection').click();
    const tree = page.getByRole('tree', { name: 'Reflection' });
    await expect(tree).toContainText('"outputTexture"');
    await expect(tree).not.toContainText('playground_TIME');
    await page.getByRole('searchbox', { name: 'Search reflection' }).fill('playground_time');
    await expect(tree).toContainText('playground_TIME');
    await expect(tree).not.toContainText('"outputTexture"');
    await page.getByRole('searchbox', { name: 'Search reflection' }).fill('no such thing');
    await expect(page.getByText('Nothing in the reflection matches')).toBeVisible();
    await allowClipboard(page);
    await button(page, 'Copy reflection').click();
    await expect
      .poll(async () => {
        const text = await page.evaluate(() => navigator.clipboard.readText());
        return text.startsWith('{') ? JSON.parse(text).parameters.length : 0;
      })
      .toBe(2);
  });

  test('stays open through a run, and says so when there is nothing to reflect', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await tab(page, 'Reflection').click();
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await expect(tab(page, 'Reflection')).toHaveAttribute('aria-selected', 'true');
    await typeSource(page, 'broken');
    await pressAndCompile(page, 'F5');
    await tab(page, 'Reflection').click();
    await expect(page.getByText('Nothing to reflect yet')).toBeVisible();
  });
});

test.describe('diagnostics', () => {
  const BROKEN = `${flatColor('1.0, 0.0, 0.0, 1.0')}\nfloat first = missing;\nfloat second = absent;\n`;

  test('are a list that leads to the line, by mouse and by keyboard, beside the whole text', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await typeSource(page, BROKEN);
    await pressAndCompile(page, 'F5');
    const problems = page.getByRole('list', { name: 'Problems' }).getByRole('button');
    await expect(problems).toHaveCount(2);
    await expect(tab(page, 'Diagnostics')).toContainText('2');
    const text = (await diagnostics(page).textContent()) ?? '';
    expect(text).toMatch(/^USER error: see log for more information\n\/user\.slang\(12\): error/);

    await problems.nth(1).click();
    await expect(sourceEditor(page)).toBeFocused();
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await expect.poll(selected).toBe('absent');
    await problems.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(selected).toBe('missing');
  });

  test('on a phone lead from the results to the source', async ({ page, site }) => {
    const { url } = await site.serve();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(url);
    await expect(button(page, 'View Results')).toBeVisible();
    await typeSource(page, BROKEN);
    await pressAndCompile(page, 'F5');
    await page.getByRole('list', { name: 'Problems' }).getByRole('button').first().click();
    await expect(sourceEditor(page)).toBeVisible();
    await expect(button(page, 'View Results')).toBeVisible();
  });
});

test.describe('output', () => {
  test('of tens of thousands of lines is whole, scrolls, and does not hold up the page', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    const block = Array.from({ length: 25 }, (_, line) => `line ${line} of %u\\n`).join('');
    await runSource(
      page,
      `import playground;
import printing;
[shader("compute")] [numthreads(64, 1, 1)] [playground::CALL(1000, 1, 1)] [playground::CALL::ONCE]
void tell(uint3 at : SV_DispatchThreadID)
{
    printf("${block.replaceAll('%u', 'many')}");
}
`,
    );
    const output = page.getByRole('tabpanel', { name: 'Output' });
    await expect
      .poll(async () => ((await output.textContent()) ?? '').split('\n').length)
      .toBe(25_001 + 24 * 25);
    await output.getByText('line 0 of many').first().hover();
    await page.keyboard.press('End');
    await button(page, 'Clear output').click();
    await expect(output).toHaveText('');
  });
});

test.describe('theme', () => {
  test('is chosen, kept, and followed by page and editor', async ({ page, site }) => {
    const { url } = await site.serve();
    await page.emulateMedia({ colorScheme: 'dark' });
    await openAtRest(page, url);
    const colors = () =>
      page.evaluate(() => {
        const background = (selector: string) => {
          const element = document.querySelector(selector);
          return element ? getComputedStyle(element).backgroundColor : '';
        };
        return [background('body'), background('.cm-editor')];
      });
    expect(await colors()).toEqual(['rgb(22, 24, 29)', 'rgb(22, 24, 29)']);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colors()).toEqual(['rgb(251, 250, 248)', 'rgb(251, 250, 248)']);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    expect(await colors()).toEqual(['rgb(22, 24, 29)', 'rgb(22, 24, 29)']);
    await page.reload();
    await expect(sourceEditor(page)).toBeVisible();
    expect(await colors()).toEqual(['rgb(22, 24, 29)', 'rgb(22, 24, 29)']);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('High contrast');
    expect(await colors()).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  });

  test('follows the system’s wish for more contrast', async ({ page, site }) => {
    const { url } = await site.serve();
    await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' });
    await page.goto(url);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(0, 0, 0)');
  });
});

test.describe('small screens', () => {
  for (const width of [360, 390, 767]) {
    test(`at ${width} px nothing is cut off, and Run switches to the results`, async ({
      page,
      site,
    }) => {
      const { url } = await site.serve();
      await page.setViewportSize({ width, height: 700 });
      await page.goto(url);
      await expect(sourceEditor(page)).toBeVisible();
      await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
      const inside = async () => {
        const controls = page.getByRole('navigation').locator('button, select, a');
        for (const box of await Promise.all(
          (await controls.all()).map((control) => control.boundingBox()),
        )) {
          expect(box?.x).toBeGreaterThanOrEqual(0);
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
          expect(box?.width).toBeGreaterThanOrEqual(24);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      };
      await inside();
      await button(page, 'Run').click();
      await expect(page.getByRole('tablist', { name: 'Results' })).toBeVisible();
      await expect(sourceEditor(page)).toBeHidden();
      await inside();
      await button(page, 'View Source').click();
      await expect(sourceEditor(page)).toBeVisible();
    });
  }
});

test('however wide the window is, no control covers another', async ({ page, site }) => {
  const { url } = await site.serve();
  // The widest that the navbar gets.
  await page.goto(`${url}?target=HLSL`);
  await expect(page.getByRole('combobox', { name: 'Entrypoint' })).toBeVisible();
  const controls = page.getByRole('navigation').locator('button, select, a');
  for (const width of [360, 767, 768, 800, 900, 959, 960, 1100, 1400]) {
    await page.setViewportSize({ width, height: 500 });
    const covered = () =>
      controls.evaluateAll((elements) =>
        elements
          .filter((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const middle = (top + bottom) / 2;
            return [left + 2, right - 2].some(
              (x) => !element.contains(document.elementFromPoint(x, middle)),
            );
          })
          .map((element) => element.ariaLabel),
      );
    await expect.poll(covered, `at ${width} px`).toEqual([]);
  }
});

test.describe('keyboard', () => {
  test('skip links lead straight to the editor and to the results', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await page.keyboard.press('Tab');
    await expect(button(page, 'Skip to the source')).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(sourceEditor(page)).toBeFocused();
    await page.getByRole('link', { name: 'Home' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Target Code')).toBeFocused();
  });

  test('Tab indents in the editor, and leaves it after Escape', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await sourceEditor(page).click();
    await page.keyboard.press('Tab');
    await expect(sourceEditor(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(sourceEditor(page)).not.toBeFocused();
  });

  test('tabs are walked through by arrow keys', async ({ page, site }) => {
    const { url } = await site.serve();
    await openAtRest(page, url);
    await tab(page, 'Target Code').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Reflection')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Target Code')).toHaveAttribute('aria-selected', 'true');
  });
});

test('how a compile went is told to people who do not see it', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  const told = page.locator('[aria-live="polite"].visually-hidden').first();
  await expect(told).toHaveText('Compiled to WGSL.');
  await typeSource(page, 'int x = missing;');
  await pressAndCompile(page, 'F5');
  await expect(told).toHaveText('Compiling to WGSL failed: 1 problem.');
});

test('a window that becomes narrow and wide again keeps the text and what undo knows', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  const text = () => sourceEditor(page).locator('.cm-line').allTextContents();
  await typeSource(page, 'float first;');
  await typeSource(page, 'float second;');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(text).toEqual(['float second;']);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect.poll(text).toEqual(['float second;']);
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(text).toEqual(['float first;']);
  expect(site.problems).toEqual([]);
});
