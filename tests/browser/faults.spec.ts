import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { breakable, breakComponent, partNames } from '../support/breakable.ts';
import { chooseFromMenu, notice, runCommand } from '../support/controls.ts';
import { dropFiles } from '../support/fileDrop.ts';
import { codeOf } from '../support/shareCode.ts';
import {
  allowClipboard,
  copiedText,
  diagnostics,
  expect,
  openAtRest,
  openPlayground,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilFocusIsIn,
} from '../support/site.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The development server serves each module separately, so that a test can replace one. */
let server: ViteDevServer;
let developed = '';

test.beforeAll(async () => {
  server = await createServer({
    root,
    logLevel: 'error',
    server: { port: 0, hmr: false },
    plugins: [breakable()],
  });
  await server.listen();
  developed = server.resolvedUrls?.local[0] ?? '';
});

test.afterAll(() => server.close());

/** Replaces modules in `src/` with modules whose exports throw when called. */
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
import printing;
[playground::SLIDER(0.5, 0, 1)]
uniform float brightness;
[shader("compute")]
[numthreads(8, 8, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void draw(uint2 pixel : SV_DispatchThreadID)
{
    if (all(pixel == 0)) printf("%f", brightness);
    drawPixel(pixel, (int2 place) => { return float4(brightness); });
}
`;

/** Slang compiles this to WGSL that uses an undeclared variable. */
const REFUSED = WITH_SLIDER.replace(
  'drawPixel(pixel, (int2 place) => { return float4(brightness); });',
  `float2 captured = float2(pixel);
    drawPixel(pixel, (int2 place) => { return captured.x < 10.0 ? float4(1) : float4(0); });`,
);

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

interface PartCase {
  /** The component directly inside the part. */
  readonly breaks: string;
  /** Makes the component appear. Whatever this opens stays open for the following cases. */
  reach?(page: Page): Promise<void>;
  /** The dialog's name, if the part is a dialog. Its alert can be closed like the dialog. */
  readonly dialog?: string;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const tabOf = (name: string) => (page: Page) =>
  page.getByRole('tab', { name, exact: true }).click();

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await button(page, menu).click();
  await page.getByRole('menuitem', { name: item }).click();
}

function dialogCase(breaks: string, dialog: string, open: (page: Page) => Promise<void>): PartCase {
  const reach = async (page: Page) => {
    await open(page);
    await untilFocusIsIn(page.getByRole('dialog', { name: dialog }));
  };
  return { breaks, dialog, reach };
}

/** Reports errors outside of any part. The notice of the last one stays. */
async function expectErrorsReportedOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const error = new Error('broken timer');
    for (let count = 0; count < 3; count += 1) setTimeout(() => reportError(error));
    setTimeout(() => Promise.reject(error));
  });
  const shown = notice(page).getByText('broken timer');
  await expect(shown).toHaveCount(1);
  const report = await copiedText(page, () => button(page, 'Copy report').click());
  expect(report.match(/broken timer/g)).toHaveLength(1);
  await button(page, 'Close notice').click();
  await page.evaluate(() => reportError(new Error('another one')));
  await expect(notice(page)).toContainText('another one');
  await expect(shown).toHaveCount(0);
}

/** All parts of the page, ordered so that one visit can reach them. */
const PARTS: Readonly<Record<string, PartCase>> = {
  'The skip links': { breaks: 'SkipLinks' },
  'The toolbar': { breaks: 'Navbar' },
  'The progress of loading': { breaks: 'LoadingStrip' },
  'The question about this run': { breaks: 'HeldRunStrip' },
  'The announcer': { breaks: 'Announcer' },
  'The notice about updates': { breaks: 'UpdateNotice' },
  'The editor': { breaks: 'SourcePanel' },
  'The menu of the source': { breaks: 'SourceMenu' },
  'The list of files': { breaks: 'NewFileButton' },
  'The picture': { breaks: 'PicturePanel' },
  'The picture’s menu': { breaks: 'PictureMenu' },
  'The timeline': { breaks: 'TimelineEdge' },
  'The debugger': { breaks: 'InspectButton' },
  'The progress of compiling': { breaks: 'CompileActivity' },
  'Target Code': { breaks: 'TargetCodePanel', reach: tabOf('Target Code') },
  Reflection: { breaks: 'ReflectionPanel', reach: tabOf('Reflection') },
  Animations: { breaks: 'AnimateSlider', reach: tabOf('Uniforms') },
  Uniforms: { breaks: 'UniformsPanel' },
  Output: { breaks: 'OutputPanel', reach: tabOf('Output') },
  Debugger: { breaks: 'DebuggerPanel', reach: (page) => button(page, 'Debug a thread').click() },
  Resources: { breaks: 'ResourcesPanel', reach: tabOf('Resources') },
  Targets: { breaks: 'TargetsPanel', reach: tabOf('Targets') },
  Changes: { breaks: 'ChangesPanel', reach: tabOf('Changes') },
  '“Compare outputs”': {
    breaks: 'SidesPanel',
    reach: (page) => button(page, 'Compare outputs').click(),
  },
  Profile: { breaks: 'ProfilePanel', reach: tabOf('Profile') },
  Help: dialogCase('HelpDialog', 'Help', (page) => button(page, 'Help').click()),
  'The history': dialogCase('HistoryDialog', 'History', (page) =>
    chooseFromMenu(page, 'Project', 'History'),
  ),
  'New project': dialogCase('NewDialog', 'New project', (page) =>
    chooseFromMenu(page, 'Project', 'New'),
  ),
  Export: dialogCase('ExportDialog', 'Export', (page) => chooseFromMenu(page, 'More', 'Export')),
  'The gallery': dialogCase('GalleryDialog', 'Demos', (page) =>
    chooseFromMenu(page, 'Project', 'Browse demos'),
  ),
  'The command palette': dialogCase('CommandPalette', 'Commands', (page) =>
    page.keyboard.press('Control+Shift+P'),
  ),
  Share: dialogCase('ShareDialog', 'Share', (page) => runCommand(page, 'Embed or report…')),
  '“Save picture”': dialogCase('PictureDialog', 'Save picture', (page) =>
    chooseFrom(page, 'Save', 'Save picture…'),
  ),
  '“Save film”': dialogCase('FilmPanel', 'Save film', (page) =>
    chooseFrom(page, 'Save', 'Save film…'),
  ),
  '“Save”': { breaks: 'SaveMenu' },
  'The notice about errors': {
    breaks: 'FaultNotice',
    reach: expectErrorsReportedOnce,
  },
  'The beginnings': { breaks: 'EmptySource', reach: (page) => typeSource(page, '') },
  'The notice': {
    breaks: 'ShownNotice',
    async reach(page) {
      await typeSource(page, REFUSED);
      // This demo only prints, because a picture would slow the test down.
      await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('simple-print');
      await expect(button(page, 'Restore source')).toBeVisible();
    },
  },
  'Images and data': {
    breaks: 'AssetsPanel',
    reach: (page) => dropFiles(page, [{ name: 'a.bin', content: 'a' }]),
  },
  'The question about images and data': dialogCase('AssetQuestion', 'Replace a file?', (page) =>
    dropFiles(page, [{ name: 'a.bin', content: 'b' }]),
  ),
  'The question about files on disk': dialogCase('DiskQuestion', 'Choose the main file', (page) =>
    dropFiles(page, [
      { name: 'a.slang', content: WITH_SLIDER },
      { name: 'b.slang', content: WITH_SLIDER },
    ]),
  ),
  Diagnostics: {
    breaks: 'DiagnosticsPanel',
    async reach(page) {
      await runSource(page, REFUSED);
      await expect(diagnostics(page)).toContainText('Failed to create pipeline');
    },
  },
  'The number of problems': { breaks: 'ProblemCount' },
  'The list of problems': { breaks: 'ProblemList' },
  Reduce: { breaks: 'ReduceButton' },
  'The reduced source': dialogCase('ReducedDialog', 'Reduced source', async (page) => {
    await button(page, 'Reduce').click();
    await button(page, 'Show the reduced source').click();
  }),
  'Slang Playground': { breaks: 'App' },
};

async function expectBrokenPageToHelp(page: Page): Promise<void> {
  await breakComponent(page, 'App');
  await expect(plainText(page)).toHaveValue(/captured/);
  const copied = await copiedText(page, () => button(page, 'Copy').click());
  expect(copied).toContain('captured');
  const download = page.waitForEvent('download');
  await button(page, 'Save').click();
  expect((await download).suggestedFilename()).toMatch(/\.slang$/);
  await button(page, 'Reload without this project').click();
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  await expect(button(page, 'Restore source')).toBeVisible();
}

test('the table covers every part of the page', () => {
  expect(Object.keys(PARTS)).toEqual(expect.arrayContaining([...partNames()]));
});

/** The report names the part, the error and the browser, and contains nothing from the project. */
async function expectPrivateReport(page: Page, alert: Locator): Promise<void> {
  const report = await copiedText(page, () =>
    alert.getByRole('button', { name: 'Copy report' }).click(),
  );
  expect(report).toMatch(/^Reflection stopped working: Error: broken ReflectionPanel\n/);
  expect(report).toContain('\nBrowser: Mozilla');
  expect(report).not.toContain('brightness');
  expect(report).not.toContain('code=');
}

test('each part fails separately and can be closed or restarted, other errors are reported once, and a failed page offers its text', async ({
  page,
}) => {
  test.slow();
  await allowClipboard(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await openAtRest(page, `${developed}?code=${codeOf(WITH_SLIDER)}`);
  await button(page, 'Animate brightness').waitFor({ state: 'attached' });
  for (const [name, { breaks, reach, dialog }] of Object.entries(PARTS)) {
    await test.step(name, async () => {
      await reach?.(page);
      await breakComponent(page, breaks);
      const alert = await expectBroken(page, name);
      // The rest keeps working.
      await expect(page.getByText('stopped working.')).toHaveCount(1);
      if (name === 'Reflection') await expectPrivateReport(page, alert);
      await breakComponent(page, null);
      await alert.getByRole('button', { name: dialog ? 'Close' : 'Try again' }).click();
      await expect(alert).toHaveCount(0);
      if (dialog) await expect(page.getByRole('dialog', { name: dialog })).toHaveCount(0);
      if (name === 'Reflection') {
        await expect(page.getByRole('tree', { name: 'Reflection' })).toBeVisible();
      }
    });
  }
  await expectBrokenPageToHelp(page);
});

test('an editor that fails to start leaves the text to copy and save', async ({ page }) => {
  await allowClipboard(page);
  await breakModules(page, ['ui/editor/sourceEditor.ts']);
  await page.goto(developed);
  await expectBroken(page, 'The editor');
  await expect(plainText(page)).toHaveValue(/numthreads/);
  const copied = await copiedText(page, () =>
    page.getByRole('button', { name: 'Copy', exact: true }).click(),
  );
  expect(copied).toContain('numthreads');
  const download = page.waitForEvent('download');
  await page.getByTestId('source').getByRole('button', { name: 'Save', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('circle.slang');
});

test('a page that fails shows the source as text only until the user opens the whole page', async ({
  page,
}) => {
  const source = '// a link of its own\n';
  await breakModules(page, ['pages/playground/layout/Layout.tsx']);
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

test('a draft whose page fails before the interface starts can be left without losing it', async ({
  page,
}) => {
  await openPlayground(page, developed);
  await sourceEditor(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('// my own draft');
  await breakModules(page, ['pages/playground/start/startPage.ts']);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Slang Playground stopped working.');
  await expect(plainText(page)).toHaveValue('// my own draft');
  await fixModules(page);
  await page.getByRole('button', { name: 'Reload without this project' }).click();
  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  await page.getByRole('button', { name: 'Restore source' }).click();
  await expect(sourceEditor(page)).toContainText('my own draft');
});

test('repeated starts that never finish open the project as text only, but a single one does not', async ({
  page,
  site,
}) => {
  const { url } = await site.serve();
  const source = '// never ends\n';
  const address = `${url}?code=${codeOf(source)}`;
  // The page disappears without an event, as after a crash.
  const forgetEvents = () => {
    for (const name of ['pagehide', 'visibilitychange']) {
      for (const target of [window, document]) {
        target.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
      }
    }
  };
  await page.addInitScript(forgetEvents);
  await page.route(/\/editor-/, () => {});
  await page.goto(address);
  await expect(page.getByLabel('Playground', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Playground', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading')).toHaveText('This project is open as text only.');
  await page.getByRole('button', { name: 'Show the text of the link' }).click();
  await expect(plainText(page)).toHaveValue(source);
});
