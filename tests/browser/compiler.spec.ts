import { brightnessAtRadius, readPicture } from '../support/pixels.ts';
import { NEVER_ENDS } from '../support/shaders.ts';
import {
  diagnostics,
  expect,
  onOnePage,
  pausePicture,
  pressAndCompile,
  test,
  typeSource,
} from '../support/site.ts';

const SOURCE = `RWStructuredBuffer<float> data;

[shader("vertex")]
float4 place(float3 at : POSITION) : SV_Position
{
    return float4(at, 1);
}

[shader("compute")]
[numthreads(4, 1, 1)]
void work()
{
    data[0] = 1;
}
`;

const chain = (depth: number) => `RWStructuredBuffer<float> data;
float f0(float x) { return x; }
${Array.from({ length: depth }, (_, level) => `float f${level + 1}(float x) { return f${level}(x) + 1; }`).join('\n')}
[shader("compute")] [numthreads(1, 1, 1)] void work() { data[0] = f${depth}(data[1]); }
`;

onOnePage('the compiler', (onlyPage, problems) => {
  test('a compile that never ends can be cancelled while the picture and the editor keep working', async () => {
    const page = onlyPage();
    await typeSource(page, NEVER_ENDS);
    await page.keyboard.press('ControlOrMeta+B');
    const frame = page.getByLabel('Frame', { exact: true });
    const before = Number(await frame.textContent());
    await expect(page.getByText(/^[1-9]\d* s$/)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(diagnostics(page)).toContainText('Compilation was cancelled.');
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
    await expect.poll(async () => Number(await frame.textContent())).toBeGreaterThan(before);
    expect(brightnessAtRadius(await readPicture(page), 0.62)).toBeGreaterThan(50);
    await expect(page.getByRole('textbox', { name: 'Shader source' })).toContainText('T26');

    await typeSource(page, SOURCE);
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('fn work(');
  });

  test.describe('next to a paused picture', () => {
    test.beforeAll(() => pausePicture(onlyPage()));

    test('a compile reports a missing entry point', async () => {
      const page = onlyPage();
      await typeSource(page, 'float twice(float x) { return 2 * x; }');
      await page.getByRole('combobox', { name: 'Target' }).selectOption('CUDA');
      await pressAndCompile(page, 'ControlOrMeta+B');
      await expect(diagnostics(page)).toContainText('No entry point specified');
      await expect(
        page.getByRole('textbox', { name: 'Target code', includeHidden: true }),
      ).toContainText('Compilation returned empty result.');
    });

    test('a typo in the first compile for HLSL is listed, and leads to its line', async () => {
      const page = onlyPage();
      await typeSource(page, SOURCE.replace('data[0] = 1', 'date[0] = 1'));
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      await pressAndCompile(page, 'ControlOrMeta+B');
      await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
        "undefined identifier 'date'",
      );
      await expect(diagnostics(page)).not.toContainText('No entry point specified');
    });

    test('the list of entry points follows edits and stays when the source does not parse', async () => {
      const page = onlyPage();
      await typeSource(page, SOURCE);
      await page.getByRole('combobox', { name: 'Target' }).selectOption('HLSL');
      const entryPoint = page.getByRole('combobox', { name: 'Entrypoint' });
      await expect(entryPoint).toHaveValue('place');
      await entryPoint.selectOption('work');
      await typeSource(page, SOURCE.replace('place', 'renamed'));
      await expect(entryPoint.getByRole('option', { name: 'renamed · vertex' })).toBeAttached();
      await expect(entryPoint).toHaveValue('work');
      const warned = page.waitForEvent('console', (message) =>
        message.text().startsWith('Failed to find entry points: '),
      );
      await typeSource(page, `${SOURCE} void broken( {`);
      await warned;
      await expect(entryPoint).toHaveValue('work');
      expect(problems).toEqual([]);
    });

    test('a compile that crashes its worker is explained, and the next one works', async () => {
      const page = onlyPage();
      await page.getByRole('combobox', { name: 'Target' }).selectOption('WGSL');
      await typeSource(page, chain(4000));
      await pressAndCompile(page, 'ControlOrMeta+B');
      await expect(diagnostics(page)).toContainText('Unknown error occurred');
      await expect(diagnostics(page)).toContainText('Your text is untouched');
      await typeSource(page, chain(120));
      await pressAndCompile(page, 'ControlOrMeta+B');
      await expect(page.getByRole('textbox', { name: 'Target code' })).toContainText('fn f0_0');
    });
  });
});
