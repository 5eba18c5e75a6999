import { notice, runCommand } from '../support/controls.ts';
import { agreement, pointOver, untilTraced } from '../support/debuggerPage.ts';
import { expectColor } from '../support/frames.ts';
import { endTimers, holdTimers } from '../support/heldTimers.ts';
import { flatColor } from '../support/shaders.ts';
import {
  copiedText,
  diagnostics,
  expect,
  onOnePage,
  openedPlayground,
  openPlayground,
  pasteText,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilFocusIsIn,
  untilRunning,
} from '../support/site.ts';

test.describe('a first visit', () => {
  test.use({ assistance: true });

  test('shows once where the debugger is', async ({ page, site }) => {
    const { url } = await site.serve();
    await holdTimers(page, 'information');
    await openPlayground(page, url);
    await expect(notice(page)).toContainText('Debug this line');
    await endTimers(page);
    await expect(notice(page)).toBeEmpty();
    await page.reload();
    await openedPlayground(page);
    await untilRunning(page, () => page.keyboard.press('F5'));
    await expect(notice(page)).toBeEmpty();
  });
});

onOnePage('a calm page', (onlyPage, problems) => {
  test('a notice disappears at the next edit or after a while', async () => {
    const page = onlyPage();
    const openDemo = () =>
      page.getByRole('combobox', { name: 'Load Demo' }).selectOption('simple-print');
    await typeSource(page, '// mine');
    await openDemo();
    await expect(notice(page)).toContainText('Your previous source is in the history.');
    await pasteText(page, '// an edit\n');
    await expect(notice(page)).toBeEmpty();

    await openDemo();
    await expect(notice(page)).toContainText('Your previous source is in the history.');
    await expect(notice(page)).toBeEmpty();
    expect(problems).toEqual([]);
  });

  test('an empty source offers short shaders, which one undo removes', async () => {
    const page = onlyPage();
    const beginnings = page.getByRole('region', { name: 'Start with a short shader' });
    await typeSource(page, '');
    await beginnings.getByRole('button', { name: 'Picture' }).click();
    await expect(sourceEditor(page)).toBeFocused();
    await expect(beginnings).toHaveCount(0);
    await expect(page.locator('.cm-activeLine')).toContainText('drawPixel(');
    await untilRunning(page, () => page.keyboard.press('F5'));
    await expectColor(page, [0, 0, 128], { x: 0.01, y: 0.99, tolerance: 12 });
    await page.keyboard.press('ControlOrMeta+z');
    await expect(beginnings.getByRole('button')).toHaveText([
      'Picture',
      'Mouse',
      'Print',
      'Buffer',
    ]);
    await page.keyboard.type('f');
    await expect(beginnings).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test('the compiler’s own text is folded below the list of problems', async () => {
    const page = onlyPage();
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    await typeSource(page, 'float half(float x) { return y; }\n');
    await pressAndCompile(page, 'F5');
    await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
      'undefined identifier',
    );
    await expect(diagnostics(page)).toContainText('/user.slang(1): error 30015');
    const text = diagnostics(page).getByText('/user.slang(1): error 30015');
    await expect(text).toBeHidden();
    await diagnostics(page).getByLabel('Compiler output').click();
    await expect(text).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('the source’s context menu opens by mouse and by key, and debugs a line', async () => {
    const page = onlyPage();
    await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
    const menu = page.getByRole('menu', { name: 'Source actions' });
    const line = sourceEditor(page).locator('.cm-line').filter({ hasText: 'drawPixel' });
    await line.click({ button: 'right' });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    await expect(menu.getByRole('menuitem', { name: 'Format file' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sourceEditor(page)).toBeFocused();

    await page.keyboard.press('ContextMenu');
    await menu.getByRole('menuitem', { name: 'Breakpoint here' }).click();
    await expect(page.locator('.cm-breakpoint')).toHaveCount(1);
    await line.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Debug this line' }).click();
    await expect(page.getByRole('table', { name: 'Variables' })).toBeVisible();
    expect(problems).toEqual([]);
  });

  test('a mark next to an entry point and a command debug one of its threads', async () => {
    const page = onlyPage();
    const second = '[numthreads(1, 1, 1)] [playground::CALL(4, 1, 1)] void count() { int n = 1; }';
    await runSource(page, `${flatColor('0.0, 1.0, 0.0, 1.0')}\n[shader("compute")] ${second}\n`);
    const marks = page.locator('.cm-thread-mark');
    await expect(marks).toHaveCount(2);
    const entryPoint = page.getByRole('combobox', { name: 'Debugged entry point' });
    await untilTraced(page, () => marks.last().click());
    await expect(entryPoint).toHaveValue('count');
    await sourceEditor(page).locator('.cm-line').filter({ hasText: 'drawPixel' }).click();
    await untilTraced(page, () => runCommand(page, 'Debug this thread'));
    await expect(entryPoint).toHaveValue('paint');
    await expect(agreement(page)).toContainText('Agrees');

    await typeSource(page, '// nothing runs');
    await expect(marks).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test('the picture’s context menu opens by mouse and by key, and acts on the pixel there', async () => {
    const page = onlyPage();
    await runSource(page, flatColor('0.2, 0.4, 1.0, 1.0'));
    await expectColor(page, [51, 102, 255]);
    const picture = page.getByLabel('Render output');
    const menu = page.getByRole('menu', { name: 'Picture actions' });
    const choose = async (name: string) => {
      await picture.click({ button: 'right' });
      await menu.getByRole('menuitem', { name }).click();
    };
    expect(await copiedText(page, () => choose('Copy colour as #rrggbb'))).toBe('#3366ff');
    await expect(notice(page)).toContainText('Copied #3366ff.');
    expect(await copiedText(page, () => choose('Copy colour as values'))).toBe('0.2, 0.4, 1, 1');

    await choose('Save picture…');
    const dialog = page.getByRole('dialog', { name: 'Save picture' });
    await untilFocusIsIn(dialog);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();

    await picture.focus();
    await page.keyboard.press('ContextMenu');
    await expect(menu.getByRole('menuitem', { name: 'Debug this pixel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(picture).toBeFocused();

    const { x, y } = await pointOver(page, [3, 5]);
    await page.mouse.click(x, y, { button: 'right' });
    await untilTraced(page, () => menu.getByRole('menuitem', { name: 'Debug this pixel' }).click());
    await expect(agreement(page)).toContainText('Agrees');
    await expect(page.getByRole('spinbutton', { name: 'Thread x' })).toHaveValue('3');
    await expect(page.getByRole('spinbutton', { name: 'Thread y' })).toHaveValue('5');
    expect(problems).toEqual([]);
  });

  test('the picture’s menu does not take the shader’s mouse, and Shift opens the browser’s menu', async () => {
    const page = onlyPage();
    const mouse = '[playground::MOUSE_POSITION] uniform float4 mouse;\n';
    await runSource(page, mouse + flatColor('mouse.z == 0.0 ? 0.0 : 1.0, 1.0, 0.0, 1.0'));
    await expectColor(page, [0, 255, 0]);
    const picture = page.getByLabel('Render output');
    const menu = page.getByRole('menu', { name: 'Picture actions' });
    await picture.click({ button: 'right' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expectColor(page, [0, 255, 0]);
    await picture.click();
    await expectColor(page, [255, 255, 0]);

    const isLeft = await picture.evaluate((canvas) => {
      const shifted = { bubbles: true, cancelable: true, shiftKey: true, pointerType: 'mouse' };
      return canvas.dispatchEvent(new PointerEvent('contextmenu', shifted));
    });
    expect(isLeft).toBe(true);
    await expect(menu).toHaveCount(0);
    expect(problems).toEqual([]);
  });
});
