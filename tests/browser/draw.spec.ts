import { openTool } from '../support/controls.ts';
import { agreement, pictureSize, tracePixel, untilTraced } from '../support/debuggerPage.ts';
import { hasColor, readPicture } from '../support/pixels.ts';
import { diagnostics, expect, onOnePage, runSource, test } from '../support/site.ts';

/** A cube before a blue ground, with its depth in a texture. */
const SCENE = `import playground;
[playground::VIEW_PROJECTION] uniform float4x4 worldToClip;
Texture2D<float> depths;

[shader("fragment")]
float4 ground(float2 uv : UV) : SV_Target { return float4(0, 0, 1, 1); }

[shader("vertex")]
[playground::DRAW::MESH("cube")]
[playground::DEPTH::TEXTURE("depths")]
float4 keepDepth(float3 position : POSITION) : SV_Position
{
    return mul(worldToClip, float4(position, 1));
}

[shader("vertex")]
[playground::DRAW::MESH("cube")]
float4 place(float3 position : POSITION) : SV_Position
{
    return mul(worldToClip, float4(position, 1));
}

[shader("fragment")]
float4 paint() : SV_Target { return float4(1, 0, 0, 1); }
`;

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

onOnePage('a program that draws', (onlyPage, problems) => {
  test('shows its draws, one over the other', async () => {
    const page = onlyPage();
    await runSource(page, SCENE);
    await expect
      .poll(async () => {
        const picture = await readPicture(page);
        return [RED, BLUE].map((color) => hasColor(picture, color));
      })
      .toEqual([true, true]);
  });

  test('has its textures and vertices in Resources, and its draws in Profile', async () => {
    const page = onlyPage();
    await openTool(page, 'Resources');
    const resources = page.getByRole('listbox', { name: 'Resources' });
    for (const name of ['outputTexture', 'depths', 'cube.POSITION', 'cube.indices']) {
      await expect(resources.getByText(name, { exact: true })).toBeVisible();
    }
    await resources.getByText('depths', { exact: true }).click();
    await expect(page.getByText('depth32float').first()).toBeVisible();
    await openTool(page, 'Profile');
    await expect(page.getByRole('row', { name: /place.*mesh cube/ })).toBeVisible();
    await expect(page.getByRole('row', { name: /ground.*fills the target/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try group sizes' })).toHaveCount(0);
  });

  test('has the fragments of a pixel traced, and their vertices', async () => {
    const page = onlyPage();
    await openTool(page, 'Debugger');
    const { width, height } = await pictureSize(page);
    const fragments = page.getByRole('list', { name: 'Fragments of this pixel' });
    const vertices = page.getByRole('list', { name: 'Vertices of this fragment' });
    await tracePixel(page, [(width >> 1) + 9, height >> 1]);
    await expect(fragments.getByRole('listitem')).toHaveText([
      /^kept paint place, depth 0\.\d+$/,
      /^covered ground depth 0$/,
    ]);
    await expect(agreement(page)).toContainText('Agrees: the thread stored (1, 0, 0, 1)');
    await untilTraced(page, () => vertices.getByRole('button').last().click());
    const variables = page.getByRole('table', { name: 'Variables' });
    await expect(variables.getByRole('row', { name: /^position/ })).toBeVisible();
    await expect(page.getByRole('spinbutton', { name: 'Thread z' })).toHaveCount(0);
    await untilTraced(page, () => fragments.getByRole('button', { name: /^covered/ }).click());
    await expect(variables.getByRole('row', { name: /^uv/ })).toBeVisible();
    await expect(vertices).toHaveCount(0);
  });

  test('has a heat map of statements and of overdraw', async () => {
    const page = onlyPage();
    await page.getByRole('button', { name: 'Heat map' }).click();
    const shows = page.getByRole('combobox', { name: 'Heat map shows' });
    await shows.selectOption('Overdraw');
    await page.getByRole('img', { name: 'Heat map' }).hover();
    const pointed = page.getByRole('status', { name: 'Fragments under the pointer' });
    await expect(pointed).toHaveText(/^x \d+, y \d+: 2 fragments$/);
    await page.getByRole('button', { name: 'Hide heat map' }).click();
  });

  test('keeps its last picture if the next version cannot draw', async () => {
    const page = onlyPage();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    const broken = SCENE.replace('"cube"', '"cone"').replace(
      'float4 paint()',
      'float4 paint(float3 n : NORMAL)',
    );
    await page.evaluate((text) => window.slangPlayground?.setProject({ source: text }), broken);
    await run.click();
    await expect(diagnostics(page)).toContainText(
      'paint reads NORMAL (n), but place returns nothing but its position.',
    );
    const unknown = SCENE.replace('"cube"', '"cone"');
    await page.evaluate((text) => window.slangPlayground?.setProject({ source: text }), unknown);
    await run.click();
    await expect(diagnostics(page)).toContainText('There is no mesh cone.');
    expect(hasColor(await readPicture(page), RED)).toBe(true);
    expect(problems).toEqual([]);
  });
});
