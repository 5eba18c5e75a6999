import type { Locator, Page } from '@playwright/test';
import {
  expect,
  openAtRest,
  openPlayground,
  sourceEditor,
  test,
  typeSource,
  waitForMark,
} from '../support/site.ts';

// The other journeys do without: they need the processors for other things.
test.use({ assistance: true });

const READY = 'playground:language-server-start';

const SHADER = `import playground;
import rendering;

/// How bright it is at \`point\`. <img src=x onerror="document.title = 'hacked'">
float brightness(float2 point)
{
    return 1.0 / length(point);
}

struct Ball
{
    float2 center;
    float radius;
}

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => { return float4(brightness(pixel)); });
}
`;

/** Opens the playground with a text and waits until the code assistance has looked at it. */
async function openAssisted(page: Page, url: string, text: string): Promise<void> {
  await openAtRest(page, url);
  await typeSource(page, text);
  await waitForMark(page, READY);
  await expect(status(page).getByRole('button', { name: 'Outline' })).toBeVisible();
}

const status = (page: Page): Locator => page.getByRole('region', { name: 'Source status' });

/** A name where it occurs in the editor, as a place for the pointer. */
const nameIn = (page: Page, text: string): Locator =>
  sourceEditor(page).getByText(text, { exact: true });

/** The text under squiggles, in the order of the text. */
const squiggles = (page: Page) => sourceEditor(page).locator('.cm-lintRange');

/** A list takes no keys in its first moments, so that nothing is accepted by accident. */
async function accept(page: Page, list: Locator, written: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press((await list.isVisible()) ? 'Tab' : 'Control+Space');
    expect(await editorText(page)).toContain(written);
  }).toPass();
}

async function goToEnd(page: Page): Promise<void> {
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
}

const editorText = (page: Page) =>
  sourceEditor(page).evaluate((content) => (content as HTMLElement).innerText);

test('code is written with completion, signatures and documentation', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await goToEnd(page);
  await page.keyboard.type('float2 middle(Ball ball) { return ball.');
  const list = page.getByRole('listbox', { name: 'Completions' });
  await expect(list.getByRole('option')).toHaveText([/center$/, /radius$/]);
  await page.keyboard.type('ce');
  await expect(list.getByRole('option', { name: 'center' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await accept(page, list, 'return ball.center');
  await page.keyboard.type(' * brigh');
  await expect(list.getByRole('option', { selected: true })).toHaveText(/brightness$/);
  await expect(page.locator('.cm-completionInfo')).toContainText('How bright it is at point.');
  await accept(page, list, 'ball.center * brightness');
  await page.keyboard.type('(');
  await expect(page.locator('.cm-signature-active')).toHaveText('float2 point');
  await page.keyboard.type('ball.center); }');
  expect(await editorText(page)).toContain(
    'float2 middle(Ball ball) { return ball.center * brightness(ball.center); }',
  );
  await expect(squiggles(page)).toHaveCount(0);
  expect(site.problems).toEqual([]);
});

test('hovering tells what a name is, and nothing in a comment is run', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await nameIn(page, 'brightness').last().hover();
  const tooltip = page.locator('.cm-lsp-hover-tooltip');
  await expect(tooltip).toContainText('func brightness(float2 point) -> float');
  await expect(tooltip).toContainText('How bright it is at point. <img src=x');
  await expect(tooltip.locator('img')).toHaveCount(0);
  expect(await page.title()).not.toContain('hacked');
});

test('definitions are reached in the text, in a module and in the core library', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await nameIn(page, 'brightness')
    .last()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(page.locator('.cm-activeLine')).toHaveText('float brightness(float2 point)');

  await nameIn(page, 'drawPixel').click();
  await page.keyboard.press('F12');
  const peek = page.getByRole('region', { name: 'Definition in rendering.slang' });
  await expect(peek).toContainText('rendering.slang · read-only');
  await expect(peek.locator('.cm-activeLine')).toContainText('public void drawPixel(');
  await expect(peek.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('not written');
  await expect(peek).not.toContainText('not written');
  await page.keyboard.press('Escape');
  await expect(peek).toBeHidden();
  await expect(sourceEditor(page)).toBeFocused();

  await nameIn(page, 'length').click();
  await page.keyboard.press('F12');
  const core = page.getByRole('region', { name: 'Definition in Slang’s core library' });
  await expect(core.locator('.cm-activeLine')).toContainText('T length(vector<T, N> x)');
  await expect(core).toContainText('/// Compute the length of a vector.');
  await page.getByRole('button', { name: 'Close definition' }).click();
  await expect(core).toBeHidden();
});

test('problems are marked where they are, and go when they are solved', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await goToEnd(page);
  await page.keyboard.type('/* 🎉 */ static const float a = missing;');
  await expect(squiggles(page)).toHaveText(['missing']);
  await expect(status(page)).toContainText('1 error');

  // An edit before it moves it along at once.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('// 👩‍🚀 first\n');
  await expect(squiggles(page)).toHaveText(['missing']);

  await page.keyboard.press('F8');
  await expect(page.locator('.cm-tooltip .cm-problem')).toHaveText(
    "undefined identifier 'missing'. 30015",
  );
  const selection = () => page.evaluate(() => String(getSelection()));
  expect(await selection()).toBe('missing');
  await page.keyboard.type('brightness(0)');
  await expect(squiggles(page)).toHaveCount(0);
  await expect(status(page)).toContainText('No problems');
  expect(site.problems).toEqual([]);
});

test('a problem leads to the places that it is about', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(
    page,
    url,
    'import rendering;\nstruct outputTexture {}\nvoid f() { outputTexture.Store(1, 2); }\n',
  );
  await expect(squiggles(page)).toHaveText(['outputTexture']);
  await page.keyboard.press('F8');
  const problem = page.locator('.cm-tooltip .cm-problem');
  await expect(problem).toContainText("ambiguous reference to 'outputTexture'");
  await problem.getByRole('button', { name: 'rendering.slang 8' }).click();
  const peek = page.getByRole('region', { name: 'Definition in rendering.slang' });
  await expect(peek.locator('.cm-activeLine')).toContainText('outputTexture;');
});

test('the outline leads to a symbol', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await status(page).getByRole('button', { name: 'Outline' }).click();
  const field = page.getByRole('combobox', { name: 'Go to symbol' });
  const symbols = page.getByRole('listbox', { name: 'Symbols' }).getByRole('option');
  await expect(field).toBeFocused();
  await expect(symbols).toHaveText([/^brightness/, /^Ball/, /^center/, /^radius/, /^draw/]);
  await page.keyboard.type('ra');
  await expect(symbols).toHaveText([/^radius/, /^draw/]);
  await page.keyboard.press('Enter');
  await expect(page.locator('.cm-activeLine')).toHaveText('    float radius;');
  await expect(sourceEditor(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+O');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
});

test('names are coloured by what they mean', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, SHADER);
  await expect(
    sourceEditor(page).locator('.cm-token-function', { hasText: 'brightness' }),
  ).toHaveCount(2);
  await expect(sourceEditor(page).locator('.cm-token-parameter', { hasText: 'point' })).toHaveCount(
    2,
  );
  await goToEnd(page);
  await page.keyboard.type('Ball ball;');
  await expect(sourceEditor(page).locator('.cm-token-type', { hasText: 'Ball' })).toHaveCount(2);
});

test('undo brings back the text that a demo has replaced', async ({ page, site }) => {
  const { url } = await site.serve();
  await openAssisted(page, url, 'int mine = missing;');
  await expect(squiggles(page)).toHaveText(['missing']);
  await page.getByRole('combobox', { name: 'Load Demo' }).selectOption({ index: 1 });
  await expect(sourceEditor(page)).not.toContainText('mine');
  await expect(squiggles(page)).toHaveCount(0);
  await sourceEditor(page).focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(sourceEditor(page)).toHaveText('int mine = missing;');
  await expect(squiggles(page)).toHaveText(['missing']);
});

test('blocks fold, lines are commented out, and several cursors write', async ({ page, site }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  await typeSource(page, 'float f()\n{\n    return 1;\n}\nint a;\nint b;');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('ControlOrMeta+Shift+BracketLeft');
  await expect(page.locator('.cm-foldPlaceholder')).toHaveCount(1);
  await expect(sourceEditor(page)).not.toContainText('return 1');
  await page.keyboard.press('ControlOrMeta+Shift+BracketRight');
  await expect(sourceEditor(page)).toContainText('return 1');

  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+/');
  await expect(page.locator('.cm-activeLine')).toHaveText('// int b;');
  await page.keyboard.press('ControlOrMeta+/');
  await page.keyboard.press('ControlOrMeta+Alt+ArrowUp');
  await page.keyboard.type(' x');
  expect(await editorText(page)).toContain('int a; x\nint b; x');
});

test.describe('on a small screen', () => {
  test('the code assistance waits until it is asked for, and is remembered', async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.goto(url);
    await sourceEditor(page).click();
    const start = status(page).getByRole('button', { name: 'Start code assistance' });
    await expect(start).toBeVisible();
    await start.click();
    await waitForMark(page, READY);
    await expect(start).toBeHidden();
    await page.reload();
    await waitForMark(page, READY);
  });
});

test('a language server that dies is replaced, with the text as it is', async ({ page, site }) => {
  const { url } = await site.serve();
  await page.addInitScript(() => {
    const { Worker: RealWorker } = globalThis;
    const workers: Worker[] = [];
    Object.assign(globalThis, {
      languageWorkers: workers,
      Worker: class extends RealWorker {
        constructor(address: string | URL, options?: WorkerOptions) {
          super(address, options);
          if (options?.name === 'language server') workers.push(this);
        }
      },
    });
  });
  const kill = () =>
    page.evaluate(() => {
      const { languageWorkers } = globalThis as unknown as { languageWorkers: Worker[] };
      languageWorkers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'killed' }));
    });
  await openAssisted(page, url, 'int a = missing;');
  await expect(squiggles(page)).toHaveText(['missing']);
  await kill();
  await expect(status(page)).toContainText('Code assistance is restarting…');
  await goToEnd(page);
  await page.keyboard.type(' int b = gone;');
  await expect(squiggles(page)).toHaveText(['missing', 'gone']);
  for (let death = 0; death < 4; death += 1) await kill();
  await expect(status(page)).toContainText('Code assistance has stopped.');
  await expect(squiggles(page)).toHaveCount(0);
  await status(page).getByRole('button', { name: 'Start it again' }).click();
  await expect(squiggles(page)).toHaveText(['missing', 'gone']);
});
