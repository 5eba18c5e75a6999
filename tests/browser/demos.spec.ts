import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import { planProgram } from '#core/plan/planRun.ts';
import { DEMOS, MORE_DEMOS } from '#core/slang/demos/demos.ts';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { choosePictureSetting } from '../support/controls.ts';
import { demoNames, NOT_RUN } from '../support/demos.ts';
import { openEmptyPage } from '../support/printingPage.ts';
import { blockWords, STORED_BOOLS, UNDECLARED } from '../support/repairedWgsl.ts';
import { expect, onOnePage, test, untilRunning } from '../support/site.ts';
import { checkWgsl, computeResults } from '../support/wgslPage.ts';

const texts = path.resolve(import.meta.dirname, '../gpu/demos');

/** Small, so that software rendering is quick. */
const VIEWPORT = { width: 800, height: 498 };

/** Pixels of the picture for each pixel of the page, for the same reason. */
const RESOLUTION = '0.5';

/** The number of frames that must run without a diagnostic. */
const FRAMES = 60;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * What a demo prints; undefined if it prints nothing. The expected texts come not from a GPU, but
 * from C's printf, exact fractions, closed formulas and sorting on a CPU.
 */
function expectedText(name: string): string | undefined {
  const file = path.join(texts, `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const compiler = createTestCompiler();
const programs = new Map<string, Promise<CompiledProgram>>();

/** Compiles a demo when first requested. */
function programOf(name: string): Promise<CompiledProgram> {
  const program = programs.get(name) ?? compileDemo(name);
  programs.set(name, program);
  return program;
}

async function compileDemo(name: string): Promise<CompiledProgram> {
  return compileToWgsl(await readDemo(name));
}

async function compileToWgsl(source: string): Promise<CompiledProgram> {
  const answer = (await compiler).compile(runRequest(source));
  if (!answer.succ) throw new Error(answer.log || answer.message);
  return answer.result;
}

/** Waits for frames if the demo draws any, then expects no problems. */
async function expectToRun(page: Page, name: string): Promise<void> {
  const plan = await planProgram(await programOf(name), 'https://example.test/');
  if (!plan.ok) throw new Error(plan.error);
  const { outputTypes, callCommands } = plan.value;
  if (outputTypes.includes('image')) {
    await expect(page.getByLabel('Render output')).toBeVisible();
    if (callCommands.some(({ callOnce }) => !callOnce)) {
      await page.waitForFunction(
        (frames) => Number(document.querySelector('[aria-label="Frame"]')?.textContent) >= frames,
        FRAMES,
      );
    }
  }
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
}

/** Demos that print and draw nothing. They are quick, so one test runs all of them. */
const PRINTING = demoNames().filter(
  (name) => expectedText(name) !== undefined && !existsSync(path.join(texts, `${name}.rgb`)),
);

/** Pauses and returns to frame 0. */
async function goToStart(page: Page): Promise<void> {
  // In one step, because a demo that ends pauses itself.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-label="Pause"]')?.click();
  });
  await button(page, 'Resume').waitFor();
  await button(page, 'Reset frame to 0').click();
  await expect(page.getByLabel('Frame', { exact: true })).toHaveText('00000');
}

/** Opens a demo by its address, like a link in the same tab. Frames of the previous demo do not count. */
async function openDemo(page: Page, name: string): Promise<void> {
  // As if the user had read the previous demo's code.
  await page.evaluate(() => {
    const scroller = document.querySelector('[aria-label="Target code"]')?.parentElement;
    scroller?.scrollTo(0, scroller.scrollHeight / 2);
  });
  if (await page.getByLabel('Render output').isVisible()) await goToStart(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `demo=${name}`);
}

const warnings: string[] = [];

onOnePage(
  'each demo',
  (onlyPage, problems) => {
    test.beforeAll(async () => {
      await choosePictureSetting(onlyPage(), 'Resolution', RESOLUTION);
    });

    test('the demos that only print produce exactly the expected text', async () => {
      const page = onlyPage();
      const output = page.getByRole('tabpanel', { name: 'Output' });
      for (const name of PRINTING) {
        await test.step(name, async () => {
          await page.getByRole('combobox', { name: 'Load Demo' }).selectOption(name);
          await expect.poll(() => output.textContent()).toBe(expectedText(name));
          await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
        });
      }
      expect([...problems, ...warnings]).toEqual([]);
    });

    test('the table of the demo property fits in a window of 1000 × 700', async () => {
      const page = onlyPage();
      await page.setViewportSize({ width: 1000, height: 700 });
      await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('property');
      const printed = page.getByRole('tabpanel', { name: 'Output' }).locator('pre');
      await expect.poll(() => printed.textContent()).toBe(expectedText('property'));
      await expect.poll(() => printed.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
      await page.setViewportSize(VIEWPORT);
    });

    for (const name of demoNames().filter((each) => !PRINTING.includes(each))) {
      const text = expectedText(name);
      const notRun = NOT_RUN[name];
      const does = notRun ? 'says why it is not run' : 'runs';

      test(`the demo ${name} ${does}${text === undefined ? '' : ' and prints its text'}`, async () => {
        const page = onlyPage();
        if (notRun !== undefined) {
          await openDemo(page, name);
          const code = page.getByRole('tabpanel', { name: 'Target Code' });
          await expect(code.getByText(notRun)).toBeVisible();
          await expect(code.getByRole('textbox')).toContainText('ShadedVertex');
        } else {
          await untilRunning(page, () => openDemo(page, name));
          if (text !== undefined) {
            const output = page.getByRole('tabpanel', { name: 'Output' });
            await expect.poll(() => output.textContent()).toBe(text);
          }
          await expectToRun(page, name);
        }
        expect([...problems, ...warnings]).toEqual([]);
      });
    }

    test('the list shows the specification’s entries, then the other demos, with separators that cannot be chosen', async () => {
      const list = onlyPage().getByRole('combobox', { name: 'Load Demo' });
      const lines = await list.locator('option').evaluateAll((options) =>
        options
          .filter((option) => option instanceof HTMLOptionElement && !option.hidden)
          .map((option) => ({
            text: option.textContent,
            disabled: option instanceof HTMLOptionElement && option.disabled,
          })),
      );
      const names = lines.map(({ text, disabled }) => (disabled ? '' : text));
      expect(names.slice(0, DEMOS.length)).toEqual(DEMOS.map(({ name }) => name));
      expect(names.slice(DEMOS.length)).toEqual([
        ...MORE_DEMOS.flatMap(({ demos }) => demos.map(({ name }) => name)),
        'Browse all…',
      ]);
      const all = names.filter((name) => name !== '').slice(0, -1);
      expect(all.toSorted()).toEqual(GALLERY.map(({ name }) => name).toSorted());
    });
  },
  VIEWPORT,
  {
    async prepare(page) {
      page.on('console', (message) => {
        const text = message.text();
        // Tests block service workers.
        if (message.type() === 'warning' && !text.startsWith('Service Worker')) warnings.push(text);
      });
    },
  },
);

/** The code of each stage of a program that draws; none for other programs. */
async function drawnCodes(program: CompiledProgram): Promise<string[]> {
  const planned = await planProgram(program, 'https://example.test/');
  if (!planned.ok || !planned.value.shader.stages) return [];
  const { callCommands, shader } = planned.value;
  return callCommands.flatMap((call) =>
    call.type === 'DRAW'
      ? [call.code.vertex, call.code.fragment ?? '']
      : [shader.stages?.[call.entryPoint] ?? ''],
  );
}

test('WebGPU accepts the WGSL of every demo, and repaired WGSL computes the right results', async ({
  page,
}) => {
  await openEmptyPage(page);
  const texts: { readonly name: string; readonly code: string }[] = [];
  for (const name of demoNames()) {
    const program = await programOf(name);
    const drawn = await drawnCodes(program);
    const codes = drawn.length > 0 ? drawn : [program.code];
    texts.push(...codes.map((code) => ({ name, code })));
  }
  const messages = await page.evaluate(
    checkWgsl,
    texts.map(({ code }) => code),
  );
  expect(texts.map(({ name }, at) => ({ name, messages: messages[at] }))).toEqual(
    texts.map(({ name }) => ({ name, messages: [] })),
  );
  const repaired = [...UNDECLARED, ...STORED_BOOLS];
  const programs = await Promise.all(repaired.map(({ source }) => compileToWgsl(source)));
  const computed = await page.evaluate(computeResults, {
    codes: programs.map(({ code }) => code),
    block: blockWords(),
  });
  expect(repaired.map(({ body }, at) => ({ body, result: computed[at] }))).toEqual(
    repaired.map(({ body, result }) => ({ body, result })),
  );
});
