import type { Locator, Page } from '@playwright/test';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
  TARGETS,
} from '#core/output/compileTarget.ts';
import { bytesText } from '#core/util/countText.ts';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { axeFindings } from '../support/axe.ts';
import { readDemo } from '../support/compiler.ts';
import { openTool } from '../support/controls.ts';
import { downloaded, unzipped } from '../support/downloads.ts';
import {
  copiedTargetCode,
  diagnostics,
  expect,
  openAtRest,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const ENTRY_POINTS = ['fillStone', 'show'];

const targets = (page: Page) => page.getByRole('tabpanel', { name: 'Targets' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

function cell(page: Page, entryPoint: string, target: CompileTarget): Locator {
  return page
    .getByRole('table', { name: 'Entry points by target' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: entryPoint }) })
    .getByRole('cell')
    .nth(COMPILE_TARGETS.indexOf(target));
}

async function openTargets(page: Page, summary: string): Promise<void> {
  await openTool(page, 'Targets');
  await expect(targets(page).getByRole('status')).toHaveText(summary, {
    timeout: 60_000 * SLOWNESS,
  });
}

async function compileByHand(
  page: Page,
  target: CompileTarget,
  entryPoint: string,
): Promise<string> {
  await page.getByRole('combobox', { name: 'Target' }).selectOption(target);
  if (!compilesWholeProgram(target)) {
    await page.getByRole('combobox', { name: 'Entrypoint' }).selectOption(entryPoint);
  }
  await sourceEditor(page).focus();
  await pressAndCompile(page, 'ControlOrMeta+B');
  await tab(page, 'Target Code').click();
  return copiedTargetCode(page);
}

async function downloadedFiles(page: Page): Promise<ReadonlyMap<string, Uint8Array>> {
  const { name, bytes: zip } = await downloaded(page, () =>
    page.getByRole('button', { name: 'Download all' }).click(),
  );
  expect(name).toBe('targets.zip');
  return new Map((await unzipped(zip)).map(({ path, bytes }) => [path, bytes]));
}

test('the Targets view agrees with compiling each target, and opens its outputs', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  await openAtRest(page, `${url}?demo=volume-slices`);

  await test.step('each output has the same size as when compiled separately, and is in the zip', async () => {
    await openTargets(page, '2 entry points compile to all 6 targets.');
    expect(await axeFindings(page, '[role="tabpanel"]')).toEqual([]);
    const files = await downloadedFiles(page);
    await expect(targets(page).getByRole('status')).toContainText(
      'Downloaded 9 outputs as targets.zip.',
    );
    expect(files.size).toBe(9);
    for (const target of COMPILE_TARGETS) {
      const isWhole = compilesWholeProgram(target);
      for (const entryPoint of ENTRY_POINTS.slice(0, isWhole ? 1 : 2)) {
        const code = await compileByHand(page, target, entryPoint);
        const file = files.get(`${isWhole ? 'user' : entryPoint}.${TARGETS[target].extension}`);
        // SPIRV is saved as bytes, and shown as text.
        if (target !== 'SPIRV') expect(new TextDecoder().decode(file)).toBe(code);
        const lines = code.trimEnd().split('\n').length.toLocaleString('en');
        const size = bytesText(file?.length ?? 0);
        for (const row of isWhole ? ENTRY_POINTS : [entryPoint]) {
          await expect(cell(page, row, target)).toHaveText(new RegExp(`^ok${size}${lines} lines`));
        }
      }
    }
  });

  await test.step('a failure opens its diagnostics', async () => {
    await typeSource(page, await readDemo('entrypoint'));
    await openTargets(page, '4 entry points compile to 5 of 6 targets. CUDA fails.');
    await expect(cell(page, 'shadeVertex', 'CUDA')).toHaveText(/^fails.*doesn't support/);
    await cell(page, 'shadeFragment', 'CUDA').getByRole('button', { name: 'fails' }).press('Enter');
    await expect(diagnostics(page)).toContainText("this target doesn't support");
    await expect(cell(page, 'shadeFragment', 'CUDA').getByRole('button').first()).toBeFocused();
    await expect(page.getByRole('combobox', { name: 'Target' })).toHaveValue('CUDA');
    await expect(page.getByRole('combobox', { name: 'Entrypoint' })).toHaveValue('shadeFragment');
  });

  await test.step('an output that compiled opens as target code, even if others failed', async () => {
    expect([...(await downloadedFiles(page)).keys()].sort()).toEqual([
      ...['paintBackground.glsl', 'paintBackground.hlsl', 'paintColors.glsl', 'paintColors.hlsl'],
      ...['shadeFragment.glsl', 'shadeFragment.hlsl', 'shadeVertex.glsl', 'shadeVertex.hlsl'],
      ...['user.metal', 'user.spv', 'user.wgsl'],
    ]);
    await expect(targets(page).getByRole('status')).toContainText('4 are missing');
    await cell(page, 'shadeVertex', 'GLSL').getByRole('button', { name: 'ok' }).click();
    await expect(tab(page, 'Target Code')).toHaveAttribute('aria-selected', 'true');
    expect(await copiedTargetCode(page)).toContain('gl_Position');
    expect(site.problems).toEqual([]);
  });
});
