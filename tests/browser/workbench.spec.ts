import type { Page } from '@playwright/test';
import { chooseFromMenu, moreForTargetCode } from '../support/controls.ts';
import { downloaded } from '../support/downloads.ts';
import { flatColor } from '../support/shaders.ts';
import {
  allowClipboard,
  copiedTargetCode,
  diagnostics,
  expect,
  onOnePage,
  pausePicture,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A source with problems in its last two lines. */
const BROKEN = `${flatColor('1.0, 0.0, 0.0, 1.0')}\nfloat first = missing;\nfloat second = absent;\n`;

// Each test continues with the page of the previous one. The first ones use the default demo.
onOnePage('the workbench', (onlyPage) => {
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(() => pausePicture(onlyPage()));

  test('the keyboard reaches every control, and skip links lead to the editor and to the results', async () => {
    const page = onlyPage();
    await page.keyboard.press('Tab');
    await expect(button(page, 'Skip to the source')).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(sourceEditor(page)).toBeFocused();
    await page.getByRole('link', { name: 'Home' }).focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(tab(page, 'Target Code')).toBeFocused();

    await page.getByRole('link', { name: 'Home' }).focus();
    const reached: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.locator(':focus').evaluate((element) => element.ariaLabel ?? ''));
    }
    expect(reached.join()).toBe('Project name,Load Demo,Run,Live,Target,Compile,Project');
  });

  test('arrow keys move through the tabs', async () => {
    const page = onlyPage();
    await tab(page, 'Target Code').focus();
    for (const name of ['Reflection', 'Target Code']) {
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    }
    await tab(page, 'Debugger').focus();
    for (const name of ['Resources', 'Profile', 'Targets', 'Changes', 'Debugger']) {
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, name)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('tabpanel', { name })).toBeVisible();
    }
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tabpanel', { name: 'Debugger' })).toHaveCount(0);
  });

  test('the source can be saved as a file', async () => {
    const page = onlyPage();
    const { name, bytes } = await downloaded(page, () => chooseFromMenu(page, 'Project', 'Save'));
    expect(name).toBe('circle.slang');
    expect(bytes.toString()).toContain('A ring that breathes');
  });

  test('the target code can be searched, wrapped, copied and downloaded under its own name', async () => {
    const page = onlyPage();
    await expect.poll(() => copiedTargetCode(page)).toContain('@compute');

    const menu = await moreForTargetCode(page);
    const { name, bytes } = await downloaded(page, () =>
      menu.getByRole('menuitem', { name: 'Download target code' }).click(),
    );
    expect(name).toBe('user.wgsl');
    expect(bytes.toString()).toContain('@compute');

    await button(page, 'Find in target code').click();
    // Type key by key: the panel searches after each key.
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('textureStore');
    await page.keyboard.press('Enter');
    await expect(page.locator('.cm-searchMatch').first()).toHaveText('textureStore');

    await moreForTargetCode(page);
    const wrap = menu.getByRole('menuitemcheckbox', { name: 'Wrap lines' });
    await expect(wrap).toHaveAttribute('aria-checked', 'false');
    await wrap.click();
    await expect(button(page, 'More for target code')).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Target code' })).toHaveClass(/cm-lineWrapping/);
  });

  test('the reflection is a tree that can be expanded, searched and copied', async () => {
    const page = onlyPage();
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

  test('the result of a compile is announced to screen readers', async () => {
    const page = onlyPage();
    const told = page.locator('[aria-live="polite"].visually-hidden').first();
    await expect(told).toHaveText('Compiled to WGSL.');
    await typeSource(page, 'int x = missing;');
    await pressAndCompile(page, 'F5');
    await expect(told).toHaveText('Compiling to WGSL failed: 1 problem.');
  });

  test('the reflection stays open during a run, and says when there is nothing to reflect', async () => {
    const page = onlyPage();
    await tab(page, 'Reflection').click();
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await expect(tab(page, 'Reflection')).toHaveAttribute('aria-selected', 'true');
    await typeSource(page, 'broken');
    await pressAndCompile(page, 'F5');
    await tab(page, 'Reflection').click();
    await expect(page.getByText('No reflection yet')).toBeVisible();
  });

  test('diagnostics are a list that leads to the line by mouse and keyboard, next to the full text', async () => {
    const page = onlyPage();
    await typeSource(page, BROKEN);
    await pressAndCompile(page, 'F5');
    const problems = page.getByRole('list', { name: 'Problems' }).getByRole('button');
    await expect(problems).toHaveCount(2);
    await expect(tab(page, 'Diagnostics')).toContainText('2');
    const text = () => diagnostics(page).textContent();
    await expect
      .poll(text)
      .toMatch(/^USER error: see log for more information\n\/user\.slang\(12\): error/);

    await problems.nth(1).click();
    await expect(sourceEditor(page)).toBeFocused();
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await expect.poll(selected).toBe('absent');
    await problems.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(selected).toBe('missing');
  });

  test('output of tens of thousands of lines is complete, scrolls, and does not block the page', async () => {
    const page = onlyPage();
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

  test('SPIR-V is downloaded as a binary module', async () => {
    const page = onlyPage();
    await page.getByRole('combobox', { name: 'Target' }).selectOption('SPIRV');
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('OpCapability');
    const menu = await moreForTargetCode(page);
    const { name, bytes } = await downloaded(page, () =>
      menu.getByRole('menuitem', { name: 'Download target code' }).click(),
    );
    expect(name).toBe('user.spv');
    expect(bytes.readUInt32LE(0)).toBe(0x07230203);
  });

  test('a chosen theme is applied to the page and the editor', async () => {
    const page = onlyPage();
    await page.emulateMedia({ colorScheme: 'dark' });
    const colors = () =>
      page.evaluate(() => {
        const background = (selector: string) => {
          const element = document.querySelector(selector);
          return element ? getComputedStyle(element).backgroundColor : '';
        };
        return [background('body'), background('.cm-editor')];
      });
    await expect.poll(colors).toEqual(['rgb(22, 24, 29)', 'rgb(22, 24, 29)']);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(colors).toEqual(['rgb(251, 250, 248)', 'rgb(251, 250, 248)']);
    await chooseFromMenu(page, 'More', 'Theme: Dark');
    await expect.poll(colors).toEqual(['rgb(22, 24, 29)', 'rgb(22, 24, 29)']);
    await chooseFromMenu(page, 'More', 'Theme: High contrast');
    await expect.poll(colors).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  });
});
