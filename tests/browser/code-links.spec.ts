import type { Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { moreForTargetCode } from '../support/controls.ts';
import {
  copiedTargetCode,
  copiedText,
  expect,
  focusSource,
  onOnePage,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const SOURCE = `import playground;

[playground::ZEROS(16)]
RWStructuredBuffer<float> data;

float scaled(float x)
{
    return x * 1.625;
}

[shader("compute")]
[numthreads(1, 1, 1)]
[playground::CALL(1, 1, 1)]
[playground::CALL::ONCE]
void main()
{
    data[0] = scaled(data[1]);
    data[2] = sqrt(data[3] + 8.5);
}
`;

/** A source whose target code does not fit into the window. */
const PRINTING = SOURCE.replace(
  'import playground;',
  'import playground;\nimport printing;',
).replace('8.5);', '8.5); printf("%f", data[2]);');

/** A source whose temporaries become one expression. */
const FOLDED = SOURCE.replace(
  '    return x * 1.625;',
  `    // A wave.
    float first = sin(x * 12.75);
    float second = cos(x * 3.125);
    float unused = x * 9.375;
    return first * second;`,
);

const targetCode = (page: Page) => page.getByRole('textbox', { name: 'Target code' });
const lineIn = (editor: ReturnType<typeof targetCode>, text: string) =>
  editor.locator('.cm-line', { hasText: text }).first();
const lit = (editor: ReturnType<typeof targetCode>) => editor.locator('.cm-linked-line');
const origin = (editor: ReturnType<typeof targetCode>) => editor.locator('.cm-linked-origin');

async function compileTo(page: Page, target: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Target' }).selectOption(target);
  await focusSource(page);
  await pressAndCompile(page, 'ControlOrMeta+B');
  await page.getByRole('tab', { name: 'Target Code' }).click();
}

onOnePage(
  'linked lines',
  (pageOf, problems) => {
    test.beforeAll(async () => {
      // The program has no picture, which would leave little space for the target code.
      await runSource(pageOf(), PRINTING);
      await typeSource(pageOf(), SOURCE);
    });

    test('are highlighted in both editors, and clicks and keys follow them', async () => {
      const page = pageOf();
      const [source, code] = [sourceEditor(page), targetCode(page)];
      await compileTo(page, 'WGSL');
      await expect(code).toContainText('* 1.625');

      await test.step('the pointer highlights lines in both directions', async () => {
        // Linked lines load once the page is idle, and then react to the next pointer movement.
        await expect(async () => {
          await page.mouse.move(0, 0);
          await lineIn(source, 'x * 1.625').hover({ position: { x: 60, y: 5 } });
          await expect(lit(code)).toContainText(['* 1.625'], { timeout: 1000 * SLOWNESS });
        }).toPass();
        await expect(origin(source)).toContainText('x * 1.625');
        await lineIn(code, 'sqrt').hover({ position: { x: 60, y: 5 } });
        await expect(lit(source)).toContainText(['sqrt(data[3] + 8.5)']);
        await expect(origin(code)).toContainText('sqrt');
      });

      await test.step('a click shows the linked lines, and selecting text still works', async () => {
        await lineIn(source, 'x * 1.625').click({ position: { x: 60, y: 5 } });
        await page.mouse.move(0, 0);
        await expect(lit(code)).toContainText(['* 1.625']);
        await lineIn(code, 'sqrt').click({ position: { x: 60, y: 5 } });
        await page.mouse.move(0, 0);
        await expect(lit(source)).toContainText(['sqrt']);
        await expect(code).toBeFocused();
      });

      await test.step('Ctrl+click, a click on a line number, and F4 go to the linked line', async () => {
        await lineIn(code, '* 1.625').click({
          modifiers: ['ControlOrMeta'],
          position: { x: 60, y: 5 },
        });
        await expect(source).toBeFocused();
        await page.mouse.move(0, 0);
        await expect(origin(source)).toContainText('x * 1.625');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('F4');
        await expect(code).toBeFocused();
        await expect(origin(code)).toContainText('* 1.625');
        await page.keyboard.press('F4');
        await expect(source).toBeFocused();
      });
    });

    test('highlight all lines whose values became one expression, and the part under the pointer', async () => {
      const page = pageOf();
      const [source, code] = [sourceEditor(page), targetCode(page)];
      await typeSource(page, FOLDED);
      await compileTo(page, 'HLSL');
      await expect(code).toContainText('12.75');
      const parts = page.locator('.cm-linked-part');

      await test.step('from the target code', async () => {
        const expression = lineIn(code, '12.75');
        await expression.hover({ position: { x: 60, y: 5 } });
        await expect(lit(source)).toContainText(['12.75', '3.125', 'first * second']);
        await expression.getByText('sin', { exact: true }).hover();
        await expect(parts).toHaveText(['sin(x * 12.75)', /^sin\(x_\d+ \* 12.75f\)$/]);
        await expression.getByText('cos', { exact: true }).hover();
        await expect(parts).toHaveText(['cos(x * 3.125)', /^cos\(x_\d+ \* 3.125f\)$/]);
      });

      await test.step('from the source, including the line number', async () => {
        const { x = 0, y = 0, height = 0 } = (await lineIn(source, '12.75').boundingBox()) ?? {};
        await page.mouse.move(x - 30, y + height / 2);
        await expect(origin(source)).toContainText('12.75');
        await expect(lit(code)).toContainText(['* 3.125']);
        await expect(parts).toHaveText([/^sin\(x_\d+ \* 12.75f\)$/]);
      });

      await test.step('F4 moves between the parts and back', async () => {
        await lineIn(source, '3.125').click();
        await page.mouse.move(0, 0);
        await page.keyboard.press('F4');
        await expect(code).toBeFocused();
        await expect(parts).toHaveText(['cos(x * 3.125)', /^cos\(x_\d+ \* 3.125f\)$/]);
        await page.keyboard.press('F4');
        await expect(source).toBeFocused();
        await expect(origin(source)).toContainText('3.125');
      });

      await test.step('F4 says why a line has no code', async () => {
        const note = page.locator('.cm-editor-note');
        await lineIn(source, 'A wave').click();
        await page.keyboard.press('F4');
        await expect(note).toHaveText('No target code comes from this line: it’s a comment.');
        await lineIn(source, '9.375').click();
        await page.keyboard.press('F4');
        await expect(note).toHaveText(
          'No target code comes from this line: nothing uses “unused”, so the compiler removed it.',
        );
      });
    });

    test('lead from a module’s code to its read-only source', async () => {
      const page = pageOf();
      await typeSource(page, PRINTING);
      await compileTo(page, 'HLSL');
      const code = targetCode(page);
      await lineIn(code, 'reserveRecords').click({ position: { x: 60, y: 5 } });
      await expect(origin(code)).toHaveAttribute(
        'title',
        /^From the playground’s module printing, line \d+\.$/,
      );
      await page.keyboard.press('F4');
      const module = page.getByRole('textbox', { name: 'printing.slang' });
      await expect(module).toBeFocused();
      await expect(module.locator('.cm-activeLine')).toContainText('reserveRecords');
      await page.keyboard.press('Escape');
      await expect(module).toHaveCount(0);
      // Far below: the target code follows the cursor.
      await expect(lineIn(code, 'sqrt(')).toHaveCount(0);
      await lineIn(sourceEditor(page), 'sqrt(').click({ position: { x: 60, y: 5 } });
      await expect(lit(code).filter({ hasText: 'sqrt(' })).toBeVisible();
    });

    test('hide the line directives, but keep them in copied text', async () => {
      const page = pageOf();
      await typeSource(page, SOURCE);
      const code = targetCode(page);
      await compileTo(page, 'HLSL');
      await expect(code).not.toContainText('#line');
      const whole = await copiedTargetCode(page);
      expect(whole).toContain('#line 4 "user.slang"');
      await code.focus();
      await page.keyboard.press('ControlOrMeta+A');
      expect(await copiedText(page, () => page.keyboard.press('ControlOrMeta+C'))).toBe(whole);
      const button = page.getByRole('button', { name: 'Show line directives' });
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(code).toContainText('#line');
      await button.click();
      await expect(code).not.toContainText('#line');
      await compileTo(page, 'WGSL');
      await expect(button).toHaveCount(0);
    });

    test('follow edits until the next compile', async () => {
      const page = pageOf();
      const [source, code] = [sourceEditor(page), targetCode(page)];
      await compileTo(page, 'HLSL');
      await source.focus();
      await page.keyboard.press('ControlOrMeta+Home');
      await page.keyboard.press('Enter');
      await lineIn(code, 'sqrt').hover({ position: { x: 60, y: 5 } });
      await expect(lit(source)).toContainText(['sqrt(data[3] + 8.5)']);
      await lineIn(source, 'sqrt').click({ position: { x: 60, y: 5 } });
      await page.mouse.move(0, 0);
      await expect(lit(code)).toContainText(['sqrt']);
      await page.keyboard.press('End');
      await page.keyboard.type(' // edited');
      await expect(lit(code)).toHaveCount(0);
      await page.keyboard.press('F4');
      await expect(page.locator('.cm-editor-note')).toHaveText(
        'This line has changed since the last compile. Compile to link it.',
      );
    });

    test('colour functions in both editors', async () => {
      const page = pageOf();
      await typeSource(page, SOURCE);
      await compileTo(page, 'HLSL');
      const stripes = page.locator('.cm-function-stripe[data-function="scaled"]');
      const colour = page.getByRole('menuitemcheckbox', { name: 'Colour by function' });
      await moreForTargetCode(page);
      await colour.click();
      // Four lines in the source, plus those of its code.
      await expect.poll(() => stripes.count()).toBeGreaterThan(7);
      await moreForTargetCode(page);
      await expect(colour).toHaveAttribute('aria-checked', 'true');
      await colour.click();
      await expect(stripes).toHaveCount(0);
    });

    test('are absent without code, and for a source that renumbers its lines', async () => {
      const page = pageOf();
      const source = sourceEditor(page);
      await typeSource(
        page,
        SOURCE.replace('float scaled', '#line 900 "elsewhere.slang"\nfloat scaled'),
      );
      await compileTo(page, 'HLSL');
      await lineIn(targetCode(page), '* 1.625').hover({ position: { x: 60, y: 5 } });
      await typeSource(page, SOURCE.replace('sqrt(', 'missing('));
      await compileTo(page, 'HLSL');
      await lineIn(source, 'missing(').click({ position: { x: 60, y: 5 } });
      await page.keyboard.press('F4');
      await expect(page.locator('.cm-editor-note')).toHaveText(
        'The newest compile failed, so there is no target code.',
      );
      await expect(lit(source)).toHaveCount(0);
      expect(problems).toEqual([]);
    });
  },
  { width: 1200, height: 800 },
);
