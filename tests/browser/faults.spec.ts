import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { codeOf } from '../support/shareCode.ts';
import {
  allowClipboard,
  copiedText,
  expect,
  openPlayground,
  sourceEditor,
  test,
} from '../support/site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The development server serves each module by itself, so that a test can replace one. */
let server: ViteDevServer;
let developed = '';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await createServer({ root, logLevel: 'error', server: { port: 0, hmr: false } });
  await server.listen();
  developed = server.resolvedUrls?.local[0] ?? '';
});

test.afterAll(() => server.close());

/** Replaces modules of `src/` by ones whose exports throw when they are called. */
async function breakModules(page: Page, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(path.join(root, 'src', file), 'utf8');
    const names = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)];
    const body = names.map(
      ([, name]) => `export function ${name}() { throw new Error('broken ${name}'); }`,
    );
    expect(names.length, file).toBeGreaterThan(0);
    await page.route(
      ({ pathname }) => pathname === `/src/${file}`,
      (route) => route.fulfill({ contentType: 'text/javascript', body: body.join('\n') }),
    );
  }
}

const WITH_SLIDER = `import playground;
import rendering;
[playground::SLIDER(0.5, 0, 1)]
uniform float brightness;
[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 place) => { return float4(brightness); });
}
`;

const fixModules = (page: Page) => page.unrouteAll({ behavior: 'wait' });

const broken = (page: Page, name: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${name} stopped working\\.`) });

async function expectBroken(page: Page, name: string): Promise<Locator> {
  const alert = broken(page, name);
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(alert.getByRole('button', { name: 'Copy report' })).toBeVisible();
  return alert;
}

const plainText = (page: Page) => page.getByRole('textbox', { name: 'Source as text' });

test('each panel, dialog and overlay breaks on its own', async ({ page }) => {
  test.setTimeout(180_000);
  await allowClipboard(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await breakModules(page, [
    'panels/reflection/ReflectionPanel.tsx',
    'panels/target-code/TargetCodePanel.tsx',
    'panels/uniforms/UniformsPanel.tsx',
    'panels/help/HelpDialog.tsx',
    'panels/history/HistoryDialog.tsx',
    'panels/gallery/GalleryDialog.tsx',
    'panels/diagnostics/DiagnosticsPanel.tsx',
    'panels/diagnostics/ProblemList.tsx',
    'project/starters/NewDialog.tsx',
    'project/panel/FilesPanel.tsx',
    'export/panel/ExportDialog.tsx',
    'share/ShareDialog.tsx',
    'palette/Palette.tsx',
    'timeline/panel/TimelineRow.tsx',
    'compare/panel/CompareOverlay.tsx',
    'capture/picture/panel/PictureDialog.tsx',
    'debugger/panel/DebuggerPanel.tsx',
    'debugger/panel/PictureOverlay.tsx',
    'resources/panel/ResourcesPanel.tsx',
    'resources/panel/PixelReadout.tsx',
    'targets/panel/TargetsPanel.tsx',
    'changes/panel/ChangesPanel.tsx',
    'profile/panel/ProfilePanel.tsx',
    'app/notices/Announcer.tsx',
  ]);
  await openPlayground(page, `${developed}?code=${codeOf(WITH_SLIDER)}`);
  await expect(sourceEditor(page)).toBeVisible();
  await expectBroken(page, 'The announcer');
  await expectBroken(page, 'The timeline');
  await page.getByRole('button', { name: 'Inspect pixel' }).click();
  await page.getByLabel('Render output').hover();
  await expectBroken(page, 'The debugger’s overlay');
  await expectBroken(page, 'The readout over the picture');
  await page.getByRole('button', { name: 'Compare with pinned picture' }).click();
  await expectBroken(page, 'The comparison');
  // Printed text would take the place of the picture, whose overlays are looked at here.
  const tabs = [
    'Target Code',
    'Debugger',
    'Uniforms',
    'Reflection',
    'Resources',
    'Targets',
    'Changes',
    'Profile',
  ];
  for (const name of tabs) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expectBroken(page, name);
  }
  for (const name of ['Help', 'History', 'New', 'Export', 'Browse all demos…']) {
    await page.getByRole('button', { name, exact: true }).click();
    const alert = await expectBroken(page, name);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
  }
  await page.keyboard.press('Control+Shift+P');
  const palette = await expectBroken(page, 'The command palette');
  await palette.getByRole('button', { name: 'Close' }).click();
  // The rest goes on, text included.
  await sourceEditor(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('still here');
  await expect(sourceEditor(page)).toContainText('still here');
  await page.getByRole('button', { name: 'Compile', exact: true }).click();
  await expectBroken(page, 'Diagnostics');
  await expectBroken(page, 'The list of problems');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expectBroken(page, 'Share');
});

test('a part works again after Try again, and its report holds nothing of the project', async ({
  page,
}) => {
  await allowClipboard(page);
  await page.addInitScript(() => Object.assign(globalThis, { isBroken: true }));
  await page.route(
    ({ pathname }) => pathname === '/src/panels/reflection/ReflectionPanel.tsx',
    (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function ReflectionPanel() {
          if (globalThis.isBroken) throw new Error('broken on purpose');
          return 'the reflection is back';
        }`,
      }),
  );
  await openPlayground(page, `${developed}?demo=circle#secret-of-the-address`);
  await expect(sourceEditor(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Reflection' }).click();
  const alert = await expectBroken(page, 'Reflection');
  const report = await copiedText(page, () =>
    alert.getByRole('button', { name: 'Copy report' }).click(),
  );
  expect(report).toMatch(/^Reflection stopped working: Error: broken on purpose\n/);
  expect(report).toContain('\nBrowser: Mozilla');
  expect(report).not.toContain('secret-of-the-address');
  await page.evaluate(() => Object.assign(globalThis, { isBroken: false }));
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await expect(page.getByText('the reflection is back')).toBeVisible();
});

test('an editor that throws while it is created leaves the text to copy and save', async ({
  page,
}) => {
  await allowClipboard(page);
  await breakModules(page, ['editor/sourceEditor.ts']);
  await page.goto(developed);
  await expectBroken(page, 'The editor');
  await expect(plainText(page)).toHaveValue(/numthreads/);
  const copied = await copiedText(page, () =>
    page.getByRole('button', { name: 'Copy', exact: true }).click(),
  );
  expect(copied).toContain('numthreads');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  expect((await download).suggestedFilename()).toBe('circle.slang');
});

test('a page that breaks shows the source, and opens it as text only until it is opened whole', async ({
  page,
}) => {
  const source = '// a link of its own\n';
  await breakModules(page, ['app/layout/Layout.tsx']);
  await page.goto(`${developed}?code=${codeOf(source)}`);
  await expectBroken(page, 'Slang Playground');
  await expect(plainText(page)).toHaveValue(source);
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('This project is open as text only.');
  await expect(page.getByText('broken Layout')).toBeVisible();
  await expect(plainText(page)).toHaveValue(source);
  await fixModules(page);
  await page.reload();
  await expect(plainText(page)).toHaveValue(source);
  await page.getByRole('button', { name: 'Open whole project' }).click();
  await expect(sourceEditor(page)).toContainText('a link of its own');
});

test('a draft whose page fails before there is an interface can be left without losing it', async ({
  page,
}) => {
  await openPlayground(page, developed);
  await sourceEditor(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('// my own draft');
  await breakModules(page, ['app/start/firstPicture.ts']);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Slang Playground stopped working.');
  await expect(plainText(page)).toHaveValue('// my own draft');
  await fixModules(page);
  await page.getByRole('button', { name: 'Reload without this project' }).click();
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  await page.getByRole('button', { name: 'Restore source' }).click();
  await expect(sourceEditor(page)).toContainText('my own draft');
});

test('starts that never end open a project as text only, but one does not', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const source = '// never ends\n';
  const address = `${url}?code=${codeOf(source)}`;
  // The page is gone without an event, as after a crash.
  const forgetEvents = () => {
    for (const name of ['pagehide', 'visibilitychange']) {
      for (const target of [window, document]) {
        target.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
      }
    }
  };
  await page.addInitScript(forgetEvents);
  await page.route(/\/SourcePanel-/, () => {});
  await page.goto(address);
  await expect(page.getByLabel('Playground', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Playground', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('This project is open as text only.');
  await page.getByRole('button', { name: 'Show the text of the link' }).click();
  await expect(plainText(page)).toHaveValue(source);
});

test('an error outside of any part is reported once', async ({ page, site }) => {
  const { url } = await site.serve();
  await allowClipboard(page);
  await openPlayground(page, url);
  await expect(sourceEditor(page)).toBeVisible();
  await page.evaluate(() => {
    const error = new Error('broken timer');
    for (let count = 0; count < 3; count += 1) setTimeout(() => reportError(error));
    setTimeout(() => Promise.reject(error));
  });
  const notice = page.getByRole('region', { name: 'Notices' }).getByText('broken timer');
  await expect(notice).toHaveCount(1);
  const report = await copiedText(page, () =>
    page.getByRole('button', { name: 'Copy report' }).click(),
  );
  expect(report.match(/broken timer/g)).toHaveLength(1);
  await page.getByRole('button', { name: 'Close notice' }).click();
  await page.evaluate(() => reportError(new Error('another one')));
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('another one');
  await expect(notice).toHaveCount(0);
});
