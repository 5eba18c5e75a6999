import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { DEMOS } from '#demos/demos.ts';
import { type CompiledProgram, USER_SHADER_PATH } from '#program/compileResult.ts';
import { planRun } from '#program/planRun.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { demoNames, NOT_RUN } from '../support/demos.ts';
import { colorAt, difference, type Picture, readPicture } from '../support/pixels.ts';
import { openEmptyPage } from '../support/printingPage.ts';
import { diagnostics, expect, openPlayground, runSource, test } from '../support/site.ts';

const texts = path.join(import.meta.dirname, 'demos');

const brightness = (picture: Picture, x: number, y: number) =>
  colorAt(picture, x, y).reduce((sum, channel) => sum + channel, 0);

/** What the pictures of demos have to show. A demo that draws and is not here has only to run. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'bitonic-sort': async (page) => {
    const columns = Array.from({ length: 64 }, (_, index) => (index + 0.5) / 64);
    const row = (picture: Picture, y: number) => columns.map((x) => brightness(picture, x, y));
    const rises = (values: readonly number[]) =>
      values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
    await expect(async () => {
      const picture = await readPicture(page);
      const sorted = row(picture, 0.99);
      expect(sorted.at(-1)).toBeGreaterThan(600);
      expect(rises(sorted)).toBe(true);
      expect(rises(row(picture, 0.01))).toBe(false);
    }).toPass();
  },
  'multiple-kernels': async (page) => {
    await expect(async () => {
      const first = await readPicture(page);
      expect(brightness(first, 0.02, 0.98)).toBeGreaterThan(100);
      expect(difference(first, await readPicture(page))).toBeGreaterThan(0.2);
    }).toPass();
  },
};

/**
 * What a demo prints, undefined if it prints nothing. The texts do not come from a GPU: C's printf,
 * exact fractions, closed formulas and a CPU's sort gave them.
 */
function expectedText(name: string): string | undefined {
  const file = path.join(texts, `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const compiler = createTestCompiler();

async function compileDemo(name: string): Promise<CompiledProgram> {
  const answer = (await compiler).compile({
    target: 'WGSL',
    entrypoint: null,
    sourceCode: await readDemo(name),
    shaderPath: USER_SHADER_PATH,
  });
  if (!answer.succ) throw new Error(answer.log || answer.message);
  return answer.result;
}

/** Opens a demo as a user would: from the list, or by pasting it if it is not listed. */
async function openDemo(page: Page, name: string): Promise<void> {
  const listed = DEMOS.find(({ url }) => url === name);
  if (!listed) return runSource(page, await readDemo(name));
  await page.getByRole('combobox', { name: 'Load Demo' }).selectOption(listed.name);
}

/** Waits for frames, if there are to be any, and then for nothing to be amiss. */
async function expectToRun(page: Page, name: string): Promise<void> {
  const plan = planRun(await compileDemo(name), 'https://example.test/');
  if (!plan.ok) throw new Error(plan.error);
  const { outputTypes, callCommands } = plan.value;
  if (outputTypes.includes('image')) {
    await expect(page.getByLabel('Render output')).toBeVisible();
  }
  if (callCommands.some(({ callOnce }) => !callOnce)) {
    await expect(page.getByLabel('Frame', { exact: true })).not.toHaveText('00000');
  }
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
}

for (const name of demoNames()) {
  const text = expectedText(name);
  const notRun = NOT_RUN[name];
  const does = notRun ? 'says why it is not run' : 'runs';

  test(`the demo ${name} ${does}${text === undefined ? '' : ' and prints its text'}`, async ({
    page,
    site,
  }) => {
    const { url } = await site.serve();
    await openPlayground(page, url);
    await openDemo(page, name);
    if (text !== undefined) {
      const output = page.getByRole('tabpanel', { name: 'Output' });
      await expect.poll(() => output.textContent()).toBe(text);
    }
    if (notRun === undefined) await expectToRun(page, name);
    else await expect(diagnostics(page)).toHaveText(notRun);
    await PICTURES[name]?.(page);
    expect(site.problems).toEqual([]);
  });
}

test('every text and every check of a picture belongs to a demo', () => {
  const files = readdirSync(texts).map((file) => path.basename(file, '.txt'));
  for (const name of [...files, ...Object.keys(PICTURES)]) expect(demoNames()).toContain(name);
});

test('the lines between groups of demos cannot be chosen', async ({ page, site }) => {
  const { url } = await site.serve();
  await openPlayground(page, url);
  const list = page.getByRole('combobox', { name: 'Load Demo' });
  const lines = await list.locator('option').evaluateAll((options) =>
    options
      .filter((option) => option instanceof HTMLOptionElement && !option.hidden)
      .map((option) => ({
        text: option.textContent,
        disabled: option instanceof HTMLOptionElement && option.disabled,
      })),
  );
  expect(lines.map(({ text, disabled }) => (disabled ? '' : text))).toEqual(
    DEMOS.map(({ name }) => name),
  );
});

test('WebGPU takes the WGSL of every demo, also of those that are not run', async ({ page }) => {
  await openEmptyPage(page);
  for (const name of demoNames()) {
    const { code } = await compileDemo(name);
    const messages = await page.evaluate(checkWgsl, code);
    expect({ name, messages }).toEqual({ name, messages: [] });
  }
});

/** Runs in the page. What WebGPU says of a module, warnings included. */
async function checkWgsl(code: string): Promise<string[]> {
  const device = await (await navigator.gpu.requestAdapter())?.requestDevice();
  if (!device) throw new Error('There is no WebGPU device.');
  device.pushErrorScope('validation');
  const { messages } = await device.createShaderModule({ code }).getCompilationInfo();
  const error = await device.popErrorScope();
  device.destroy();
  return [...messages.map(({ message }) => message), ...(error ? [error.message] : [])];
}
