import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { chooseFromMenu, notice } from '../support/controls.ts';
import { crash } from '../support/crash.ts';
import { downloaded } from '../support/downloads.ts';
import { holdTimers } from '../support/heldTimers.ts';
import {
  addAtStart,
  historyDialog,
  openHistory,
  storedDrafts,
  untilHistoryClosed,
  untilSaved,
  version,
} from '../support/history.ts';
import { flatColor } from '../support/shaders.ts';
import {
  expect,
  onOnePage,
  openAtRest,
  pausePicture,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
  waitForMark,
} from '../support/site.ts';

const demo = (page: Page) => page.getByRole('combobox', { name: 'Load Demo' });

const exported = (page: Page) =>
  downloaded(page, () => historyDialog(page).getByRole('button', { name: 'Export…' }).click());

const SLIDES = `import playground;
import rendering;
[playground::SLIDER(0.5, 0.0, 1.0)] uniform float level;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(level, 0.0, 0.0, 1.0); });
}
// MARK
`;

test('text, cursor, target and uniforms survive a reload and a crash of the tab', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
  await runSource(page, SLIDES);
  const slider = page.getByRole('slider', { name: 'level' });
  await slider.fill('0.25');
  await sourceEditor(page).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(' OF');
  // Leaving saves immediately, so there is nothing to wait for.
  await page.reload();
  await expect(sourceEditor(page)).toContainText('// MARK OF');
  await expect(slider).toHaveValue('0.25');
  await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue('HLSL');
  await sourceEditor(page).focus();
  await page.keyboard.type(' MINE');
  await expect(sourceEditor(page)).toContainText('// MARK OF MINE');

  await untilSaved(page, '// MARK OF MINE');
  // After a crash within a few seconds of a run, the text waits for the user.
  await page.waitForFunction(
    () => !Object.keys(localStorage).some((key) => key.startsWith('playground:run-begun:')),
  );
  const crashed = await crash(page);
  await crashed.reload();
  const textOf = (selector: string) => `document.querySelector('${selector}')?.innerText`;
  await expect
    .poll(() => crashed.evaluate(textOf('[aria-label="Shader source"]')))
    .toContain('// MARK OF MINE');
  await expect
    .poll(() =>
      crashed.evaluate(`document.querySelector('[role="tabpanel"] input[type="range"]')?.value`),
    )
    .toBe('0.25');
});

test('several tabs and a duplicated tab keep their own texts, and a closed tab’s text is offered', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await addAtStart(page, '// first tab');
  await untilSaved(page, 'first tab');
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    // The new tab starts with a copy of this tab's storage.
    page.evaluate((address) => void window.open(address), url),
  ]);
  await expect(sourceEditor(copy)).toContainText('// first tab');
  await addAtStart(copy, '// its copy');
  await untilSaved(copy, 'its copy');
  await page.reload();
  await expect(sourceEditor(page)).toContainText('// first tab');
  await expect(sourceEditor(page)).not.toContainText('// its copy');
  await copy.reload();
  await expect(sourceEditor(copy)).toContainText('// its copy');

  // The first tab looks for closed tabs only once after its run, so a new tab finds the copy.
  await page.bringToFront();
  await waitForMark(page, 'playground:run-setup');
  // It is removed from the database too.
  await expect
    .poll(() => storedDrafts(page))
    .toEqual([expect.stringContaining('// first tab'), expect.stringContaining('// its copy')]);

  await copy.close();
  const fresh = await page.context().newPage();
  await holdTimers(fresh, 'information');
  await openAtRest(fresh, url);
  await expect(notice(fresh)).toContainText('The source of a closed tab is in the history.');
  await notice(fresh).getByRole('button', { name: 'Restore source' }).click();
  await expect(sourceEditor(fresh)).toContainText('// its copy');
});

onOnePage('the history', (onlyPage, problems) => {
  test.beforeAll(() => pausePicture(onlyPage()));

  test('a demo over an edited text keeps it one click away, and versions can be compared and restored', async () => {
    const page = onlyPage();
    await openHistory(page);
    await expect(historyDialog(page)).toContainText('No saved versions yet.');
    await page.keyboard.press('Escape');
    await untilHistoryClosed(page);

    await addAtStart(page, '// Version one');
    await pressAndCompile(page, 'F5');
    await addAtStart(page, '// Version two');
    await demo(page).selectOption('Simple Image');
    await expect(notice(page)).toContainText('Your previous source is in the history.');
    await notice(page).getByRole('button', { name: 'Restore source' }).click();
    await expect(sourceEditor(page)).toContainText('// Version two');
    await expect(notice(page)).toBeEmpty();

    await openHistory(page);
    await expect(historyDialog(page).getByRole('heading', { name: 'Today' })).toBeVisible();
    await version(page, 'Version two').click();
    await expect(historyDialog(page)).toContainText('This is your current text.');
    await page.keyboard.press('ArrowDown');
    await expect(version(page, 'Version one')).toHaveAttribute('aria-current', 'true');
    await expect(version(page, 'Version one')).toHaveAccessibleName(/0 more and 1 fewer lines/);
    const view = historyDialog(page).getByRole('textbox', { name: 'Changes from restoring' });
    await expect(view.locator('.cm-deletedLine')).toHaveText('// Version two');
    // The fade-in has finished, so the colours are final.
    await page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);

    const folded = view.getByRole('button', { name: /unchanged lines/ });
    await expect(folded).toHaveCount(1);
    await folded.focus();
    await page.keyboard.press('Enter');
    await expect(folded).toHaveCount(0);
    await expect(view).toBeFocused();

    await historyDialog(page).getByRole('button', { name: 'Restore version' }).click();
    await untilHistoryClosed(page);
    await expect(sourceEditor(page)).not.toContainText('// Version two');
    await sourceEditor(page).focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(sourceEditor(page)).toContainText('// Version two');

    await openHistory(page);
    await page.getByRole('searchbox', { name: 'Search versions' }).fill('version ONE');
    const found = historyDialog(page).getByRole('listitem');
    await expect(found.first()).toBeVisible();
    const before = await found.count();
    await found.first().getByRole('button').click();
    await historyDialog(page).getByRole('button', { name: 'Delete version' }).click();
    await expect(found).toHaveCount(before - 1);
    await page.getByRole('searchbox', { name: 'Search versions' }).fill('no such text');
    await expect(historyDialog(page)).toContainText('No version matches “no such text”.');
    await page.keyboard.press('Escape');
    await untilHistoryClosed(page);
    expect(problems).toEqual([]);
  });

  test('versions can be named, pinned and restored after deletion by keyboard', async () => {
    const page = onlyPage();
    await addAtStart(page, '// To be named');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(notice(page)).toContainText('Saved to the history.');
    await addAtStart(page, '// Of now');
    await pressAndCompile(page, 'ControlOrMeta+Enter');
    await openHistory(page);
    const status = historyDialog(page).getByRole('status');
    await version(page, 'To be named').focus();
    await page.keyboard.press('F2');
    const name = historyDialog(page).getByRole('textbox', { name: 'Version name' });
    await expect(name).toBeFocused();
    await page.keyboard.type('Not this');
    await page.keyboard.press('Escape');
    const button = historyDialog(page).getByRole('button', { name: 'Name version' });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(name).toBeFocused();
    await page.keyboard.type('Before the fog');
    await page.keyboard.press('Enter');
    await expect(status).toHaveText('Named “Before the fog” and pinned.');
    await expect(version(page, 'Pinned Before the fog')).toHaveAttribute('aria-current', 'true');
    await expect(historyDialog(page)).toContainText(
      /Space left: 39\d of 400 versions, 16.8 of 16.8/,
    );

    const pin = historyDialog(page).getByRole('button', { name: 'Pin version' });
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await pin.click();
    await expect(status).toHaveText('Unpinned.');
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    await historyDialog(page).getByRole('button', { name: 'Delete version' }).click();
    await expect(version(page, 'Before the fog')).toHaveCount(0);
    await historyDialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect(status).toHaveText('The version was restored to the history.');
    await expect(version(page, 'Before the fog')).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('Escape');
    await untilHistoryClosed(page);
    expect(problems).toEqual([]);
  });

  test('everything can be exported as one file and imported in another browser', async ({
    browser,
  }) => {
    const page = onlyPage();
    await chooseFromMenu(page, 'More', 'Theme: Dark');
    await addAtStart(page, '// Carried along');
    await pressAndCompile(page, 'F5');
    await addAtStart(page, '// Only a draft');
    await expect
      .poll(() => storedDrafts(page))
      .toEqual([expect.stringContaining('// Only a draft')]);
    await openHistory(page);
    const { name, bytes: file } = await exported(page);
    expect(name).toMatch(/^playground-history-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(file.toString())).toMatchObject({
      kind: 'slang-playground-history',
      format: 3,
      settings: { 'playground:theme': 'dark' },
    });

    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const other = await context.newPage();
    await other.goto(new URL('./', page.url()).href);
    await expect(other.getByLabel('Render output')).toBeVisible();
    await openHistory(other);
    const choose = (content: string | Buffer) =>
      historyDialog(other)
        .getByLabel('File to import')
        .setInputFiles({
          name: 'history.json',
          mimeType: 'application/json',
          buffer: Buffer.from(content),
        });
    await choose('{"kind": "something else"}');
    await expect(historyDialog(other).getByRole('status')).toHaveText(
      'This file is not a Slang Playground history. Choose a file that Export saved.',
    );
    await expect(historyDialog(other)).toContainText('No saved versions yet.');
    await choose(file);
    await expect(historyDialog(other).getByRole('status')).toContainText(
      'Reload the page to apply',
    );
    await version(other, 'Carried along').click();
    await expect(version(other, 'Carried along')).toBeHidden();
    await historyDialog(other).getByRole('button', { name: 'Show all versions' }).click();
    await choose(file);
    await expect(historyDialog(other).getByRole('status')).toHaveText('0 versions were added.');
    await version(other, 'Only a draft').click();
    await historyDialog(other).getByRole('button', { name: 'Restore version' }).click();
    await expect(sourceEditor(other)).toContainText('// Only a draft');
    await other.reload();
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
    await context.close();
  });
});

test('without storage, the page says so once, asks before leaving, and keeps working', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'sessionStorage']) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await openAtRest(page, url);
  await expect(notice(page)).toBeEmpty();
  await runSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
  await expect(notice(page)).toContainText('Your source cannot be saved: ');
  await notice(page).getByRole('button', { name: 'Close notice' }).click();
  await openHistory(page);
  await expect(historyDialog(page).getByRole('alert')).toContainText('The history cannot be read.');
  const { drafts } = JSON.parse((await exported(page)).bytes.toString());
  expect(drafts).toMatchObject([
    { draft: { text: expect.stringContaining('float4(0.0, 1.0, 0.0, 1.0)') } },
  ]);
  await expect(historyDialog(page).getByRole('status')).toContainText(
    'The file contains only the settings and this tab’s source: The browser denies access to its database',
  );
  await page.keyboard.press('Escape');
  await untilHistoryClosed(page);

  await demo(page).selectOption('Simple Image');
  await expect(notice(page)).toHaveText(/^Your previous source was replaced\.Restore source/);
  await notice(page).getByRole('button', { name: 'Restore source' }).click();
  await expect(sourceEditor(page)).toContainText('float4(0.0, 1.0, 0.0, 1.0)');
  await typeSource(page, '// nobody holds this');
  await page.reload();
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  expect(asked).toEqual(['beforeunload']);
  expect(site.problems).toEqual([]);
});
