import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { flatColor } from '../support/shaders.ts';
import {
  expect,
  openPlayground,
  pressAndCompile,
  runSource,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Of axe's rules, those of colours: a theme changes nothing else. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds against WCAG 2.2 A and AA and its own best practices, or these rules of them, as
 * short texts. Without frames there is no need for axe's way to merge theirs, in a window of its own.
 */
async function findings(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
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

/** What plays would take the processors from axe. */
async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
}

/** States of the page, in an order in which each follows from the one before. */
const STATES: readonly { name: string; reach: (page: Page) => Promise<void> }[] = [
  { name: 'the default demo at rest', reach: pause },
  { name: 'reflection', reach: (page) => tab(page, 'Reflection').click() },
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
      await expect(page.getByLabel('Frame', { exact: true })).not.toHaveText('00000');
      await pause(page);
    },
  },
  { name: 'output', reach: (page) => tab(page, 'Output').click() },
  {
    name: 'live mode that cannot follow the text',
    async reach(page) {
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await typeSource(page, `${PRINTS_AND_SLIDES}int x = missing;\n`);
      await expect(page.getByText('Showing the last version that worked')).toBeVisible();
    },
  },
  {
    name: 'a target with entry points',
    async reach(page) {
      await typeSource(page, PRINTS_AND_SLIDES);
      await expect(page.getByText('Showing the last version that worked')).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      await expect(page.getByRole('combobox', { name: 'Entrypoint' })).toBeVisible();
    },
  },
  {
    name: 'Help',
    async reach(page) {
      await page.getByRole('button', { name: 'Help', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
    },
  },
];

for (const { width, height, themes } of [
  { width: 1400, height: 900, themes: ['Light', 'Dark', 'High contrast'] },
  { width: 390, height: 844, themes: ['Dark'] },
]) {
  test(`at ${width} × ${height} axe finds nothing, in any state`, async ({ page, site }) => {
    test.setTimeout(240_000);
    const { url } = await site.serve();
    await openPlayground(page, url);
    expect(await findings(page)).toEqual([]);
    for (const { name, reach } of STATES) {
      await page.setViewportSize({ width: 1400, height: 900 });
      await reach(page);
      await page.setViewportSize({ width, height });
      for (const [at, theme] of themes.entries()) {
        const rules = at === 0 ? undefined : COLOR_RULES;
        // Behind Help the control is out of reach of people, but not of this.
        await page.locator('select[aria-label="Theme"]').selectOption(theme, { force: true });
        await test.step(`${name}, ${theme}`, async () => {
          expect(await findings(page, rules)).toEqual([]);
          const other = page.getByRole('button', { name: /^View (Source|Results)$/ });
          if (name !== 'Help' && (await other.count()) > 0) {
            await other.click();
            expect(await findings(page, rules)).toEqual([]);
            await other.click();
          }
        });
      }
    }
  });
}
