import type { Locator, Page } from '@playwright/test';
import { type Action, CLICK_TIMEOUT, type MonkeyState, unlessGone } from './state.ts';

const WORDS = ['float', 'return', 'glow', 'x', '1.5', 'éß', '漢字', '🎉', 'Ünïcode', '// note'];

/** The actions that change the text. Each updates the expected text. */
export const TEXT_ACTIONS: readonly Action[] = [
  {
    name: 'type',
    weight: 6,
    async act(state) {
      if (!(await focusEditor(state.page))) return null;
      const typed = ` ${state.random.pick(WORDS)}`;
      await state.page.keyboard.press('ControlOrMeta+End');
      await state.page.keyboard.insertText(typed);
      hold(state, state.text + typed);
      return JSON.stringify(typed);
    },
  },
  {
    name: 'delete',
    weight: 1,
    async act(state) {
      if (!(await focusEditor(state.page))) return null;
      await state.page.keyboard.press('ControlOrMeta+A');
      await state.page.keyboard.press('Delete');
      hold(state, '');
      return 'everything';
    },
  },
  {
    name: 'paste',
    weight: 4,
    async act(state) {
      if (!(await focusEditor(state.page))) return null;
      const [name, text] = state.random.pick(Object.entries(state.sources));
      await state.page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
      await state.page.keyboard.press('ControlOrMeta+A');
      await state.page.keyboard.press('ControlOrMeta+V');
      hold(state, text);
      return name;
    },
  },
  { name: 'undo', weight: 3, act: (state) => throughHistory(state, 'ControlOrMeta+Z') },
  { name: 'redo', weight: 2, act: (state) => throughHistory(state, 'ControlOrMeta+Y') },
  {
    name: 'demo',
    weight: 2,
    async act(state) {
      const [name, text] = state.random.pick(Object.entries(state.demos));
      const list = state.page.getByRole('combobox', { name: 'Load Demo' });
      if (!(await list.isVisible())) return null;
      await list.selectOption(name, { timeout: CLICK_TIMEOUT });
      await waitForText(state.page, text);
      hold(state, text);
      return name;
    },
  },
  {
    name: 'reload',
    weight: 2,
    async act(state) {
      await state.page.reload();
      await editor(state.page).waitFor({ state: 'attached', timeout: 60_000 });
      // The page keeps the text but not the undo history.
      await waitForText(state.page, state.text);
      state.past = [state.text];
      return `${state.text.length} characters`;
    },
  },
];

const editor = (page: Page): Locator => page.locator('[aria-label="Shader source"]');

export function editorText(page: Page): Promise<string | null> {
  return editor(page).evaluate((content) => {
    const tile = (content as { cmTile?: { root: { view: { state: { doc: unknown } } } } }).cmTile;
    return tile ? String(tile.root.view.state.doc) : null;
  });
}

/** Waits at least ten seconds for the text, and gives up silently. */
export async function waitForText(page: Page, text: string): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) {
    if ((await editorText(page)) === text) return;
    await page.waitForTimeout(100);
  }
}

/** @returns false if a small screen hides the editor */
async function focusEditor(page: Page): Promise<boolean> {
  const viewSource = page.getByRole('button', { name: 'View Source', exact: true });
  if (await viewSource.isVisible()) {
    // In a window that becomes wide, the button disappears and the source shows.
    await unlessGone(
      () => viewSource.isVisible(),
      () => viewSource.click({ timeout: CLICK_TIMEOUT }),
    );
  }
  if (!(await editor(page).isVisible())) return false;
  await editor(page).focus();
  return true;
}

function hold(state: MonkeyState, text: string): void {
  state.text = text;
  state.past.push(text);
}

/** Undoes or redoes a step. The editor decides its size; the result is a text of the past. */
async function throughHistory(state: MonkeyState, key: string): Promise<string | null> {
  if (!(await focusEditor(state.page))) return null;
  await state.page.keyboard.press(key);
  const text = await editorText(state.page);
  if (text !== null && state.past.includes(text)) state.text = text;
  return `${state.text.length} characters`;
}
