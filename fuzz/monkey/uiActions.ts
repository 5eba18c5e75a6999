import type { Locator, Page } from '@playwright/test';
import { type Action, CLICK_TIMEOUT, type MonkeyState, unlessGone } from './state.ts';

const SIZES = [
  { width: 1400, height: 900 },
  { width: 1024, height: 700 },
  { width: 800, height: 420 },
  { width: 390, height: 844 },
  { width: 1600, height: 300 },
];

const KEYS = ['F5', 'ControlOrMeta+B', 'Tab', 'Shift+Tab', 'Escape', 'F8', 'Home', 'PageDown'];

const PLAYBACK = ['Reset frame to 0', 'Step backward', 'Step forward', 'Pause', 'Resume'];

const TABS = ['Target Code', 'Reflection', 'Uniforms', 'Diagnostics', 'Output'];

/** The actions that do not change the text. */
export const UI_ACTIONS: readonly Action[] = [
  { name: 'run', weight: 4, act: ({ page }) => press(page, 'Run') },
  { name: 'compile', weight: 3, act: ({ page }) => press(page, 'Compile') },
  { name: 'live', weight: 2, act: ({ page }) => press(page, 'Live') },
  { name: 'share', weight: 1, act: ({ page }) => press(page, 'Share') },
  { name: 'help', weight: 1, act: ({ page }) => openDialog(page, 'Help') },
  { name: 'gallery', weight: 1, act: ({ page }) => openDialog(page, 'Browse all demos…') },
  { name: 'palette', weight: 1, act: openPalette },
  { name: 'playback', weight: 4, act: playBack },
  { name: 'target', weight: 2, act: (state) => choose(state, 'Target') },
  { name: 'entry point', weight: 1, act: (state) => choose(state, 'Entrypoint') },
  { name: 'theme', weight: 1, act: (state) => choose(state, 'Theme') },
  { name: 'tab', weight: 3, act: showTab },
  { name: 'slider', weight: 2, act: moveSlider },
  { name: 'splitter', weight: 2, act: moveSplitter },
  { name: 'resize', weight: 2, act: resize },
  { name: 'key', weight: 3, act: pressKey },
  { name: 'mouse', weight: 2, act: drag },
];

async function press(page: Page, name: string): Promise<string | null> {
  const button = page.getByRole('button', { name, exact: true });
  if (!(await button.isVisible())) return null;
  return unlessGone(
    () => button.isVisible(),
    async () => {
      await button.click({ timeout: CLICK_TIMEOUT });
      return name;
    },
  );
}

/** Presses a playback button, unless its pane is too small to show it. */
async function playBack({ page, random }: MonkeyState): Promise<string | null> {
  const name = random.pick(PLAYBACK);
  const button = page.getByRole('button', { name, exact: true });
  return (await isInSight(button)) ? press(page, name) : null;
}

/** Whether a click on its centre would hit it. */
async function isInSight(element: Locator): Promise<boolean> {
  return element.evaluateAll(([node]) => {
    if (!node?.checkVisibility()) return false;
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

/** Opens a dialog, whose script may have to be loaded first. */
async function openDialog(page: Page, name: string): Promise<string | null> {
  const pressed = await press(page, name);
  if (pressed !== null) await page.getByRole('dialog').waitFor({ timeout: CLICK_TIMEOUT });
  return pressed;
}

/** Opens the command palette and moves in it. */
async function openPalette({ page, random }: MonkeyState): Promise<string> {
  await page.keyboard.press('F1');
  await page.getByRole('dialog').waitFor({ timeout: CLICK_TIMEOUT });
  const key = random.pick(['ArrowDown', 'ArrowUp', 'End', 'PageDown']);
  await page.keyboard.press(key);
  return key;
}

async function choose({ page, random }: MonkeyState, name: string): Promise<string | null> {
  const list = page.getByRole('combobox', { name, exact: true });
  if (!(await list.isVisible())) return null;
  // By value, because the list may change before the choice.
  const readValues = () =>
    list
      .locator('option:not([disabled])')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  const values = await readValues();
  if (values.length === 0) return null;
  const value = random.pick(values);
  return unlessGone(
    async () => (await readValues()).includes(value),
    async () => {
      await list.selectOption(value, { timeout: CLICK_TIMEOUT });
      return `${name} ${value}`;
    },
  );
}

async function showTab({ page, random }: MonkeyState): Promise<string | null> {
  const name = random.pick(TABS);
  const tab = page.getByRole('tab', { name, exact: true });
  if (!(await isInSight(tab))) return null;
  // A run or compile without messages removes the tab.
  return unlessGone(
    () => tab.isVisible(),
    async () => {
      await tab.click({ timeout: CLICK_TIMEOUT });
      return name;
    },
  );
}

async function moveSlider({ page, random }: MonkeyState): Promise<string | null> {
  const sliders = page.getByRole('slider');
  const count = await sliders.count();
  if (count === 0) return null;
  const slider = sliders.nth(random.below(count));
  if (!(await slider.isVisible())) return null;
  const key = random.pick(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp']);
  // A run of a shader without it removes the slider.
  return unlessGone(
    () => slider.isVisible(),
    async () => {
      await slider.focus({ timeout: CLICK_TIMEOUT });
      await page.keyboard.press(key);
      return key;
    },
  );
}

async function moveSplitter({ page, random }: MonkeyState): Promise<string | null> {
  const splitters = page.getByRole('separator');
  const count = await splitters.count();
  if (count === 0) return null;
  const splitter = splitters.nth(random.below(count));
  if (!(await splitter.isVisible())) return null;
  const key = random.pick(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);
  // A run without a picture removes the splitter.
  return unlessGone(
    () => splitter.isVisible(),
    async () => {
      await splitter.focus({ timeout: CLICK_TIMEOUT });
      await page.keyboard.press(key);
      return key;
    },
  );
}

async function resize({ page, random }: MonkeyState): Promise<string> {
  const size = random.pick(SIZES);
  await page.setViewportSize(size);
  return `${size.width} × ${size.height}`;
}

/** Presses a key outside the editor, which would insert it. */
async function pressKey({ page, random }: MonkeyState): Promise<string> {
  await page.getByRole('link', { name: 'Home' }).focus();
  const key = random.pick(KEYS);
  await page.keyboard.press(key);
  return key;
}

async function drag({ page, random }: MonkeyState): Promise<string | null> {
  // In one step: a program that starts meanwhile may take the picture away.
  const box: DOMRect | null = await page
    .getByLabel('Render output')
    .evaluateAll(([shown]) =>
      shown?.checkVisibility() ? shown.getBoundingClientRect().toJSON() : null,
    );
  if (!box) return null;
  const x = box.x + box.width * random.next();
  const y = box.y + box.height * random.next();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + random.below(40), y + random.below(40), { steps: 3 });
  await page.mouse.up();
  return `at ${Math.round(x)}, ${Math.round(y)}`;
}
