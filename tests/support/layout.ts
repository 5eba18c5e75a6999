import { expect, type Page } from '@playwright/test';

/** The splitter positions that the browser has stored; it stores them a moment after a move. */
const keptLayout = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.includes('layout'))
      .sort()
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .join('\n'),
  );

/** Moves a splitter and waits until its position is stored. */
export async function untilLayoutIsKept(page: Page, move: () => Promise<void>): Promise<void> {
  const before = await keptLayout(page);
  await move();
  await expect.poll(() => keptLayout(page)).not.toBe(before);
}
