import type { Locator, Page } from '@playwright/test';
import { type Action, CLICK_TIMEOUT, type MonkeyState, unlessGone } from './state.ts';

/**
 * Actions on the files beside the main file. Each ends at the main file, whose text the monkey test
 * knows.
 */
export const FILE_ACTIONS: readonly Action[] = [
  { name: 'new file', weight: 2, act: addFile },
  { name: 'visit file', weight: 2, act: (state) => atFile(state, async () => undefined) },
  {
    name: 'delete file',
    weight: 1,
    act: (state) =>
      atFile(state, async (page) => {
        await page.keyboard.press('Delete');
        if (state.random.chance(0.5)) {
          await page.getByRole('button', { name: 'Undo', exact: true }).click(WITHIN);
        }
      }),
  },
];

const WITHIN = { timeout: CLICK_TIMEOUT };

const tabs = (page: Page): Locator => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');

/** Gives the new file a name, if it is not taken, and a text. */
async function addFile({ page, random }: MonkeyState): Promise<string | null> {
  const button = page.getByRole('button', { name: 'New file', exact: true });
  if (!(await button.isVisible())) return null;
  await button.click(WITHIN);
  const field = page.getByRole('textbox', { name: 'File name' });
  await field.waitFor(WITHIN);
  const name = random.pick(['noise', 'lib/noise', 'NOISE', 'playground', 'a b', 'shapes.h']);
  await field.fill(name, WITHIN);
  await page.keyboard.press('Enter');
  const isNamed = (await page.getByRole('alert').count()) === 0;
  await page.keyboard.press(isNamed ? 'ControlOrMeta+End' : 'Escape');
  if (isNamed) await page.keyboard.insertText(`// ${name}`);
  await showMain(page);
  return name;
}

/** Shows a file, does something with it, and returns to the main file. */
async function atFile(
  { page, random }: MonkeyState,
  act: (page: Page) => Promise<unknown>,
): Promise<string | null> {
  const names = await tabs(page).allTextContents();
  if (names.length < 2 || !(await tabs(page).first().isVisible())) return null;
  const index = 1 + random.below(names.length - 1);
  const tab = tabs(page).nth(index);
  return unlessGone(
    () => tab.isVisible(),
    async () => {
      await tab.click(WITHIN);
      await act(page);
      await showMain(page);
      return names[index] ?? null;
    },
  );
}

/** Without other files there are no tabs, and the main file is in sight. */
async function showMain(page: Page): Promise<void> {
  if ((await tabs(page).count()) > 0) await tabs(page).first().click(WITHIN);
}
