import { expect, type Page } from '@playwright/test';

/** What the browser keeps of the places of splitters; it is kept a moment after they have moved. */
const keptLayout = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.includes('layout'))
      .sort()
      .map((key) => `${key} ${localStorage.getItem(key)}`)
      .join('\n'),
  );

/** Moves a splitter and waits until the page would have it there after a reload. */
export async function untilLayoutIsKept(page: Page, move: () => Promise<void>): Promise<void> {
  const before = await keptLayout(page);
  await move();
  await expect.poll(() => keptLayout(page)).not.toBe(before);
}
