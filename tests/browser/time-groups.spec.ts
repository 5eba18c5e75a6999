import type { Locator, Page } from '@playwright/test';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { openTool } from '../support/controls.ts';
import { expectFrames } from '../support/frames.ts';
import {
  expect,
  noDiagnostics,
  onOnePage,
  runSource,
  sourceEditor,
  test,
} from '../support/site.ts';

/** The picture does not change, so it is already complete when a size draws only part of it. */
const SOURCE = `import playground;
import rendering;
[playground::ZEROS(4096)] RWStructuredBuffer<float> sums;
[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(64, 64, 1)]
void add(uint2 id : SV_DispatchThreadID)
{
    sums[id.y * 64 + id.x] += 1.0 + float(id.x);
}
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID, uint2 local : SV_GroupThreadID)
{
    if (local.x >= 8 || local.y >= 8) return;
    drawPixel(at, (int2 screen) => float4(float2(at) / float2(screen), 0.5, 1.0));
}
`;

const PRESENT = '[numthreads(1, 1, 1)]';

function tryButton(page: Page, entryPoint: string): Locator {
  return page
    .getByRole('table', { name: 'Time by entry point' })
    .getByRole('row')
    .filter({ hasText: entryPoint })
    .getByRole('button', { name: 'Try group sizes' });
}

/** Tries the sizes of an entry point, and returns what the trial shows once it has ended. */
async function tryGroupSizes(page: Page, entryPoint: string): Promise<Locator> {
  await openTool(page, 'Profile');
  await tryButton(page, entryPoint).click();
  const trial = page.getByRole('region', { name: `Group sizes of ${entryPoint}` });
  await expect(trial.getByRole('button', { name: 'Close' })).toBeVisible({
    timeout: 90_000 * SLOWNESS,
  });
  return trial;
}

function sizeRow(trial: Locator, size: string): Locator {
  return trial.getByRole('row', { name: new RegExp(`^${size} `) });
}

onOnePage(
  'group sizes',
  (onlyPage, problems) => {
    test.beforeAll(() => runSource(onlyPage(), SOURCE));

    test('that write different data are not offered', async () => {
      const trial = await tryGroupSizes(onlyPage(), 'paint');
      await expect(sizeRow(trial, '8 × 8 current')).toContainText(/\d (?:ms|µs)/);
      await expect(sizeRow(trial, '8 × 4')).toContainText(/\d (?:ms|µs)/);
      for (const size of ['16 × 8', '16 × 16', '64 × 1']) {
        await expect(sizeRow(trial, size)).toContainText(
          'Writes something different into outputTexture',
        );
      }
      await expect(trial.getByRole('button', { name: /^Use (?!8 × 4)/ })).toHaveCount(0);
      await trial.getByRole('button', { name: 'Close' }).click();
      await expect(trial).toHaveCount(0);
      await expect(tryButton(onlyPage(), 'paint')).toBeFocused();
    });

    test('change the source only on request, and undo restores it', async () => {
      const page = onlyPage();
      const trial = await tryGroupSizes(page, 'add');
      await expect(sourceEditor(page)).toContainText(PRESENT);
      await expectFrames(page);
      await expect(trial.getByRole('status').first()).toContainText(
        'less time than the current size',
      );
      const use = trial.getByRole('button', { name: /^Use / });
      const [x = '', y = ''] = ((await use.textContent()) ?? '').replace('Use ', '').split(' × ');
      await use.click();
      await expect(sourceEditor(page)).toContainText(`[numthreads(${x}, ${y}, 1)]`);
      await expect(sourceEditor(page)).not.toContainText(PRESENT);
      await expect(trial.getByText('Run it to use them.')).toBeVisible();
      await sourceEditor(page).focus();
      await page.keyboard.press('ControlOrMeta+z');
      await expect(sourceEditor(page)).toContainText(PRESENT);
      await noDiagnostics(page);
      expect(problems).toEqual([]);
    });
  },
  { width: 900, height: 700 },
);
