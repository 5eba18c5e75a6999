import type { Page } from '@playwright/test';
import { dropFiles } from '../../tests/support/fileDrop.ts';
import { pasteText, sourceEditor } from '../../tests/support/site.ts';
import { type Control, findControl } from './controls.ts';
import type { MonkeyInputs } from './inputs.ts';
import type { Act, ActOnControl, Spot } from './steps.ts';

/** How long dialogs may take to close, in milliseconds. */
const CLOSES_WITHIN = 10_000;

/**
 * The outcome of a step. A control that has disappeared since the step was chosen is not a fault.
 */
export type Outcome = 'done' | 'gone' | { readonly fault: string };

export async function perform(page: Page, act: Act, inputs: MonkeyInputs): Promise<Outcome> {
  switch (act.do) {
    case 'click':
    case 'hover':
    case 'drag':
    case 'choose':
      return actOn(page, act, await findControl(page, act.on));
    case 'key':
      await page.keyboard.press(act.key);
      return 'done';
    case 'type':
      await page.keyboard.type(act.text);
      return 'done';
    case 'paste':
      return paste(page, inputs.sources[act.source] ?? '');
    case 'drop':
      await dropFiles(page, inputs.files[act.files] ?? []);
      return 'done';
    case 'size':
      return keepingText(page, () => page.setViewportSize(act));
    case 'wheel':
      await page.mouse.wheel(0, act.by);
      return 'done';
    case 'command':
      return command(page, act.title);
    case 'escape':
      return closeDialogs(page);
    case 'reload':
      return keepingText(page, () => reload(page));
  }
}

async function actOn(
  page: Page,
  act: ActOnControl,
  control: Control | undefined,
): Promise<Outcome> {
  if (!control) return 'gone';
  const { box } = control;
  const point = ([x, y]: Spot) => [box.x + x * box.width, box.y + y * box.height] as const;
  switch (act.do) {
    case 'click':
      await page.mouse.click(...point(act.at), { clickCount: act.count });
      return 'done';
    case 'hover':
      await page.mouse.move(...point(act.at));
      return 'done';
    case 'drag': {
      const [x, y] = point(act.at);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + act.by[0], y + act.by[1], { steps: 3 });
      await page.mouse.up();
      return 'done';
    }
    case 'choose':
      return choose(page, point([0.5, 0.5]), act.value);
  }
}

/** Sets the value directly: clicking would open a system list, which no test can use. */
async function choose(page: Page, [x, y]: Spot, value: string): Promise<Outcome> {
  const hit = await page.evaluateHandle((at) => document.elementFromPoint(...at), [x, y] as const);
  const element = hit.asElement();
  if (!element) return 'gone';
  const within = { timeout: 2000 };
  const isList = await element.evaluate((node) => node.nodeName === 'SELECT');
  const chosen = isList ? element.selectOption(value, within) : element.fill(value, within);
  // The value, or the whole list, may have disappeared.
  return chosen.then(
    () => 'done',
    () => 'gone',
  );
}

async function command(page: Page, title: string): Promise<Outcome> {
  await page.keyboard.press('F1');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  // The palette loads on first use. If it does not open, the keys go to the focused element.
  await palette.waitFor({ timeout: 3000 }).catch(() => {});
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  return 'done';
}

async function paste(page: Page, text: string): Promise<Outcome> {
  const editor = sourceEditor(page);
  if (!(await editor.isVisible())) return 'gone';
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await pasteText(page, text);
  return 'done';
}

/** Presses Escape until no dialog is open: on a busy machine, one may open late and take focus. */
async function closeDialogs(page: Page): Promise<Outcome> {
  const open = page.getByRole('dialog').filter({ visible: true });
  const end = Date.now() + CLOSES_WITHIN;
  while (Date.now() < end) {
    if ((await open.count()) === 0) return 'done';
    await page.keyboard.press('Escape');
    await page.waitForTimeout(200);
    // A non-modal dialog, such as Help, closes only while it has the focus.
    await open
      .last()
      .locator('button')
      .first()
      .focus({ timeout: 200 })
      .catch(() => {});
  }
  const [stuck] = await open.allInnerTexts();
  return stuck === undefined
    ? 'done'
    : { fault: `a dialog does not close by Escape: ${stuck.slice(0, 60)}` };
}

/** Performs an act that must not change the text. */
async function keepingText(page: Page, act: () => Promise<void>): Promise<Outcome> {
  const before = await restingText(page);
  await act();
  const after = await restingText(page);
  const isKept = before === null || after === null || after === before;
  return isKept ? 'done' : { fault: 'the text is another afterwards' };
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await untilOpen(page);
}

/** A project whose last starts did not finish opens as text only. */
export async function untilOpen(page: Page): Promise<void> {
  // Match the editor even where a small screen shows the results instead.
  const editor = page.locator('[aria-label="Shader source"]');
  const asText = page.getByRole('button', { name: 'Open whole project' });
  await editor.or(asText).first().waitFor({ state: 'attached', timeout: 60_000 });
}

/** The editor's text once nothing replaces it any more; null without an editor. */
async function restingText(page: Page): Promise<string | null> {
  let text = await editorText(page);
  for (let equal = 0; equal < 4; ) {
    await page.waitForTimeout(150);
    const now = await editorText(page);
    equal = now === text ? equal + 1 : 0;
    text = now;
  }
  return text;
}

function editorText(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const content = document.querySelector('[aria-label="Shader source"]');
    // CodeMirror stores the view on the content element, for `EditorView.findFromDOM`.
    const tile = (content as { cmTile?: { root: { view: { state: { doc: unknown } } } } } | null)
      ?.cmTile;
    return tile ? String(tile.root.view.state.doc) : null;
  });
}
