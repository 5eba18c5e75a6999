import type { Locator, Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import {
  expect,
  onOnePage,
  pausePicture,
  sourceEditor,
  test,
  typeSource,
  waitForMark,
} from '../support/site.ts';

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

/** Types {@link SHADER} and waits until code assistance has processed it. */
async function takeShader(page: Page): Promise<void> {
  // A resting pointer may open a tooltip.
  await page.mouse.move(0, 0);
  await typeSource(page, SHADER);
  await expect(named(page, 'function', 'brightness')).toHaveCount(2);
}

/** A name with the colour that code assistance gave it. */
const named = (page: Page, kind: string, hasText: string): Locator =>
  sourceEditor(page).locator(`.cm-token-${kind}`, { hasText });

const status = (page: Page): Locator => page.getByRole('region', { name: 'Source status' });

/** An occurrence of a name in the editor, as a target for the pointer. */
const nameIn = (page: Page, text: string): Locator =>
  sourceEditor(page).getByText(text, { exact: true });

/** The underlined texts, in text order. */
const squiggles = (page: Page) => sourceEditor(page).locator('.cm-lintRange');

/** Waits before accepting: a new list ignores keys for a moment, to avoid accidental choices. */
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

/** Goes to the only problem and checks its message, which new problems may close. */
async function goToProblem(page: Page, check: (message: Locator) => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('F8');
    await check(page.locator('.cm-tooltip .cm-problem'));
  }).toPass();
}

/** How many lines are visible after and before the cursor's line in a read-only text. */
const linesBelow = (peek: Locator) => linesInSight(peek, (line, view) => view.bottom - line.bottom);
const linesAbove = (peek: Locator) => linesInSight(peek, (line, view) => line.top - view.top);

async function linesInSight(
  peek: Locator,
  distance: (line: DOMRect, view: DOMRect) => number,
): Promise<number> {
  const boxOf = (selector: string) =>
    peek.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());
  const [line, view] = [await boxOf('.cm-activeLine'), await boxOf('.cm-scroller')];
  return distance(line, view) / line.height;
}

const editorText = (page: Page) =>
  sourceEditor(page).evaluate((content) => (content as HTMLElement).innerText);

onOnePage(
  'code assistance',
  (onlyPage, problems) => {
    test.beforeAll(async () => {
      await pausePicture(onlyPage());
      await status(onlyPage()).getByRole('button', { name: 'Start code assistance' }).click();
      await waitForMark(onlyPage(), READY);
    });

    test('names are coloured by their meaning', async () => {
      const page = onlyPage();
      await takeShader(page);
      await expect(named(page, 'parameter', 'point')).toHaveCount(2);
      await goToEnd(page);
      await page.keyboard.type('Ball ball;');
      await expect(named(page, 'type', 'Ball')).toHaveCount(2);
    });

    test('completion, signatures and documentation help to write code', async () => {
      const page = onlyPage();
      await takeShader(page);
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
      await expect
        .poll(() => editorText(page))
        .toContain('float2 middle(Ball ball) { return ball.center * brightness(ball.center); }');
      await expect(squiggles(page)).toHaveCount(0);
      expect(problems).toEqual([]);
    });

    test('hovering describes a name, and markup in comments is not executed', async () => {
      const page = onlyPage();
      await takeShader(page);
      const tooltip = page.locator('.cm-lsp-hover-tooltip');
      await nameIn(page, 'brightness').last().hover();
      await expect(tooltip).toContainText('func brightness(float2 point) -> float');
      await expect(tooltip).toContainText('How bright it is at point. <img src=x');
      await expect(tooltip.locator('img')).toHaveCount(0);
      expect(await page.title()).not.toContain('hacked');
    });

    test('“Go to definition” works in the text, in a module and in the core library', async () => {
      const page = onlyPage();
      await takeShader(page);
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
      await expect.poll(() => linesBelow(core)).toBeGreaterThan(3);
      await expect.poll(() => linesAbove(core)).toBeGreaterThan(3);
      await page.getByRole('button', { name: 'Close definition' }).click();
      await expect(core).toBeHidden();
      await expect(sourceEditor(page)).toBeFocused();

      await page.setViewportSize({ width: 1000, height: 220 });
      await page.keyboard.press('F12');
      await expect(core.locator('.cm-activeLine')).toContainText('T length(vector<T, N> x)');
      await expect.poll(() => linesBelow(core)).toBeGreaterThan(1);
      await expect.poll(() => linesAbove(core)).toBeGreaterThan(1);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1000, height: 700 });
    });

    test('typing over several lines replaces them in one undo step', async () => {
      const page = onlyPage();
      await typeSource(page, '// one\n// two\nint three;\n// four');
      const selectTwoLines = async () => {
        await page.keyboard.press('ControlOrMeta+Home');
        await page.keyboard.press('Shift+ArrowDown');
        await page.keyboard.press('Shift+ArrowDown');
      };
      await selectTwoLines();
      await page.keyboard.press('x');
      await expect.poll(() => editorText(page)).toBe('xint three;\n// four');
      await page.keyboard.press('ControlOrMeta+Z');
      await selectTwoLines();
      await page.keyboard.press('(');
      await expect.poll(() => editorText(page)).toBe('(// one\n// two\n)int three;\n// four');
      expect(problems).toEqual([]);
    });

    test('problems are marked at their position, and disappear when fixed', async () => {
      const page = onlyPage();
      await takeShader(page);
      await goToEnd(page);
      await page.keyboard.type('/* 🎉 */ static const float a = missing;');
      await expect(squiggles(page)).toHaveText(['missing']);
      await expect(status(page)).toContainText('1 error');

      // An edit before the problem moves it immediately.
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.type('// 👩‍🚀 first\n');
      await expect(squiggles(page)).toHaveText(['missing']);

      await goToProblem(page, (message) =>
        expect(message).toHaveText("undefined identifier 'missing'. 30015", {
          timeout: 2000 * SLOWNESS,
        }),
      );
      const selection = () => page.evaluate(() => String(getSelection()));
      expect(await selection()).toBe('missing');
      await page.keyboard.type('brightness(0)');
      await expect(squiggles(page)).toHaveCount(0);
      await expect(status(page)).toContainText('No problems');
      await typeSource(page, '');
      await expect(status(page)).toContainText(
        'The source is empty. Write a shader or load a demo.',
      );
      expect(problems).toEqual([]);
    });

    test('a problem leads to its related places', async () => {
      const page = onlyPage();
      await typeSource(
        page,
        'import rendering;\nstruct outputTexture {}\nvoid f() { outputTexture.Store(1, 2); }\n',
      );
      await expect(squiggles(page)).toHaveText(['outputTexture']);
      await goToProblem(page, async (message) => {
        const text = "ambiguous reference to 'outputTexture'";
        await expect(message).toContainText(text, { timeout: 2000 * SLOWNESS });
        await message
          .getByRole('button', { name: 'rendering.slang 8' })
          .click({ timeout: 2000 * SLOWNESS });
      });
      const peek = page.getByRole('region', { name: 'Definition in rendering.slang' });
      await expect(peek.locator('.cm-activeLine')).toContainText('outputTexture;');
      await page.getByRole('button', { name: 'Close definition' }).click();
      await expect(peek).toBeHidden();
    });

    test('the outline leads to a symbol', async () => {
      const page = onlyPage();
      await takeShader(page);
      await page.keyboard.press('ControlOrMeta+Shift+O');
      const field = page.getByRole('combobox', { name: 'Go to symbol' });
      const symbols = page.getByRole('listbox', { name: 'Symbols' }).getByRole('option');
      await expect(field).toBeFocused();
      await expect(symbols).toHaveText([/^brightness/, /^Ball/, /^center/, /^radius/, /^draw/]);
      // The costs appear after a background compile.
      const costs = symbols.locator('[role="img"]');
      await expect(costs).toHaveCount(2);
      await expect(costs.last()).toHaveAttribute(
        'title',
        /^Including all that it calls: \d+ instruc/,
      );
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

    test('blocks fold, lines can be commented out, and several cursors can type', async () => {
      const page = onlyPage();
      await typeSource(page, 'float f()\n{\n    return 1;\n}\nint a;\nint b;');
      await page.keyboard.press('ControlOrMeta+Home');
      // Text that the editor has not parsed yet cannot fold.
      await expect(async () => {
        await page.keyboard.press('ControlOrMeta+Shift+BracketLeft');
        expect(await page.locator('.cm-foldPlaceholder').count()).toBe(1);
      }).toPass();
      await expect(sourceEditor(page)).not.toContainText('return 1');
      await page.keyboard.press('ControlOrMeta+Shift+BracketRight');
      await expect(sourceEditor(page)).toContainText('return 1');

      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.press('ControlOrMeta+/');
      await expect(page.locator('.cm-activeLine')).toHaveText('// int b;');
      await page.keyboard.press('ControlOrMeta+/');
      await page.keyboard.press('ControlOrMeta+Alt+ArrowUp');
      await page.keyboard.type(' x');
      await expect.poll(() => editorText(page)).toContain('int a; x\nint b; x');
    });

    test('undo restores the text that a demo replaced', async () => {
      const page = onlyPage();
      await typeSource(page, 'int mine = missing;');
      await expect(squiggles(page)).toHaveText(['missing']);
      await page.getByRole('combobox', { name: 'Load Demo' }).selectOption({ index: 1 });
      await expect(sourceEditor(page)).not.toContainText('mine');
      await expect(squiggles(page)).toHaveCount(0);
      await sourceEditor(page).focus();
      await page.keyboard.press('ControlOrMeta+Z');
      await expect(sourceEditor(page)).toHaveText('int mine = missing;');
      await expect(squiggles(page)).toHaveText(['missing']);
    });
  },
  { width: 1000, height: 700 },
);
