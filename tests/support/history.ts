import type { Page } from '@playwright/test';
import { chooseFromMenu, menuButton } from './controls.ts';
import { expect, focusSource, pasteText, untilFocusIsIn } from './site.ts';

export const historyDialog = (page: Page) => page.getByRole('dialog', { name: 'History' });
export const version = (page: Page, line: string) =>
  historyDialog(page).getByRole('button', { name: line }).first();

export async function openHistory(page: Page): Promise<void> {
  await chooseFromMenu(page, 'Project', 'History');
  await untilFocusIsIn(historyDialog(page));
}

/** Waits until the closing history has returned the focus. */
export async function untilHistoryClosed(page: Page): Promise<void> {
  await expect(historyDialog(page)).toHaveCount(0);
  await expect(menuButton(page, 'Project')).toBeFocused();
}

/**
 * Adds a line at the start of the text as one edit: each pause in typing could create a version.
 */
export async function addAtStart(page: Page, line: string): Promise<void> {
  await focusSource(page);
  await page.keyboard.press('ControlOrMeta+Home');
  await pasteText(page, `${line}\n`);
}

/** The beginnings of all drafts in the database, sorted; none while the database does not exist. */
export function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const name = 'playground-history';
    // Opening the database would create it, with the wrong structure.
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === name)) return [];
    return new Promise<string[]>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const db = opening.result;
        const reading = db.transaction('drafts').objectStore('drafts').getAll();
        reading.onsuccess = () => {
          db.close();
          const texts = reading.result.map(({ draft }) => draft.text.slice(0, 40));
          resolve([...new Set<string>(texts)].sort());
        };
      };
    });
  });
}

/** Waits until the draft in the tab's own storage contains this text. */
export async function untilSaved(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (text) => sessionStorage.getItem('playground:draft')?.includes(text),
    part,
  );
}
