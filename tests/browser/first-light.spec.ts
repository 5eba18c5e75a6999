import { brightnessAtRadius, colorAt, difference, readPicture } from '../support/pixels.ts';
import { flatColor } from '../support/shaders.ts';
import {
  copiedTargetCode,
  diagnostics,
  expect,
  openPlayground,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

// The other journeys use the root of a server.
test('in a folder of a server that encodes .gz files itself, the ring moves, follows an edit, survives an error and recovers, and compiles', async ({
  page,
  site,
}) => {
  const { url } = await site.serve({ basePath: '/some/folder/', encodeGzip: true });
  await openPlayground(page, url);

  await expect(sourceEditor(page)).toContainText('A ring that breathes');
  let first = await readPicture(page);
  await expect(async () => {
    first = await readPicture(page);
    const ring = brightnessAtRadius(first, 0.62);
    expect(ring).toBeGreaterThan(2 * brightnessAtRadius(first, 0.1));
    expect(ring).toBeGreaterThan(2 * brightnessAtRadius(first, 0.98));
  }).toPass();
  await expect(async () => {
    expect(difference(first, await readPicture(page))).toBeGreaterThan(1);
  }).toPass();
  await expect.poll(() => copiedTargetCode(page)).toContain('@compute');

  await typeSource(page, flatColor('0.0, 1.0, 0.0, 1.0'));
  await page.keyboard.press('F5');
  await expect(async () => {
    expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 255, 0]);
  }).toPass();

  await typeSource(page, `${flatColor('0.0, 0.0, 1.0, 1.0')}\nint broken = missing;\n`);
  await pressAndCompile(page, 'F5');
  await expect(page.getByRole('tab', { name: 'Diagnostics', selected: true })).toBeVisible();
  await expect(diagnostics(page)).toContainText(
    "/user.slang(12): error 30015: undefined identifier 'missing'.",
  );
  await expect(sourceEditor(page)).toContainText('int broken = missing;');
  expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 255, 0]);

  await typeSource(page, flatColor('0.0, 0.0, 1.0, 1.0'));
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(async () => {
    expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 0, 255]);
  }).toPass();
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveCount(0);

  // Compile shows the code and does not change the running picture.
  await typeSource(page, flatColor('1.0, 0.0, 0.0, 1.0').replace('paint', 'shade'));
  await pressAndCompile(page, 'ControlOrMeta+B');
  await page.getByRole('tab', { name: 'Target Code' }).click();
  await expect.poll(() => copiedTargetCode(page)).toContain('fn shade');
  expect(colorAt(await readPicture(page), 0.5, 0.5)).toEqual([0, 0, 255]);
  expect(site.problems).toEqual([]);
});
