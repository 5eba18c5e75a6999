import type { Page } from '@playwright/test';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { axeFindings } from '../support/axe.ts';
import { chooseFromMenu, menuButton } from '../support/controls.ts';
import { loadedWidths } from '../support/loadedWidths.ts';
import {
  expect,
  onOnePage,
  pausePicture,
  sourceEditor,
  test,
  untilFocusIsIn,
} from '../support/site.ts';

const demoList = (page: Page) => page.getByRole('combobox', { name: 'Load Demo' });
const gallery = (page: Page) => page.getByRole('dialog', { name: 'All demos' });

onOnePage('the gallery', (onlyPage) => {
  test.beforeAll(() => pausePicture(onlyPage()));

  test('it shows every demo with its picture, and opens the chosen one', async () => {
    const page = onlyPage();
    // Without animations, colours are final immediately.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await chooseFromMenu(page, 'Project', 'Browse demos');
    await untilFocusIsIn(gallery(page));
    const cards = gallery(page).getByRole('list', { name: 'Demos' }).getByRole('button');
    await expect(cards).toHaveCount(GALLERY.length);
    const widths = await gallery(page).locator('img').evaluateAll(loadedWidths);
    expect(widths).toEqual(GALLERY.map(() => 480));
    expect(await axeFindings(page)).toEqual([]);
    await cards.filter({ hasText: 'Volume Slices' }).click();
    await expect(gallery(page)).toHaveCount(0);
    await expect(sourceEditor(page)).toContainText('A 3D texture, cut open');
    await expect(page.getByRole('slider', { name: 'lean' })).toBeVisible();
    await expect(demoList(page)).toHaveValue('volume-slices');
    await expect(page).toHaveURL(/demo=volume-slices/);
  });

  test('with the keyboard alone, Enter opens the first match and Escape returns the focus', async () => {
    const page = onlyPage();
    await menuButton(page, 'Project').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'New', exact: true })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Browse demos', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await untilFocusIsIn(gallery(page));
    const search = page.getByRole('searchbox', { name: 'Search demos' });
    await expect(search).toBeFocused();
    await page.keyboard.type('no such demo');
    await expect(page.getByText('No demo matches “no such demo”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menuButton(page, 'Project')).toBeFocused();
    await expect(gallery(page)).toHaveCount(0);
    await demoList(page).selectOption('Browse all…');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await page.keyboard.type('shortest image');
    await page.keyboard.press('Enter');
    await expect(sourceEditor(page)).toContainText('The shortest useful image');
    await expect(gallery(page)).toHaveCount(0);
  });

  test('chips filter it by kind, and show everything again', async () => {
    const page = onlyPage();
    await demoList(page).selectOption('Browse all…');
    await untilFocusIsIn(gallery(page));
    const chip = (name: string) => gallery(page).getByRole('button', { name, exact: true });
    const names = gallery(page).getByRole('list', { name: 'Demos' }).locator('strong');
    await chip('Simulations').click();
    await expect(chip('Simulations')).toHaveAttribute('aria-pressed', 'true');
    await expect(names).toHaveText(['Fluid', 'Game of Life', 'Reaction-Diffusion']);
    await page.getByRole('searchbox', { name: 'Search demos' }).fill('ink');
    await expect(names).toHaveText(['Fluid']);
    await page.getByRole('searchbox', { name: 'Search demos' }).fill('');
    await chip('Simulations').click();
    await expect(names).toHaveCount(GALLERY.length);
    await page.keyboard.press('Escape');
    await expect(gallery(page)).toHaveCount(0);
  });

  test('on a phone it fills the screen, and opening a demo shows its results', async () => {
    const page = onlyPage();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(page.getByRole('button', { name: /^View (Source|Results)$/ })).toBeVisible();
    const showSource = page.getByRole('button', { name: 'View Source' });
    if (await showSource.isVisible()) await showSource.click();
    await expect(page.getByLabel('Render output')).toBeHidden();
    await chooseFromMenu(page, 'Project', 'Browse demos');
    await untilFocusIsIn(gallery(page));
    await expect.poll(async () => (await gallery(page).boundingBox())?.width).toBe(360);
    await gallery(page)
      .getByRole('button', { name: /^Simple Image/ })
      .click();
    await expect(page.getByLabel('Render output')).toBeVisible();
  });
});
