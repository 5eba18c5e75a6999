import type { Locator, Page } from '@playwright/test';
import {
  allowClipboard,
  diagnostics,
  expect,
  openAtRest,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
} from '../support/site.ts';

test.use({ assistance: true });

const marks = (page: Page): Locator =>
  page.locator('.cm-fix-gutter .cm-gutterElement:not([style*="visibility: hidden"]) .cm-fix-mark');

const menu = (page: Page): Locator => page.getByRole('menu', { name: 'Quick fixes' });

/** Types a text and waits until it was looked at in the background. */
async function typeAndInspect(page: Page, text: string): Promise<void> {
  await page.evaluate(() => performance.clearMeasures('playground:inspection'));
  await typeSource(page, text);
  await page.waitForFunction((characters) => {
    const measures = performance.getEntriesByName('playground:inspection') as PerformanceMeasure[];
    return measures.some(({ detail }) => detail.characters === characters);
  }, text.length);
}

/** Puts the pointer on the first such word; a line is as wide as the editor, whatever is in it. */
async function hoverWord(page: Page, word: string): Promise<void> {
  const place = await sourceEditor(page).evaluate((content, searched) => {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.nodeValue?.indexOf(searched) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + searched.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    throw new Error(`${searched} is not in sight.`);
  }, word);
  // The message comes once the pointer rests after it has moved.
  await page.mouse.move(place.x - 20, place.y);
  await page.mouse.move(place.x, place.y);
}

/** The whole text, also what is out of sight. */
async function sourceText(page: Page): Promise<string> {
  await allowClipboard(page);
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+C');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts the cursor where `text` first stands in the source that was typed last. */
async function goTo(page: Page, source: string, text: string): Promise<void> {
  const lines = source.slice(0, source.indexOf(text)).split('\n');
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 1; line < lines.length; line += 1) await page.keyboard.press('ArrowDown');
  for (const _ of lines.at(-1) ?? '') await page.keyboard.press('ArrowRight');
}

/** Runs what is in the editor; its outcome is shown and nothing is said against it. */
async function runsWell(page: Page): Promise<void> {
  await untilRunning(page, () => page.keyboard.press('F5'));
  await expect(diagnostics(page)).toBeHidden();
}

const say = (
  body: string,
  { imports = 'import playground;\nimport printing;', call = CALL } = {},
) =>
  `${imports}
RESOURCES
[shader("compute")]
[numthreads(1, 1, 1)]
${call}
void say()
{
    ${body}
}
`.replace('RESOURCES\n', '');
const CALL = '[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]';

interface Case {
  readonly title: string;
  readonly source: string;
  /** What the cursor is put on. */
  readonly at: string;
  readonly fix: string;
  readonly printed: string;
}

const CASES: readonly Case[] = [
  {
    title: 'an entry point that is never dispatched',
    source: say('printf("called");', { call: '' }),
    at: 'say',
    fix: 'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
    printed: 'called',
  },
  {
    title: 'a resource without initial content',
    source: say('printf("%g", data[3]);').replace(
      '[shader',
      'RWStructuredBuffer<float> data;\n[shader',
    ),
    at: 'data',
    fix: 'Add [playground::ZEROS(1024)]',
    printed: '0',
  },
  {
    title: 'an attribute that does not fit',
    source: say('printf("%.1f", height);').replace(
      '[shader',
      '[playground::ZEROS(4)] uniform float height;\n[shader',
    ),
    at: 'playground::ZEROS',
    fix: 'Change it to [playground::SLIDER(0.5, 0.0, 1.0)]',
    printed: '0.5',
  },
  {
    title: 'a missing import',
    source: say('printf("imported");', { imports: 'import playground;' }),
    at: 'printf',
    fix: 'Add import printing;',
    printed: 'imported',
  },
  {
    title: 'a texture of several components that is read and written',
    source: say('canvas[uint2(0)] = float4(1); printf("stored");').replace(
      '[shader',
      '[playground::BLACK(4, 4)] RWTexture2D<float4> canvas;\n[shader',
    ),
    at: 'RWTexture2D',
    fix: 'Only write it: WTexture2D',
    printed: 'stored',
  },
  {
    title: 'a resource that does not exist',
    source: say('printf("%g", heights[0]);', {
      call: '[playground::CALL::SIZE_OF("hights")] [playground::CALL::ONCE]',
    }).replace('[shader', '[playground::ZEROS(1)] RWStructuredBuffer<float> heights;\n[shader'),
    at: '"hights"',
    fix: 'Change it to "heights"',
    printed: '0',
  },
  {
    title: 'an old printMain',
    source: 'void printMain()\n{\n    printf("migrated");\n}\n',
    at: 'printMain',
    fix: 'Make printMain an entry point that runs once',
    printed: 'migrated',
  },
  {
    title: 'an argument of printf that is of another kind',
    source: say('printf("%d", 0.5);'),
    at: '%d',
    fix: 'Change it to %f',
    printed: '0.500000',
  },
];

test('each quick fix mends its shader, which then runs', async ({ page, site }) => {
  test.setTimeout(300_000);
  const { url } = await site.serve();
  await openAtRest(page, url);
  for (const { title, source, at, fix, printed } of CASES) {
    await test.step(title, async () => {
      await typeAndInspect(page, source);
      await expect(marks(page)).not.toHaveCount(0);
      await goTo(page, source, at);
      await page.keyboard.press('ControlOrMeta+.');
      const item = menu(page).getByRole('menuitem', { name: fix, exact: true });
      await item.click();
      await expect(menu(page)).toBeHidden();
      await expect(sourceEditor(page)).toBeFocused();
      await runsWell(page);
      // A slider brings its own tab to the front.
      await page.getByRole('tab', { name: 'Output' }).click();
      await expect(page.getByRole('tabpanel', { name: 'Output' })).toHaveText(printed);
    });
  }
  expect(site.problems).toEqual([]);
});

const OLD_IMAGE = `float4 imageMain(uint2 dispatchThreadID, int2 screenSize)
{
    return float4(1, 0, 0, 1);
}
`;

test('a fix is a button in the problem’s message, and one step to undo', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await typeAndInspect(page, OLD_IMAGE);
  await expect(marks(page)).toHaveCount(1);
  await hoverWord(page, 'imageMain');
  const message = page.locator('.cm-tooltip .cm-problem');
  await expect(message).toContainText('playground/old-style-main');
  await message.getByRole('button', { name: /^Add an entry point/ }).click();
  await expect(message).toBeHidden();
  const mended = await sourceText(page);
  expect(mended).toContain('import rendering;');
  expect(mended).toContain('drawPixel(pixel, (int2 screen) => imageMain(pixel, screen));');
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await sourceText(page)).toBe(OLD_IMAGE);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  expect(await sourceText(page)).toBe(mended);
  await runsWell(page);
  await expect(page.getByLabel('Render output')).toBeVisible();
});

test('the menu of fixes is used by keyboard, and what was edited is not offered', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  const source = say('printf("%f", 0.5);', { call: '' });
  await typeAndInspect(page, source);
  await expect(marks(page)).toHaveCount(1);
  await goTo(page, source, 'say');
  await page.keyboard.press('ControlOrMeta+.');
  const items = menu(page).getByRole('menuitem');
  await expect(items).toHaveText([
    'Add [playground::CALL(1, 1, 1)]',
    'Add [playground::CALL(1, 1, 1)] [playground::CALL::ONCE]',
  ]);
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.last()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(sourceEditor(page)).toBeFocused();

  // The line is another: what would have been written into it may be wrong now.
  await page.keyboard.press('Home');
  await page.keyboard.type('public ');
  await page.keyboard.press('ControlOrMeta+.');
  await expect(menu(page)).toBeHidden();

  await expect(marks(page)).toHaveCount(1);
  await marks(page).click();
  await page.keyboard.press('Enter');
  expect(await sourceText(page)).toContain('[playground::CALL(1, 1, 1)]\npublic void say()');
});

test('a text that is looked at is not compiled again by Run', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await typeAndInspect(page, say('printf("once");'));
  await runsWell(page);
  const cached = await page.evaluate(() => {
    const measures = performance.getEntriesByName('playground:compile') as PerformanceMeasure[];
    return measures.at(-1)?.detail;
  });
  expect(cached).toMatchObject({ target: 'WGSL', cached: true });
});

test('attributes are completed with their arguments, and explained', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAtRest(page, url);
  await typeSource(page, 'import playground;\nimport rendering;\n\nuniform float radius;\n');
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.type('[');
  const list = page.getByRole('listbox', { name: 'Completions' });
  // What is written after it says that a uniform's attribute is wanted.
  await expect(list.getByRole('option').first()).toHaveText('playground::TIME');
  await page.keyboard.type('playground::SL');
  await expect(list.getByRole('option', { selected: true })).toHaveText(
    /SLIDER\(initial, minimum, maximum\)$/,
  );
  await expect(list.getByRole('option', { name: /SLIDER/ })).toHaveCount(1);
  await expect(page.locator('.cm-completionInfo')).toContainText('A slider of 200 steps');
  await page.keyboard.press('Enter');
  const help = page.locator('.cm-signature');
  await expect(help).toHaveText(/float initial.*initial: value at first/);
  await page.keyboard.type('2.0');
  await page.keyboard.press('Tab');
  await expect(help.locator('.cm-signature-active')).toHaveText('float minimum');
  await page.keyboard.type('1.0');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3.0');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+End');
  await expect(help).toBeHidden();
  expect(await sourceText(page)).toContain('[playground::SLIDER(2.0, 1.0, 3.0)]\nuniform');

  await hoverWord(page, 'SLIDER');
  const tooltip = page.locator('.cm-attribute');
  await expect(tooltip).toHaveCount(1);
  await expect(tooltip).toContainText('[playground::SLIDER(initial, minimum, maximum)]');
  await expect(tooltip).toContainText('A uniform of type float.');
  await expect(tooltip).toContainText('value at the left end');

  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('[playground::CALL::SIZE_OF("');
  await expect(list.getByRole('option')).toHaveText(['outputTextureWTexture2D']);
});
