import type { Page } from '@playwright/test';

/** Opens a tool in the drawer, unless it is open. */
export async function openTool(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tablist', { name: 'Tools' }).getByRole('tab', { name });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
}
