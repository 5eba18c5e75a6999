import type { Page } from '@playwright/test';
import { runCommand } from '../support/controls.ts';
import {
  callStack,
  debuggerButton,
  expectCurrentLine,
  expectLines,
  expectVariables,
  traceThread,
} from '../support/debuggerPage.ts';
import { draftOf, storeDraft } from '../support/drafts.ts';
import {
  expect,
  focusSource,
  onOnePage,
  pausePicture,
  sourceEditor,
  test,
} from '../support/site.ts';

const MAIN = `import playground;
import rendering;
import noise;

[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    float rough = noiseAt(float(pixel.x));
    rough += noiseAt(0) * 0;
    outputTexture.Store(pixel, float4(rough));
}
`;
const NOISE = `module noise;

public float noiseAt(float x)
{
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += x * i;
    return sum;
}
`;

const file = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Files' }).getByRole('tab', { name });

const isShown = (page: Page, name: string) =>
  expect(file(page, name)).toHaveAttribute('aria-selected', 'true');

onOnePage(
  'the debugger in a project of two files',
  (page) => {
    test.beforeAll(async () => {
      await pausePicture(page());
      await traceThread(page(), 'draw', 2, 0);
    });

    test('steps into a module, whose file opens with its values', async () => {
      await isShown(page(), 'user.slang');
      await expectLines(page(), { 'float rough = ': 'rough = 6' });
      await debuggerButton(page(), 'First step').click();
      await debuggerButton(page(), 'Step forward').click();
      await debuggerButton(page(), 'Step forward').click();
      await isShown(page(), 'noise.slang');
      await expectCurrentLine(page(), 'public float noiseAt(float x)');
      await debuggerButton(page(), 'Step forward').click();
      await expectLines(page(), { 'public float noiseAt': 'x = 2' });
      await expectVariables(page(), [['x', '2', 'float']]);
      await expect(callStack(page())).toHaveText(['noiseAt line 3 of noise.slang', 'draw line 10']);
      await callStack(page()).nth(1).click();
      await isShown(page(), 'user.slang');
      await expectCurrentLine(page(), 'float rough = noiseAt');
    });

    test('keeps a breakpoint in the module, and goes to it', async () => {
      await file(page(), 'noise.slang').click();
      await focusSource(page());
      await sourceEditor(page()).locator('.cm-line').filter({ hasText: 'sum += x' }).click();
      await page().keyboard.press('F9');
      await expect(page().locator('.cm-breakpoint')).toHaveText('7');
      await file(page(), 'user.slang').click();
      await expect(page().locator('.cm-breakpoint')).toHaveCount(0);
      await debuggerButton(page(), 'First step').click();
      await debuggerButton(page(), 'Continue to next breakpoint').click();
      await isShown(page(), 'noise.slang');
      await expectCurrentLine(page(), 'sum += x * i;');
      await expect(page().locator('.cm-breakpoint')).toHaveText('7');
      await expect(page().getByText('Line 7 of noise.slang', { exact: true })).toBeVisible();
    });

    test('paints a value of the module, for all its calls or one', async () => {
      await sourceEditor(page()).locator('.cm-line').filter({ hasText: 'return sum' }).click();
      await runCommand(page(), 'Paint value');
      const legend = page().getByRole('group', { name: 'Painted value' });
      const largest = legend.getByRole('spinbutton', { name: 'Largest' });
      await expect(largest).toHaveValue('0');
      await expect(sourceEditor(page()).locator('.cm-painted')).toHaveText('return sum;');
      const call = legend.getByRole('combobox', { name: 'Call' });
      await expect(call.getByRole('option')).toHaveText([
        'All calls',
        'line 10: noiseAt(float(pixel.x))',
        'line 11: noiseAt(0)',
      ]);
      await call.selectOption('line 10: noiseAt(float(pixel.x))');
      await expect(largest).not.toHaveValue('0');
      await file(page(), 'user.slang').click();
      await expect(sourceEditor(page()).locator('.cm-painted')).toHaveCount(0);
      await file(page(), 'noise.slang').click();
      await expect(sourceEditor(page()).locator('.cm-painted')).toHaveText('return sum;');
      await legend.getByRole('button', { name: 'Stop painting' }).click();
    });

    test('says that its values are dated after an edit of the module', async () => {
      await sourceEditor(page()).locator('.cm-line').filter({ hasText: 'return sum' }).click();
      await page().keyboard.type(' ');
      await expect(page().locator('.cm-debugger-dated')).toBeVisible();
    });

    test('keeps the breakpoint when the module is renamed, or deleted and restored', async () => {
      const listed = page().getByText('Line 7 of grain.slang', { exact: true });
      await file(page(), 'noise.slang').focus();
      await page().keyboard.press('F2');
      await page().keyboard.type('grain');
      await page().keyboard.press('Enter');
      await expect(page().locator('.cm-breakpoint')).toHaveText('7');
      await expect(listed).toBeVisible();
      await file(page(), 'grain.slang').focus();
      await page().keyboard.press('Delete');
      await expect(listed).toBeHidden();
      await page().getByRole('button', { name: 'Undo' }).click();
      await expect(listed).toBeVisible();
      await expect(page().locator('.cm-breakpoint')).toHaveText('7');
    });
  },
  { width: 1000, height: 700 },
  {
    prepare: (page) =>
      storeDraft(page, draftOf(MAIN, { files: [{ path: 'noise.slang', text: NOISE }] })),
  },
);
