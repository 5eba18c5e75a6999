import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { unpackProject } from '#core/project/links/unpackProject.ts';
import { notice, runCommand } from '../support/controls.ts';
import { tracePixel } from '../support/debuggerPage.ts';
import { expectColor, frameOf, playbackButton } from '../support/frames.ts';
import { historyDialog, openHistory, version } from '../support/history.ts';
import {
  allowClipboard,
  copiedText,
  diagnostics,
  expect,
  focusSource,
  onOnePage,
  openedPlayground,
  openPlayground,
  pasteText,
  sourceEditor,
  test,
  untilRunning,
} from '../support/site.ts';

const MAIN = `// A project, shared ⇒ 🌀
import playground;
import rendering;
import tint;

[playground::SLIDER(0.0, 0.0, 1.0)] uniform float level;

[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return tint(level); });
}
`;

const TINT = `module tint;
public float4 tint(float level) { return float4(level, 1.0, 0.0, 1.0); }
`;

const FILES = [
  { path: 'user.slang', text: MAIN },
  { path: 'tint.slang', text: TINT },
];

/**
 * Names that every JavaScript object has, for an entry point, file, function, uniform and buffer.
 */
const INHERITED = [
  {
    path: 'user.slang',
    text: `import playground;
import rendering;
import constructor;

[playground::SLIDER(1.0, 0.0, 1.0)] uniform float valueOf;
[playground::ZEROS(64)] RWStructuredBuffer<float> __proto__;

[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void toString(uint2 at : SV_DispatchThreadID)
{
    __proto__[0] = valueOf;
    drawPixel(at, (int2 screen) => { return hasOwnProperty(valueOf); });
}
`,
  },
  {
    path: 'constructor.slang',
    text: `module constructor;
public float4 hasOwnProperty(float level) { return float4(0.0, 0.0, level, 1.0); }
`,
  },
];

const PROJECT = { version: 1, main: 'user.slang', files: FILES };

const fragmentOf = (project: object) =>
  `#project=${deflateSync(JSON.stringify(project)).toString('base64url')}`;

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Files' }).getByRole('tab');
const tab = (page: Page, name: string) => tabs(page).filter({ hasText: name });
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'level' });

async function contentOf(link: string) {
  const packed = new URLSearchParams(new URL(link).hash.slice(1)).get('project') ?? '';
  const project = await unpackProject(packed);
  if (!project.ok) throw new Error(project.error);
  return project.value;
}

async function enter(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

onOnePage(
  'links to projects',
  (onlyPage, problems) => {
    test('a shared project opens elsewhere unchanged, byte for byte', async () => {
      const page = onlyPage();
      await allowClipboard(page);
      await untilRunning(page, () => enter(page, fragmentOf(PROJECT)));
      await expect(tabs(page)).toHaveText(['user.slang', 'tint.slang']);
      await expectColor(page, [0, 255, 0]);
      await tab(page, 'tint.slang').click();
      await focusSource(page);
      await page.keyboard.press('ControlOrMeta+End');
      await pasteText(page, '// edited ⇒ 🌀');
      // The edited project is a different one, so the address no longer contains it.
      await expect.poll(() => page.url()).not.toContain('project=');
      const link = await copiedText(page, () => share(page).click());

      const other = await page.context().newPage();
      await openPlayground(other, link);
      await expect(tabs(other)).toHaveText(['user.slang', 'tint.slang']);
      expect(other.url()).toBe(link);
      const again = await copiedText(other, () => share(other).click());
      expect(again).toBe(link);
      await other.close();
      expect(await contentOf(link)).toMatchObject({
        text: MAIN,
        files: [{ path: 'tint.slang', text: `${TINT}// edited ⇒ 🌀` }],
        target: 'WGSL',
      });
    });

    test('a link to the exact view contains uniform values and the paused frame', async () => {
      const page = onlyPage();
      // A background page may not copy.
      await page.bringToFront();
      await slider(page).fill('0.5');
      await playbackButton(page, 'Pause').click();
      await expect(playbackButton(page, 'Resume')).toBeVisible();
      const frame = await frameOf(page);
      const link = await copiedText(page, () => runCommand(page, 'Share this exact view'));
      const other = await page.context().newPage();
      await openPlayground(other, link);
      await expect(slider(other)).toHaveValue('0.5');
      await expect(playbackButton(other, 'Resume')).toBeVisible();
      await expect.poll(() => frameOf(other)).toBe(frame);
      await expectColor(other, [128, 255, 0]);
      await other.close();
    });

    test('a saved version restores all files', async () => {
      const page = onlyPage();
      await page.keyboard.press('ControlOrMeta+S');
      await expect(notice(page)).toContainText('Saved to the history.');
      await tab(page, 'tint.slang').click();
      await focusSource(page);
      await page.keyboard.press('ControlOrMeta+A');
      await pasteText(page, '// nothing is left');
      await openHistory(page);
      const search = historyDialog(page).getByRole('searchbox', { name: 'Search versions' });
      await search.fill('float4 tint(');
      await version(page, 'A project, shared').click();
      const file = historyDialog(page).getByRole('combobox', { name: 'Compared file' });
      await expect(file).toHaveValue('tint.slang');
      await expect(file.locator('option').first()).toHaveText('user.slang (same)');
      await untilRunning(page, () =>
        historyDialog(page).getByRole('button', { name: 'Restore version' }).click(),
      );
      await expect(tabs(page)).toHaveText(['user.slang', 'tint.slang']);
      await tab(page, 'tint.slang').click();
      await expect(sourceEditor(page)).toContainText('public float4 tint');
    });

    test('a link from a newer version and a hostile link are explained, and change nothing', async () => {
      const page = onlyPage();
      await enter(page, fragmentOf({ ...PROJECT, version: 2 }));
      await expect(diagnostics(page)).toContainText(
        'This link needs a newer version of the playground: the link has format 2',
      );
      const climbing = { path: '../../etc/passwd.slang', text: '' };
      await enter(page, fragmentOf({ ...PROJECT, files: [...FILES, climbing] }));
      await expect(diagnostics(page)).toContainText('“..” is not a name');
      await expect(tabs(page)).toHaveText(['user.slang', 'tint.slang']);

      await page.goto('about:blank');
      await page.goBack();
      await openedPlayground(page);
      await expect(diagnostics(page)).toContainText('The default demo opens instead.');
    });

    test('a project can use names that every JavaScript object has', async () => {
      const page = onlyPage();
      await untilRunning(page, () => enter(page, fragmentOf({ ...PROJECT, files: INHERITED })));
      await expectColor(page, [0, 0, 255]);
      await expect(tabs(page)).toHaveText(['user.slang', 'constructor.slang']);
      await expect(sourceEditor(page)).toContainText('void toString(');
      await page.getByRole('tab', { name: 'Reflection' }).click();
      await expect(page.getByRole('table', { name: 'Parameters' })).toContainText('__proto__');
      await page.getByRole('tab', { name: 'Uniforms' }).click();
      await page.getByRole('slider', { name: 'valueOf' }).fill('0');
      await expectColor(page, [0, 0, 0]);
      await tracePixel(page, [4, 4]);
      await expect(page.getByRole('list', { name: 'Call stack' })).toContainText('toString');
      await page.getByRole('button', { name: 'Stop debugging' }).click();
      await tab(page, 'constructor.slang').click();
      await expect(sourceEditor(page)).toContainText('float4 hasOwnProperty');
      await page.reload();
      await openedPlayground(page);
      await expect(sourceEditor(page)).toContainText('float4 hasOwnProperty');
      expect(problems).toEqual([]);
    });
  },
  { width: 1200, height: 700 },
);
