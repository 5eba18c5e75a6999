import type { Page } from '@playwright/test';
import {
  copiedText,
  expect,
  onOnePage,
  pausePicture,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const SHADER = `import playground;
import rendering;
struct Camera
{
    float3 eye;
    float weights[2];
};
ConstantBuffer<Camera> camera;
uniform float speed;
[shader("compute")] [numthreads(8, 4, 1)]
void paint(uint2 at : SV_DispatchThreadID)
{
    drawPixel(at, (int2 screen) => { return float4(camera.eye * speed, camera.weights[1]); });
}
`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The cells of a table's rows, without those that contain a ruler. */
async function rowsOf(page: Page, table: string): Promise<string[]> {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  const texts = await rows.filter({ has: page.getByRole('rowheader') }).allInnerTexts();
  return texts.map((text) => text.replace(/\s+/g, ' ').trim());
}

onOnePage('the parameters in the reflection', (onlyPage) => {
  // Each test continues from the previous one's state.
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(() => pausePicture(onlyPage()));

  test('lists parameters with their bindings, and entry points with their group sizes', async () => {
    const page = onlyPage();
    await typeSource(page, SHADER);
    await pressAndCompile(page, 'ControlOrMeta+B');
    await page.getByRole('tab', { name: 'Reflection' }).click();
    await button(page, 'Contents of camera').click();
    await expect
      .poll(() => rowsOf(page, 'Parameters'))
      .toEqual([
        'uniform parameters @group(0) @binding(0) 16',
        'speed float 0 4',
        'camera ConstantBuffer<Camera> @group(0) @binding(1) 48',
        'eye float3 0 12',
        'weights float[2] 16 32',
        'outputTexture from rendering WTexture2D<float4> @group(0) @binding(2)',
      ]);
    await expect
      .poll(() => rowsOf(page, 'Entry points'))
      .toEqual(['paint compute 8 × 4 × 1 32 uint2 at: SV_DISPATCHTHREADID']);
    expect(await copiedText(page, () => button(page, 'Copy as Markdown').click())).toContain(
      '| camera.eye | float3 |  | 0 | 12 |',
    );
  });

  test('shows a buffer’s bytes and padding next to the scalar layout', async () => {
    const page = onlyPage();
    await button(page, 'Bytes of camera').press('Enter');
    const compiled = page.getByRole('list', { name: 'Bytes of camera, As compiled (std140)' });
    await expect(compiled.getByRole('listitem')).toHaveText([
      '0eye4 bytes of padding',
      '16weights[0]12 bytes of padding',
      '32weights[1]12 bytes of padding',
    ]);
    await expect(page.getByRole('list', { name: 'Bytes of camera, Scalar layout' })).toBeVisible();
    await expect(
      page.getByText('The scalar layout takes 20 bytes: 28 bytes (58 %) less than std140.'),
    ).toBeVisible();
  });

  test('leads from a row to the declaration', async () => {
    const page = onlyPage();
    await button(page, 'camera.weights').click();
    await expect(sourceEditor(page)).toBeFocused();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('weights');
    await button(page, 'paint').click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('paint');
  });
});
