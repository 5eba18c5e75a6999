import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type CompiledProgram, runRequest } from '#core/output/compileResult.ts';
import { planRun } from '#core/plan/planRun.ts';
import { DEMOS, MORE_DEMOS } from '#core/slang/demos/demos.ts';
import { GALLERY } from '#core/slang/demos/gallery.ts';
import { SLOWNESS } from '../../scripts/run/browser.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { choosePictureSetting } from '../support/controls.ts';
import { demoNames, NOT_RUN } from '../support/demos.ts';
import { cellDifference, cellsOf, readPicture } from '../support/pixels.ts';
import { openEmptyPage } from '../support/printingPage.ts';
import { blockWords, STORED_BOOLS, UNDECLARED } from '../support/repairedWgsl.ts';
import { expect, onOnePage, runSource, test, untilRunning } from '../support/site.ts';
import { checkWgsl, computeResults } from '../support/wgslPage.ts';

const texts = path.join(import.meta.dirname, 'demos');

/** Small, so that software rendering is quick. Fixed, so that pictures can be compared. */
const VIEWPORT = { width: 800, height: 498 };

/** Picture pixels per page pixel; low and fixed for the same reasons. */
const RESOLUTION = '0.5';

/** The number of frames that must run without a diagnostic. */
const FRAMES = 60;

/** The number of the compared frame, counted from a reset. */
const REFERENCE_FRAME = 8;

const COLUMNS = 32;
const ROWS = 24;

/** Mean difference of the cells' bytes. A wrong kernel exceeds it by far (see the test below). */
const TOLERANCE = 2;

/** The stored picture: {@link COLUMNS} × {@link ROWS} cells of three bytes each. */
const referenceFile = (name: string) => path.join(texts, `${name}.rgb`);

const frameOf = (page: Page) => page.getByLabel('Frame', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function goToStart(page: Page): Promise<void> {
  // Within one page call, because a demo that ends pauses itself.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('button[aria-label="Pause"]')?.click();
  });
  await button(page, 'Resume').waitFor();
  await button(page, 'Reset frame to 0').click();
  await expect(frameOf(page)).toHaveText('00000');
}

/** Draws the reference frame step by step from a reset, so that its time is always the same. */
async function drawReferenceFrame(page: Page): Promise<void> {
  await goToStart(page);
  await button(page, 'Step forward').evaluate(stepThrough, REFERENCE_FRAME);
}

const shownCells = async (page: Page) => cellsOf(await readPicture(page), COLUMNS, ROWS);

/** Runs in the page. Presses the button this many times, each time once a frame is drawn. */
async function stepThrough(button: Element, frames: number): Promise<void> {
  const shown = document.querySelector('[aria-label="Frame"]');
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frame = 1; frame <= frames; frame += 1) {
    if (button instanceof HTMLElement) button.click();
    while (Number(shown?.textContent) !== frame) await nextFrame();
  }
  await nextFrame();
}

/** Compares the frame with the stored picture, which `--update-snapshots=all` replaces. */
async function expectReferencePicture(page: Page, name: string): Promise<void> {
  await drawReferenceFrame(page);
  if (test.info().config.updateSnapshots === 'all') {
    writeFileSync(referenceFile(name), await shownCells(page));
    return;
  }
  const reference = readFileSync(referenceFile(name));
  await expect(async () => {
    expect(cellDifference(await shownCells(page), reference)).toBeLessThan(TOLERANCE);
  }).toPass();
}

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
  const plan = planRun(await programOf(name), 'https://example.test/');
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
    if (name === LEARNER) await expectToHaveLearned(page);
    await expectReferencePicture(page, name);
  }
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
}

const LEARNER = 'gsplat2d-diff';

/** Expects its printed error to fall below a tenth. */
async function expectToHaveLearned(page: Page): Promise<void> {
  const output = page.getByRole('tabpanel', { name: 'Output' });
  await expect(output).toHaveText(/^step [1-9]\d*: /, { timeout: 90_000 * SLOWNESS });
  const [, step, now, percent] =
    /^step (\d+): error (\S+), (\S+) % of the first\n$/.exec((await output.textContent()) ?? '') ??
    [];
  // It prints in every 60th step.
  expect(Number(step) % 60).toBe(0);
  expect(Number(percent)).toBeLessThan(10);
  // The first error was at least 0.01.
  expect((Number(now) / Number(percent)) * 100).toBeGreaterThan(0.01);
}

/** Demos that print and draw nothing. They are quick, so one test runs all of them. */
const PRINTING = demoNames().filter(
  (name) => expectedText(name) !== undefined && !existsSync(referenceFile(name)),
);

/** Opens a demo by address, like a link in the same tab. Ignores the previous demo's frames. */
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

    test('a slightly wrong kernel is detected', async () => {
      const page = onlyPage();
      const circle = await readDemo('circle');
      await runSource(page, circle);
      await expectReferencePicture(page, 'circle');
      await runSource(page, circle.replace('RADIUS = 0.62', 'RADIUS = 0.55'));
      await drawReferenceFrame(page);
      expect(
        cellDifference(await shownCells(page), readFileSync(referenceFile('circle'))),
      ).toBeGreaterThan(2 * TOLERANCE);
    });

    for (const name of demoNames().filter((each) => !PRINTING.includes(each))) {
      const text = expectedText(name);
      const notRun = NOT_RUN[name];
      const does = notRun ? 'says why it is not run' : 'runs';
      const learns = name === LEARNER ? ', and its error falls to less than a tenth' : '';

      test(`the demo ${name} ${does}${text === undefined ? '' : ' and prints its text'}${learns}`, async () => {
        const page = onlyPage();
        if (name === LEARNER) test.slow();
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

test('every text and every picture belongs to a demo', () => {
  for (const file of readdirSync(texts)) {
    expect(demoNames()).toContain(path.basename(file, path.extname(file)));
  }
});

test('WebGPU accepts the WGSL of every demo, and repaired WGSL computes the right results', async ({
  page,
}) => {
  await openEmptyPage(page);
  const names = demoNames();
  const codes: string[] = [];
  for (const name of names) codes.push((await programOf(name)).code);
  const messages = await page.evaluate(checkWgsl, codes);
  expect(names.map((name, at) => ({ name, messages: messages[at] }))).toEqual(
    names.map((name) => ({ name, messages: [] })),
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
