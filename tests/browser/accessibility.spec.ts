import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { findingsOf } from '../support/axe.ts';
import { chooseFromMenu, runCommand } from '../support/controls.ts';
import { debuggerTab, openDebugger, sourceLine, tracePixel } from '../support/debuggerPage.ts';
import { flatColor } from '../support/shaders.ts';
import {
  expect,
  openAtRest,
  openPlayground,
  pausePicture,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
  untilFocusIsIn,
} from '../support/site.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Axe's colour rules: a theme changes nothing else. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** A script that does nothing, for pages that have already loaded axe. */
const NO_SCRIPT = ';';

/**
 * Axe's findings as short texts: violations of WCAG 2.2 A and AA and of axe's best practices, or of
 * the given rules only. The page has no frames, so legacy mode avoids the extra window for merging.
 */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(hasAxe && { axeSource: NO_SCRIPT }) });
  const axe = builder.setLegacyMode().options({ resultTypes: ['violations'] });
  return findingsOf(rules ? axe.withRules(rules) : axe);
}

const PRINTS_AND_SLIDES = `import playground;
import printing;
import rendering;
[playground::SLIDER(0.5, 0.0, 1.0)] uniform float level;
[playground::COLOR_PICK(0.1, 0.2, 0.3)] uniform float3 tint;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    if (at.x + at.y == 0) printf("level %g\\n", level);
    drawPixel(at, (int2 screen) => { return float4(tint, level); });
}
`;

/** States of the page, ordered so that each is reached from the previous one. */
const STATES: readonly {
  name: string;
  reach: (page: Page) => Promise<void>;
  isModal?: true;
}[] = [
  // A playing picture would slow axe down.
  { name: 'the default demo at rest', reach: pausePicture },
  {
    name: 'reflection',
    async reach(page) {
      await tab(page, 'Reflection').click();
      await expect(page.getByRole('tabpanel', { name: 'Reflection' })).toContainText('entryPoints');
    },
  },
  {
    name: 'a shader that does not compile',
    async reach(page) {
      await typeSource(page, `${flatColor('1.0, 0.0, 0.0, 1.0')}\nint x = missing;\n`);
      await pressAndCompile(page, 'F5');
      await expect(tab(page, 'Diagnostics')).toBeVisible();
    },
  },
  {
    name: 'a search in the source',
    async reach(page) {
      await sourceEditor(page).click();
      await page.keyboard.press('ControlOrMeta+F');
      await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
    },
  },
  {
    name: 'uniforms',
    async reach(page) {
      await runSource(page, PRINTS_AND_SLIDES);
      await expect(page.getByRole('slider', { name: 'level' })).toBeVisible();
      await pausePicture(page);
    },
  },
  {
    name: 'output',
    async reach(page) {
      await tab(page, 'Output').click();
      await expect(page.getByRole('tabpanel', { name: 'Output' })).toContainText('level 0.5');
    },
  },
  {
    name: 'live mode that cannot follow the text',
    async reach(page) {
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await typeSource(page, `${PRINTS_AND_SLIDES}int x = missing;\n`);
      await expect(page.getByText('Showing the last working shader')).toBeVisible();
    },
  },
  {
    name: 'a target with entry points',
    async reach(page) {
      await typeSource(page, PRINTS_AND_SLIDES);
      await expect(page.getByText('Showing the last working shader')).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      await expect(page.getByRole('combobox', { name: 'Entrypoint' })).toBeVisible();
    },
  },
  {
    name: 'the Debugger tab before a trace',
    async reach(page) {
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await runSource(page, PRINTS_AND_SLIDES);
      await pausePicture(page);
      await openDebugger(page);
      await expect(debuggerTab(page)).toContainText('To start, press Inspect below');
    },
  },
  {
    name: 'a traced thread',
    async reach(page) {
      await tracePixel(page, [8, 8]);
      await sourceLine(page, 'drawPixel(at').click();
      await page.keyboard.press('F9');
      await page.getByRole('button', { name: 'Heat map' }).click();
      await expect(page.getByRole('figure', { name: 'Heat map legend' })).toBeVisible();
    },
  },
  {
    name: 'Export',
    async reach(page) {
      await chooseFromMenu(page, 'More', 'Export');
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByRole('option', { name: 'C++ header' }).click();
      await expect(dialog.getByRole('region', { name: 'Preview' })).toBeVisible();
    },
    isModal: true,
  },
  {
    name: 'Help',
    async reach(page) {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Help', exact: true }).click();
      await untilFocusIsIn(page.getByRole('dialog', { name: 'Help' }));
    },
    isModal: true,
  },
  {
    name: 'the command palette over Help',
    async reach(page) {
      await page.keyboard.press('F1');
      await page.getByRole('combobox', { name: 'Search commands' }).fill('debug');
      await expect(page.getByRole('option', { name: 'Help: Debugger' })).toBeVisible();
    },
    isModal: true,
  },
];

const WIDE = { width: 1400, height: 900 };
const NARROW = { width: 900, height: 700 };
const PHONE = { width: 390, height: 844 };

/** Resizes the window and waits for the page's layout to follow. */
async function resize(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  const splitter = page.locator('[aria-label="Resize source and results"]');
  await expect(splitter).toHaveCount(size === PHONE ? 0 : 1);
}

const THEMES = ['Light', 'Dark', 'High contrast'];

async function checkThemes(page: Page, state: string): Promise<void> {
  for (const theme of THEMES) {
    await test.step(`${state}, ${theme}`, async () => {
      await chooseTheme(page, theme);
      expect(await findings(page, theme === 'Light' ? undefined : COLOR_RULES)).toEqual([]);
    });
  }
}

/** Sets the theme as the menu “More” does, because a dialog may cover that menu. */
function chooseTheme(page: Page, theme: string): Promise<void> {
  return page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name;
  }, theme.toLowerCase());
}

/** Checks the view that a phone hides at first, then returns to the other. */
async function checkBothViews(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^View (Source|Results)$/ }).first()).toBeVisible();
  const views = ['Source', 'Results'];
  if (await page.getByRole('button', { name: 'View Results' }).isVisible()) views.reverse();
  for (const [at, view] of views.entries()) {
    await page.getByRole('button', { name: `View ${view}` }).click();
    await expect(page.getByRole('button', { name: `View ${views[1 - at]}` })).toBeVisible();
    if (at === 0) expect(await findings(page)).toEqual([]);
  }
}

test('axe finds no violations in any state, theme and size', async ({ page, site }) => {
  test.slow();
  // Without animations, colours are final immediately.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { url } = await site.serve();
  await openPlayground(page, url);
  expect(await findings(page)).toEqual([]);
  for (const { name, reach, isModal } of STATES) {
    await resize(page, WIDE);
    await reach(page);
    await checkThemes(page, name);
    await test.step(`${name}, on a phone`, async () => {
      await resize(page, PHONE);
      await chooseTheme(page, 'Dark');
      expect(await findings(page)).toEqual([]);
      if (!isModal) await checkBothViews(page);
    });
  }
});

test('axe finds no violations in any arrangement', async ({ page, site }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize(WIDE);
  const { url } = await site.serve();
  await openAtRest(page, url);
  for (const arrangement of ['Compile', 'Debug', 'Picture', 'Code']) {
    await runCommand(page, `Arrangement: ${arrangement}`);
    for (const size of [WIDE, NARROW]) {
      await resize(page, size);
      await checkThemes(page, `${arrangement} at ${size.width} px`);
    }
  }
});
