import type { Locator, Page } from '@playwright/test';
import { downloaded } from '../support/downloads.ts';
import { decodeFilm, readFilm, savedInPage, saveIntoPage } from '../support/films.ts';
import { expect, onOnePage, runSource, test } from '../support/site.ts';

/** Four blocks whose colours encode the frame number in base 5. */
const SHADER = `import playground;
import rendering;
[playground::TIME] uniform float time;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 pixel : SV_DispatchThreadID)
{
    uint2 size;
    outputTexture.GetDimensions(size.x, size.y);
    int frame = int(round(time * 60.0));
    float ones = float(frame % 5) / 4.0;
    float fives = float((frame / 5) % 5) / 4.0;
    bool isRight = pixel.x * 2 >= size.x;
    bool isTop = pixel.y * 2 >= size.y;
    float3 bottom = isRight ? float3(0.0, ones, fives) : float3(ones, fives, 0.0);
    float3 top = isRight ? float3(ones) : float3(fives, 0.5, ones);
    drawPixel(pixel, (int2 screen) => { return float4(isTop ? top : bottom, 1.0); });
}
`;

/** The centres of the blocks, from the top left. */
const PLACES = [
  [0.25, 0.75],
  [0.75, 0.75],
  [0.25, 0.25],
  [0.75, 0.25],
] as const;

function colorsOf(frame: number): number[][] {
  const ones = ((frame % 5) / 4) * 255;
  const fives = ((Math.floor(frame / 5) % 5) / 4) * 255;
  return [
    [ones, fives, 0],
    [0, ones, fives],
    [fives, 127.5, ones],
    [ones, ones, ones],
  ];
}

/** The mean difference of a frame's colours, from 0 to 255. */
function difference(one: readonly (readonly number[])[], other: readonly number[][]): number {
  const values = one.flat();
  const others = other.flat();
  const sum = values.reduce((total, value, at) => total + Math.abs(value - (others[at] ?? 0)), 0);
  return sum / values.length;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Save film' });

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save film…' }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}

async function chooseFrames(page: Page, first: number, last: number): Promise<void> {
  const film = dialog(page);
  await film.getByRole('textbox', { name: 'First frame' }).fill(String(first));
  await film.getByRole('textbox', { name: 'Last frame' }).fill(String(last));
  await film.getByRole('combobox', { name: 'Size' }).selectOption('custom');
  await film.getByRole('textbox', { name: 'Width' }).fill('320');
  await film.getByRole('textbox', { name: 'Height' }).fill('180');
  await film.getByRole('combobox', { name: 'Quality' }).selectOption('high');
}

/** Lets a test lose the graphics device. */
async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestDevice } = GPUAdapter.prototype;
    GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, ...options) {
      const device = await requestDevice.apply(this, options);
      Object.assign(window, { loseDevice: () => device.destroy() });
      return device;
    };
  });
}

function films(page: () => Page, problems: readonly string[]): void {
  test.beforeAll(async () => {
    await saveIntoPage(page());
    await runSource(page(), SHADER);
    await expect(page().getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  test.afterAll(() => expect(problems).toEqual([]));

  for (const { format, codec } of [
    { format: 'webm-vp9', codec: /^vp09/ },
    { format: 'mp4-av1', codec: /^av01/ },
  ]) {
    test(`has every frame of its range as rendered: ${format}`, async () => {
      const film = await openDialog(page());
      await chooseFrames(page(), 3, 26);
      await film.getByRole('combobox', { name: 'Format' }).selectOption(format);
      await film.getByRole('button', { name: 'Render film' }).click();
      await expect(film.getByRole('status')).toContainText('24 frames, 0.40 s');
      await page().keyboard.press('Escape');
      await expect(film).toBeHidden();
      await expect(page().getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

      const read = await readFilm(await savedInPage(page()));
      expect(read).toMatchObject({ width: 320, height: 180, codec: expect.stringMatching(codec) });
      expect(read.packets).toHaveLength(24);
      // WebM counts in milliseconds.
      expect(read.duration).toBeCloseTo(0.4, 2);
      expect(read.comment).toMatch(/^[\w-]{100,}$/);
      const colors = await decodeFilm(page(), read, PLACES);
      expect(colors).toHaveLength(24);
      const differences = colors.map((frame, index) => difference(frame, colorsOf(3 + index)));
      expect(Math.max(...differences)).toBeLessThan(6);
    });
  }

  test('offers the finished frames when it is cancelled', async () => {
    const film = await openDialog(page());
    await chooseFrames(page(), 0, 99_999);
    await film.getByRole('combobox', { name: 'Format' }).selectOption('webm-vp9');
    await film.getByRole('button', { name: 'Render film' }).click();
    await expect(film.getByText(/^Frame [1-9]\d* of 100,000/)).toBeVisible();
    await film.getByRole('button', { name: 'Cancel' }).click();
    await expect(film.getByRole('alert')).toContainText('of 100,000 frames');
    const save = film.getByRole('button', { name: /that (is|are) done$/ });
    const done = Number(/[\d,]+/.exec(await save.innerText())?.[0].replace(',', '') ?? 1);
    // The film is offered again.
    await page().keyboard.press('Escape');
    await openDialog(page());
    await save.click();
    await expect(film.getByRole('status')).toContainText('Saved “film”');
    await film.getByRole('button', { name: 'Close', exact: true }).last().click();
    const read = await readFilm(await savedInPage(page()));
    expect(read.packets).toHaveLength(done);
    await expect(page().getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  test('is recorded while the picture plays, and downloaded if nothing else is possible', async () => {
    await page().evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }));
    const film = await openDialog(page());
    await film.getByRole('radio', { name: 'Record from now' }).check();
    await film.getByRole('button', { name: 'Start recording' }).click();
    await expect(film).toBeHidden();
    const strip = page().getByRole('region', { name: 'Recording a film' });
    await expect(strip).toContainText(/[1-9]\d frames/);
    const { name, bytes } = await downloaded(page(), () =>
      strip.getByRole('button', { name: 'Stop recording' }).click(),
    );
    expect(name).toMatch(/\.webm$/);
    const read = await readFilm(bytes);
    const times = read.packets.map(({ timestamp }) => timestamp);
    expect(times.length).toBeGreaterThanOrEqual(10);
    expect(times[0]).toBe(0);
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
    await page().keyboard.press('Escape');
  });

  test('does not offer formats that the browser cannot encode, and explains invalid choices', async () => {
    await page().evaluate(() => {
      const { isConfigSupported } = VideoEncoder;
      VideoEncoder.isConfigSupported = (config) =>
        config.codec.startsWith('av01')
          ? Promise.resolve({ supported: false, config })
          : isConfigSupported.call(VideoEncoder, config);
    });
    const film = await openDialog(page());
    await film.getByRole('radio', { name: 'Render frames' }).check();
    const refused = film.getByRole('option', { name: 'MP4 (AV1): not in this browser' });
    await expect(refused).toBeDisabled();
    await film.getByRole('textbox', { name: 'Last frame' }).fill('soon');
    await expect(film.getByRole('alert')).toContainText('The last frame is “soon”.');
    await expect(film.getByRole('button', { name: 'Render film' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await page().keyboard.press('Escape');
  });

  test('offers the finished frames when the device is lost', async () => {
    await saveIntoPage(page());
    const film = await openDialog(page());
    await chooseFrames(page(), 0, 99_999);
    await film.getByRole('button', { name: 'Render film' }).click();
    await expect(film.getByText(/^Frame \d\d+ of 100,000/)).toBeVisible();
    await page().evaluate(() => (window as unknown as { loseDevice(): void }).loseDevice());
    await expect(film.getByRole('alert')).toContainText('The graphics device was lost.');
    await film.getByRole('button', { name: /that are done$/ }).click();
    await expect(film.getByRole('status')).toContainText('Saved “film”');
    const read = await readFilm(await savedInPage(page()));
    expect(read.packets.length).toBeGreaterThanOrEqual(10);
  });
}

onOnePage('a film', films, undefined, { prepare });
