import type { Page } from '@playwright/test';
import { expectColor, expectFrames, frameOf, playbackButton } from '../support/frames.ts';
import { liveCount, watchResources } from '../support/gpuResources.ts';
import {
  diagnostics,
  expect,
  onOnePage,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const HEAD = 'import playground;\nimport rendering;\nimport printing;\n';
const ONE = '[shader("compute")] [numthreads(1, 1, 1)] [playground::CALL(1, 1, 1)]';

/** Counts frames in a buffer, prints how often each kernel ran, and draws one colour. */
const program = ({ color = '1.0, 0.0, 0.0', counts = 4, message = 'one' } = {}) =>
  `${HEAD}[playground::ZEROS(${counts})] RWStructuredBuffer<uint> counts;
[playground::SLIDER(0.0, 0.0, 1.0)] uniform float level;
[playground::FRAME_ID] uniform uint frame;

${ONE} [playground::CALL::ONCE] void once() { counts[1] += 1; }
${ONE} void tick() { counts[0] += 1; printf("${message} %u %u %u", counts[0], counts[1], frame); }
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => float4(${color}, 1.0));
}
`;

/** Prints once, and draws nothing. */
const tells = (text: string) => `import playground;\nimport printing;
${ONE} [playground::CALL::ONCE] void tell() { print("${text}"); }
`;

const liveButton = (page: Page) => page.getByRole('button', { name: 'Live', exact: true });
const mark = (page: Page) => page.getByText('Showing the last working shader');
interface Printed {
  readonly message: string;
  readonly ticks: number;
  readonly once: number;
  readonly frame: number;
}

async function printed(page: Page): Promise<Printed> {
  const text = (await page.getByRole('tabpanel', { name: 'Output' }).textContent()) ?? '';
  const [message = '', ticks, once, frame] = text.split(' ');
  return { message, ticks: Number(ticks), once: Number(once), frame: Number(frame) };
}

onOnePage(
  'live mode',
  (onlyPage) => {
    test.describe.configure({ mode: 'serial' });
    let page: Page;
    test.beforeAll(async () => {
      page = onlyPage();
      await runSource(page, program());
      await page.getByRole('tab', { name: 'Output' }).click();
    });

    test('is toggled by a button, which shows that it is on', async () => {
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'false');
      await liveButton(page).click();
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'true');
    });

    test('updates the picture after an edit, and keeps frames, buffers and the tab', async () => {
      await expectColor(page, [255, 0, 0]);
      await expect.poll(async () => (await printed(page)).ticks).toBeGreaterThan(5);
      const before = await printed(page);
      await typeSource(page, program({ color: '0.0, level, 1.0' }));
      await expectColor(page, [0, 0, 255]);
      let after = before;
      await expect
        .poll(async () => {
          after = await printed(page);
          return after.frame;
        })
        .toBeGreaterThan(before.frame);
      // Each frame ran exactly once, and the run-once kernel only once.
      expect(after.ticks).toBe(after.frame + 1);
      expect(after.once).toBe(1);
      await expect(page.getByRole('tab', { name: 'Output', selected: true })).toBeVisible();
    });

    test('keeps a slider’s value, and frees replaced resources', async () => {
      await page.getByRole('tab', { name: 'Uniforms' }).click();
      await page.getByRole('spinbutton', { name: 'level' }).fill('1');
      await page.getByRole('spinbutton', { name: 'level' }).press('Enter');
      await expectColor(page, [0, 255, 255]);
      const resources = await liveCount(page);
      await typeSource(page, program({ color: '0.0, level, 0.0' }));
      await expectColor(page, [0, 255, 0]);
      await expect(page.getByRole('slider', { name: 'level' })).toHaveValue('1');
      await typeSource(page, program({ color: '1.0, level, 0.0', counts: 8 }));
      await expectColor(page, [255, 255, 0]);
      await expect.poll(() => liveCount(page)).toBe(resources);
      // The buffer's size changes, so it starts empty and is filled again.
      await page.getByRole('tab', { name: 'Output' }).click();
      await expect
        .poll(async () => {
          // The previous version's text stays until the new one prints.
          const { ticks, once, frame } = await printed(page);
          return { once, isAnew: ticks > 1 && ticks < frame };
        })
        .toEqual({ once: 1, isAnew: true });
    });

    test('prints with the new text’s format', async () => {
      await typeSource(page, program({ message: 'two', counts: 8 }));
      await expect.poll(() => printed(page)).toMatchObject({ message: 'two', once: 1 });
    });

    test('keeps drawing and marks the picture when the text has errors, and says why', async () => {
      await typeSource(page, program({ color: 'nothing', counts: 8 }));
      await expect(mark(page)).toBeVisible();
      await expect(page.getByLabel('Render output')).toHaveAccessibleDescription(
        'Showing the last working shader',
      );
      await expect(page.getByRole('tab', { name: 'Output', selected: true })).toBeVisible();
      await expectFrames(page);
      await expectColor(page, [255, 0, 0]);
      await page.getByRole('button', { name: 'Show why' }).click();
      await expect(diagnostics(page)).toContainText('nothing');
      await typeSource(page, program({ color: '0.0, 0.0, 0.0', counts: 8 }));
      await expect(mark(page)).toHaveCount(0);
      await expectColor(page, [0, 0, 0]);
      await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);
      await expect(page.getByRole('tab', { name: 'Output', selected: true })).toBeVisible();
    });

    test('draws one frame of the new version while paused, and stays paused', async () => {
      await playbackButton(page, 'Pause').click();
      await expect(playbackButton(page, 'Resume')).toBeVisible();
      const frame = await frameOf(page);
      await typeSource(page, program({ color: '1.0, 0.0, 1.0', counts: 8 }));
      await expectColor(page, [255, 0, 255]);
      await expect(mark(page)).toHaveCount(0);
      expect(await frameOf(page)).toBe(frame);
      await expect(playbackButton(page, 'Resume')).toBeVisible();
      await playbackButton(page, 'Resume').click();
      await expect.poll(() => frameOf(page)).toBeGreaterThan(frame);
    });

    test('follows a program that only prints, and undoing that edit', async () => {
      await typeSource(page, tells('a'));
      const output = page.getByRole('tabpanel', { name: 'Output' });
      await expect(output).toHaveText('a');
      await expect(page.getByLabel('Render output')).toHaveCount(0);
      await typeSource(page, tells('b'));
      await expect(output).toHaveText('b');
      await sourceEditor(page).press('ControlOrMeta+z');
      await expect(output).toHaveText('a');
      await sourceEditor(page).press('ControlOrMeta+z');
      await expectColor(page, [255, 0, 255]);
    });

    test('does not change Run, which starts everything from the beginning', async () => {
      await page.getByRole('tab', { name: 'Output' }).click();
      await expect.poll(() => frameOf(page)).toBeGreaterThan(20);
      await runSource(page, program({ color: '0.5, 0.5, 0.5', message: 'run' }));
      await page.getByRole('tab', { name: 'Output' }).click();
      await expect.poll(async () => (await printed(page)).message).toBe('run');
      const { ticks, once, frame } = await printed(page);
      expect({ ticks, once }).toEqual({ ticks: frame + 1, once: 1 });
    });

    test('is also toggled by Shift+F5', async () => {
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Shift+F5');
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'false');
      await sourceEditor(page).click();
      await page.keyboard.press('Shift+F5');
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Shift+F5');
      await expect(liveButton(page)).toHaveAttribute('aria-pressed', 'false');
    });

    test('can be toggled in “More” in a narrow window', async () => {
      await page.setViewportSize({ width: 900, height: 700 });
      const live = page.getByRole('menuitemcheckbox', { name: 'Live' });
      for (const isOn of [false, true, false]) {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await expect(live).toHaveAttribute('aria-checked', String(isOn));
        await live.click();
        await expect(live).toHaveCount(0);
      }
    });
  },
  undefined,
  { prepare: watchResources },
);
