import type { Browser, Page } from '@playwright/test';
import { openPage, run, SMALL_PAGE } from './page.ts';
import { print } from './report.ts';
import { median } from './statistics.ts';

/** How long frames are counted, in milliseconds. */
const WATCHED = 2000;
/** Number of times that frames are counted while playing and while scrubbing, alternately. */
const ROUNDS = 3;
const SCRUBBED = 200;

const FILM_FRAMES = 200;

/** Has state, so that a film with a late start first draws frames without reading them back. */
const FILMED = `import playground;
import rendering;
[playground::TIME] uniform float time;
[playground::ZEROS(1)] RWStructuredBuffer<float> kept;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void paint(uint2 at : SV_DispatchThreadID)
{
    if (all(at == 0)) kept[0] += time;
    float2 place = float2(at) / 200.0;
    float value = 0.0;
    for (int step = 0; step < STEPS; step++)
        value += sin(place.x * step + time) * cos(place.y * step - time);
    drawPixel(at, (int2 screen) => float4(0.5 + 0.5 * sin(value), frac(value), 0.5, 1.0));
}
`;

interface Watched {
  shown: number;
  /** When each exact frame was submitted, in milliseconds. */
  readonly drawn: number[];
  /** When each frame went to the encoder, in milliseconds. */
  readonly encoded: number[];
}

type Watching = typeof globalThis & { readonly benchTime: Watched };

async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { shown: 0, drawn: [], encoded: [] };
    // Without the picker, the film stays in memory and the browser opens no dialog.
    Object.assign(globalThis, { benchTime: watched, showSaveFilePicker: undefined });
    const { prototype: canvas } = GPUCanvasContext;
    const { getCurrentTexture } = canvas;
    canvas.getCurrentTexture = function () {
      watched.shown += 1;
      return getCurrentTexture.call(this);
    };
    const { prototype: device } = GPUDevice;
    const { createCommandEncoder } = device;
    device.createCommandEncoder = function (descriptor) {
      if (descriptor?.label === 'an exact frame') watched.drawn.push(performance.now());
      return createCommandEncoder.call(this, descriptor);
    };
    const { prototype: encoder } = VideoEncoder;
    const { encode } = encoder;
    encoder.encode = function (...frame) {
      watched.encoded.push(performance.now());
      encode.apply(this, frame);
    };
  });
}

/** Pictures per second; the slider moves in each animation frame if `frames` is over 0. */
function shownPerSecond(page: Page, frames: number): Promise<number> {
  return page.evaluate(
    async ([time, count]) => {
      const { benchTime } = globalThis as Watching;
      const slider = document.querySelector<HTMLInputElement>('input[aria-label="Timeline"]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const before = benchTime.shown;
      const start = performance.now();
      let at = 0;
      while (performance.now() - start < time) {
        await new Promise(requestAnimationFrame);
        if (count === 0 || !slider) continue;
        at = (at + 7) % count;
        set?.call(slider, String(at));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      return ((benchTime.shown - before) / (performance.now() - start)) * 1000;
    },
    [WATCHED, frames] as const,
  );
}

async function benchScrubbing(page: Page): Promise<void> {
  await page.waitForFunction(
    (frames) => Number(document.querySelector('[aria-label="Frame"]')?.textContent) > frames,
    SCRUBBED,
    { timeout: 120_000 },
  );
  const playing: number[] = [];
  const scrubbing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    playing.push(await shownPerSecond(page, 0));
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    scrubbing.push(await shownPerSecond(page, SCRUBBED));
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
  }
  print('frames a second while playing', median(playing), '');
  print('frames a second while the slider moves', median(scrubbing), '');
}

/** Renders a film that starts after as many frames as it has. */
async function renderFilm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save film…' }).click();
  const film = page.getByRole('dialog', { name: 'Save film' });
  await film.getByRole('radio', { name: 'Render frames' }).check();
  const fill = (name: string, value: number) =>
    film.getByRole('textbox', { name }).fill(String(value));
  await fill('First frame', FILM_FRAMES);
  await fill('Last frame', 2 * FILM_FRAMES - 1);
  await film.getByRole('combobox', { name: 'Size' }).selectOption('custom');
  await fill('Width', 640);
  await fill('Height', 360);
  await film.getByRole('button', { name: 'Render film' }).click();
  await film.getByRole('status').filter({ hasText: 'Saved' }).waitFor({ timeout: 120_000 });
  await page.keyboard.press('Escape');
}

async function benchFilm(page: Page, name: string, steps: number): Promise<void> {
  await run(page, FILMED.replace('STEPS', String(steps)));
  await page.evaluate(() => {
    const { benchTime } = globalThis as Watching;
    benchTime.drawn.length = 0;
    benchTime.encoded.length = 0;
  });
  await renderFilm(page);
  const { drawn, encoded } = await page.evaluate(() => (globalThis as Watching).benchTime);
  const rate = (from: number | undefined, to: number | undefined, frames: number) =>
    (1000 * frames) / ((to ?? Number.NaN) - (from ?? Number.NaN));
  const drawing = rate(drawn[0], drawn[FILM_FRAMES], FILM_FRAMES);
  const filming = rate(encoded[0], encoded.at(-1), FILM_FRAMES - 1);
  print(`frames a second drawn for a film, 640×360, ${name}`, drawing, '');
  print(`frames a second of the film, ${name}`, filming, '');
  print(`the film’s part of that, ${name}`, (100 * filming) / drawing, '%');
}

/** Measures scrubbing a stateless demo, and rendering films of light and heavy frames. */
export async function benchTime(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser, `${url}?demo=circle`, {
    ...SMALL_PAGE,
    prepare: watchFrames,
  });
  await benchScrubbing(page);
  await benchFilm(page, 'light shader', 4);
  await benchFilm(page, 'heavy shader', 24);
  await page.context().close();
}
