import type { Page } from '@playwright/test';
import { runCommand } from '../support/controls.ts';
import {
  agreement,
  debuggerButton,
  debuggerTab,
  expectLines,
  openDebugger,
  pointOver,
  shownValue,
  sourceLine,
  stepSlider,
  tracePixel,
  traceThread,
  untilTraced,
} from '../support/debuggerPage.ts';
import { SHAPES } from '../support/debuggerSources/shapes.ts';
import { expectColor } from '../support/frames.ts';
import {
  expect,
  noDiagnostics,
  onOnePage,
  pausePicture,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilRunning,
} from '../support/site.ts';

/** A picture in one colour, which a separate line computes. */
const picture = (red: string) => `import playground; import rendering;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    float red = ${red};
    drawPixel(at, (int2 screen) => float4(red, 0.0, 0.0, 1.0));
}
`;

const LONG = `import playground; import printing;
[playground::ZEROS(64)] RWStructuredBuffer<uint> result;
[shader("compute")] [numthreads(2, 1, 1)] [playground::CALL(2, 1, 1)] [playground::CALL::ONCE]
void sum(uint at : SV_DispatchThreadID)
{
    uint total = at;
    for (uint i = 0; i < 30000; i++)
        total += i;
    result[at] = total;
    if (at == 1) printf("total %u\\n", total);
}
`;

/** One of each kind of value. `instrumentSource.test.ts` checks and compiles all other shapes. */
const TRACED: ReadonlySet<string> = new Set([
  ...['braces that balance in each branch', 'lists of parameters with operators and values'],
  ...['interfaces as parameters', 'fields of an interface', 'an interface that may be missing'],
  ...['what implements an interface elsewhere', 'an interface of a namespace'],
  ...['arrays of any length', 'a type parameter that stands for structs'],
  ...['a type parameter that stands for arrays and matrices', 'lists of a type parameter'],
  ...['tuples', 'resources as variables', 'large structs that are passed by value'],
]);

const TEXEL = [20, 20] as const;
const problem = (page: Page) => debuggerTab(page).getByRole('alert');

async function typeAfter(page: Page, text: string, added: string): Promise<void> {
  await sourceLine(page, text).click();
  await page.keyboard.press('End');
  await page.keyboard.insertText(added);
}

/** Expects only the debugger to report that it lost the device. */
async function expectLost(page: Page): Promise<void> {
  await expect(problem(page)).toHaveText(/^The graphics device was lost during the trace/);
  await expect(debuggerTab(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
}

const dimmed = (page: Page) => page.locator('.cm-editor.cm-debugger-dated');

onOnePage(
  'a source that changes during debugging',
  (onlyPage, problems) => {
    test('an edit dims the values until the source has run and is traced again', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.25'));
      await pausePicture(page);
      await tracePixel(page, TEXEL);
      await expectLines(page, { 'float red': 'red = 0.25' });
      await expect(dimmed(page)).toHaveCount(0);
      await typeAfter(page, 'drawPixel(at', ' // edited');
      await expect(dimmed(page)).toHaveCount(1);
      await expectLines(page, { 'float red': 'red = 0.25' });
      await typeSource(page, picture('0.75'));
      await expect(dimmed(page)).toHaveCount(1);
      await expect(debuggerTab(page)).toContainText('The source has changed since this trace.');
      await page.getByRole('button', { name: 'Trace thread' }).click();
      await expect(problem(page)).toHaveText(/^The source has changed since it was last run\./);
      await untilRunning(page, () => page.keyboard.press('F5'));
      await pausePicture(page);
      await tracePixel(page, TEXEL);
      await expectLines(page, { 'float red': 'red = 0.75' });
      await expect(dimmed(page)).toHaveCount(0);
      await expect(agreement(page)).toHaveText(/^Agrees/);
    });

    test('a source that does not compile is explained, and the last trace is kept', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.5'));
      await pausePicture(page);
      await tracePixel(page, TEXEL);
      await expectLines(page, { 'float red': 'red = 0.5' });
      await typeAfter(page, 'drawPixel(at', ' missing();');
      await page.getByRole('button', { name: 'Trace thread' }).click();
      await expect(problem(page)).toHaveText(
        /^The source does not compile, so it cannot be traced\./,
      );
      await expectLines(page, { 'float red': 'red = 0.5' });
      await expect(shownValue(page, 'red')).toHaveText('0.5');
      await expect(sourceEditor(page)).toContainText('missing();');
    });

    test('in live mode, the trace follows edits that compile', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.125'));
      await tracePixel(page, TEXEL);
      const live = page.getByRole('button', { name: 'Live', exact: true });
      await live.click();
      await untilTraced(page, () => typeSource(page, picture('0.5 + 0.125')));
      await expectLines(page, { 'float red': 'red = 0.625' });
      await expect(dimmed(page)).toHaveCount(0);
      await live.click();
    });

    test('opening another demo ends the current trace, and the demo can be traced', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.375'));
      await tracePixel(page, TEXEL);
      await runSource(page, picture('0.4375'));
      await page.getByRole('button', { name: 'Trace thread' }).click();
      await untilRunning(page, async () => {
        await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('simple-image');
      });
      await expect(page.locator('.cm-trace')).toHaveCount(0);
      await pausePicture(page);
      await tracePixel(page, TEXEL);
      await expect(agreement(page)).toHaveText(/^Agrees/);
      await expect(problem(page)).toHaveCount(0);
    });

    test('a device lost during a trace is reported, and later traces work', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.3125'));
      await pausePicture(page);
      await openDebugger(page);
      await tracePixel(page, TEXEL);
      // The old picture stays until the run has restarted.
      await untilRunning(page, async () => {
        await page.evaluate(() => {
          const { loseDevice } = window as unknown as { loseDevice: () => void };
          document.querySelector<HTMLElement>('button[aria-label="Trace thread"]')?.click();
          loseDevice();
        });
        await expectLost(page);
      });
      await expectColor(page, [80, 0, 0]);
      await expectLines(page, { 'float red': 'red = 0.3125' });
      await tracePixel(page, TEXEL);
      await expectLines(page, { 'float red': 'red = 0.3125' });
      await expect(agreement(page)).toHaveText(/^Agrees/);
      await expect(problem(page)).toHaveCount(0);
    });

    test('a device lost while the trace is prepared is not blamed on the shader', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.4375'));
      await pausePicture(page);
      await openDebugger(page);
      await page.evaluate(() => Object.assign(window, { losesNextPipeline: true }));
      await untilRunning(page, async () => {
        await page.getByRole('button', { name: 'Trace thread' }).click();
        await expectLost(page);
      });
      await expectColor(page, [112, 0, 0]);
      await tracePixel(page, TEXEL);
      await expectLines(page, { 'float red': 'red = 0.4375' });
      await expect(problem(page)).toHaveCount(0);
    });

    test('a painted value comes back after the device was lost, and follows the source', async () => {
      const page = onlyPage();
      await runSource(page, picture('0.1875'));
      const close = page.getByRole('button', { name: 'Close tool' });
      if (await close.isVisible()) await close.click();
      await sourceLine(page, 'float red').click();
      await runCommand(page, 'Paint value');
      const legend = page.getByRole('group', { name: 'Painted value' });
      const largest = legend.getByRole('spinbutton', { name: 'Largest' });
      await expect(largest).toHaveValue('0.1875');
      const click = async (pixel: readonly [number, number]) => {
        const { x, y } = await pointOver(page, pixel);
        await page.mouse.click(x, y);
      };
      // The chart opens below the picture, which becomes smaller.
      await click([20, 300]);
      await expect(page.getByText('The picture is smaller now')).toBeVisible();
      await noDiagnostics(page);
      await click([20, 130]);
      const newest = page.getByText(/^Newest: frame \d+: 0\.1875/);
      await expect(newest).toBeVisible();
      await untilRunning(page, () =>
        page.evaluate(() => (window as unknown as { loseDevice: () => void }).loseDevice()),
      );
      const before = await newest.textContent();
      await expect(newest).not.toHaveText(before ?? '');
      await sourceLine(page, 'float red').click();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.insertText(' + 0.125');
      await untilRunning(page, () => page.keyboard.press('F5'));
      await expect(largest).toHaveValue('0.3125');
      await legend.getByRole('button', { name: 'Stop painting' }).click();
      await expectColor(page, [80, 0, 0]);
    });

    test('programs in other people’s styles are traced', async () => {
      const page = onlyPage();
      for (const { name, text, shown } of SHAPES.filter((shape) => TRACED.has(shape.name))) {
        await test.step(name, async () => {
          await runSource(page, text);
          await traceThread(page, 'main');
          await expectLines(page, shown);
        });
      }
      await expect(debuggerTab(page)).toContainText('1 large value is not recorded');
    });

    test('a program that prints is traced without a picture, and a long trace is truncated', async () => {
      const page = onlyPage();
      await runSource(page, LONG);
      const output = page.getByRole('tabpanel', { name: 'Output' });
      await expect(output).toContainText('total 449985001');
      await page.getByRole('button', { name: 'Debug a thread' }).click();
      await expect(debuggerTab(page)).toBeVisible();
      await traceThread(page, 'sum', 1);
      await expect(debuggerTab(page)).toContainText(
        'This trace stops here: the thread continued after 65,536 steps.',
      );
      await expect(stepSlider(page)).toHaveAttribute('aria-valuemax', '65535');
      await expect(agreement(page)).toHaveCount(0);
      await untilTraced(page, async () => {
        await page.getByRole('combobox', { name: 'Records' }).selectOption('262144');
      });
      const total = 1 + (30000 * 29999) / 2;
      await expectLines(page, { 'total += i': `total = ${total} ×30,000` });
      await expect(debuggerTab(page)).not.toContainText('This trace stops here');
      await page.getByRole('combobox', { name: 'Records' }).selectOption('65536');
      await debuggerButton(page, 'Stop debugging').click();
      await page.getByRole('tab', { name: 'Output' }).click();
      await expect(output).toContainText('total 449985001');
      expect(problems).toEqual([]);
    });
  },
  undefined,
  {
    async prepare(page) {
      await page.addInitScript(() => {
        const { requestDevice } = GPUAdapter.prototype;
        GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...options) {
          const device = await requestDevice.apply(this, options);
          Object.assign(window, { loseDevice: () => device.destroy() });
          return device;
        };
        const { createComputePipelineAsync } = GPUDevice.prototype;
        GPUDevice.prototype.createComputePipelineAsync = function (this: GPUDevice, ...options) {
          const state = window as unknown as { losesNextPipeline?: boolean };
          if (state.losesNextPipeline) this.destroy();
          state.losesNextPipeline = false;
          return createComputePipelineAsync.apply(this, options);
        };
      });
    },
  },
);
