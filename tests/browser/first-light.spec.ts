import { brightnessAtRadius, colorAt, difference, readPicture } from '../support/pixels.ts';
import { flatColor } from '../support/shaders.ts';
import {
  copiedTargetCode,
  diagnostics,
  expect,
  onOnePage,
  openPlayground,
  pressAndCompile,
  sourceEditor,
  test,
  typeSource,
} from '../support/site.ts';

const SERVERS = [
  { name: 'the root of a server', options: {} },
  {
    name: 'a folder of a server that encodes .gz files itself',
    options: { basePath: '/some/folder/', encodeGzip: true },
  },
];

for (const { name, options } of SERVERS) {
  test(`served from ${name}, the ring moves, follows an edit, survives an error and recovers`, async ({
    page,
    site,
  }) => {
    const { url } = await site.serve(options);
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
    expect(site.problems).toEqual([]);
  });
}

onOnePage('the page', (onlyPage) => {
  test('the keyboard reaches every control', async () => {
    const page = onlyPage();
    const reached: string[] = [];
    // The two skip links come first.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.locator(':focus').evaluate((element) => element.ariaLabel ?? ''));
    }
    expect(reached.join()).toBe('Home,Project name,Load Demo,Run,Live,Target,Compile,Project');
    await expect(page.getByRole('navigation', { name: 'Playground' })).toBeVisible();
    await page.getByRole('separator', { name: 'Resize source and results' }).focus();
    const editor = page.locator('.cm-editor').first();
    const before = (await editor.boundingBox())?.width ?? 0;
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await editor.boundingBox())?.width).toBeLessThan(before);
  });

  test('the frame counter has five digits and counts up', async () => {
    const page = onlyPage();
    const counter = page.getByLabel('Frame', { exact: true });
    await expect(counter).toHaveText(/^\d{5}$/);
    const before = Number(await counter.textContent());
    await expect.poll(async () => Number(await counter.textContent())).toBeGreaterThan(before);
  });

  test('Compile shows the code and does not change the running picture', async () => {
    const page = onlyPage();
    await typeSource(page, flatColor('1.0, 0.0, 0.0, 1.0'));
    await pressAndCompile(page, 'ControlOrMeta+B');
    await expect.poll(() => copiedTargetCode(page)).toContain('fn paint');
    const picture = await readPicture(page);
    expect(colorAt(picture, 0.5, 0.5)).not.toEqual([255, 0, 0]);
    expect(brightnessAtRadius(picture, 0.62)).toBeGreaterThan(50);
  });

  test('the picture is shown with its first row at the bottom', async () => {
    const page = onlyPage();
    await page.getByRole('combobox', { name: 'Load Demo' }).selectOption('Simple Image');
    await expect(async () => {
      const picture = await readPicture(page);
      const [leftRed, bottomGreen] = colorAt(picture, 0.01, 0.99);
      const [rightRed, topGreen] = colorAt(picture, 0.99, 0.01);
      expect(leftRed).toBeLessThan(10);
      expect(bottomGreen).toBeLessThan(10);
      expect(rightRed).toBeGreaterThan(245);
      expect(topGreen).toBeGreaterThan(245);
    }).toPass();
  });
});
