import type { Page } from '@playwright/test';

/** Opens a tool in the drawer, unless it is open. */
export async function openTool(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}

/** Runs a command of the palette, by its title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await search.fill(title);
  await search.press('Enter');
}

/** The one place where the page tells something, one notice at a time. */
export const notice = (page: Page) => page.getByRole('status', { name: 'Notice', exact: true });
