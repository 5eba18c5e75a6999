import { expect, type Locator, type Page } from '@playwright/test';

/** Whether the page has the phone layout: one menu, and one view at a time. */
export const isSmallScreen = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

/** Opens a tool in the drawer unless it is already open. */
export async function openTool(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

/** Chooses an item from a navbar menu. A small screen has a single menu. */
export async function chooseFromMenu(
  page: Page,
  menu: 'Project' | 'More',
  name: string,
): Promise<void> {
  await menuButton(page, isSmallScreen(page) ? 'More' : menu).click();
  const items = page
    .getByRole('menu')
    .getByRole(/^Theme:/.test(name) ? 'menuitemradio' : 'menuitem', {
      name,
      exact: true,
    });
  await items.click();
}

/** Chooses an action for the file in the editor from the menu beside the file tabs. */
export async function chooseFileAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'File actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** A navbar menu button; dialogs opened from its items return the focus to it. */
export const menuButton = (page: Page, menu: 'Project' | 'More') =>
  page.getByRole('button', { name: menu, exact: true });

export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await search.fill(title);
  await search.press('Enter');
  await expect(search).toHaveCount(0);
}

/** The only place for the page's notices; shows one at a time. */
export const notice = (page: Page) => page.getByRole('status', { name: 'Notice', exact: true });

/** The picture settings dialog, which this opens if necessary. */
export async function pictureSettings(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Picture settings' });
  if (!(await dialog.isVisible())) {
    await page.getByRole('button', { name: 'Picture settings' }).click();
  }
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Chooses an option in a list of picture settings, by its value. */
export async function choosePictureSetting(page: Page, name: string, value: string): Promise<void> {
  const settings = await pictureSettings(page);
  await settings.getByRole('combobox', { name }).selectOption(value);
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
}

export async function setPictureSetting(page: Page, name: string, on: boolean): Promise<void> {
  const settings = await pictureSettings(page);
  const toggle = settings.getByRole('button', { name });
  if ((await toggle.getAttribute('aria-pressed')) !== String(on)) await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', String(on));
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
}

/** The menu over the target code, which this opens. */
export async function moreForTargetCode(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More for target code' }).click();
  return page.getByRole('menu', { name: 'More for target code' });
}
